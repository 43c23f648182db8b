import { deletePoolPrinciple } from '@kervan/contract/services/principles'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import { handle } from '../../kit/http/handle.ts'
import { assertWholeCompany } from '../../kit/master/records.ts'
import { record } from '../../kit/records/audit.ts'
import { changedMeanwhile } from '../../kit/records/changed-meanwhile.ts'
import { removeFiles } from '../../kit/records/files.ts'
import { done, forChange } from './change.ts'
import { loadPrinciples } from './load.ts'
import { entry, strategyChanged } from './principles.ts'

/**
 * Deletes a principle of the pool (SVC-004). Strategies that use it are locked first; each has to be open for changes and
 * is Pending afterwards, while its last plan stays in force.
 */
export const deletePoolPrincipleHandler = handle(deletePoolPrinciple, async (context) => {
  assertWholeCompany(context)
  const { tx, actor, now, input, services } = context
  const company = actor.company.id
  const { rows: users } = await sql<{ id: string }>`
    select u.strategy_id as id from strategy_principle u where u.company_id = ${company} and u.principle_id = ${input.principleId} order by 1`.execute(
    tx,
  )
  const strategies = []
  if (input.scope === 'All') for (const { id } of users) strategies.push(await forChange(context, id, 'edit'))
  const [found] = await loadPrinciples(tx, company, { ids: [input.principleId], lock: true })
  if (!found || found.segment !== 'UDFPool') throw refusal('NoPrincipleOnPool')
  if (found.version !== input.version) throw await changedMeanwhile(context, 'principle', found.id)
  // Also one that was added to a strategy since they were locked asks.
  const asked = new Set(strategies.map(({ code }) => code))
  const unasked = found.usedBy.filter((code) => !asked.has(code))
  if (unasked.length > 0)
    throw refusal('PrincipleShared', { count: found.usedBy.length, strategies: found.usedBy.join(', ') })
  await sql`
    delete from strategy_principle u where u.company_id = ${company} and u.principle_id = ${found.id}`.execute(
    tx,
  )
  for (const strategy of strategies) await strategyChanged(context, strategy, found.code)
  const { rows: files } = await sql<{ id: string }>`
    select k.file_id as id from principle_file k where k.company_id = ${company} and k.principle_id = ${found.id}`.execute(
    tx,
  )
  await tx.deleteFrom('principle').where('company_id', '=', company).where('id', '=', found.id).execute()
  if (files.length > 0) await removeFiles(tx, services.jobs, company, { ids: files.map(({ id }) => id) })
  await record(tx, actor, now, {
    audit: [
      entry('principle.removed', found, {
        before: { strategy: found.usedBy.join(', '), name: found.displayName },
      }),
    ],
  })
  return done
})
