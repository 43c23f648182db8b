import { sql } from 'kysely'
import { saveUIFilter, type UIFilterDefinition } from '@kervan/contract/company/ui-filters'
import type { InputOf } from '@kervan/contract/kit/call'
import { refusal } from '@kervan/contract/kit/refusals'
import type { SessionContext } from '../../kit/context.ts'
import { nextCount } from '../../kit/database/counter.ts'
import { sqlState } from '../../kit/database/db.ts'
import { newId } from '../../kit/database/uuid.ts'
import { handle } from '../../kit/http/handle.ts'
import { assertWholeCompany } from '../../kit/master/records.ts'
import { translate } from '../../kit/messages.ts'
import { record } from '../../kit/records/audit.ts'
import { changedMeanwhile } from '../../kit/records/changed-meanwhile.ts'
import { presentFilter, readFilter, refusedOnFilter, tidy, type Head } from './filters.ts'
import { countOf } from './members.ts'
import { queuePreparation } from './prepare.ts'

type Input = InputOf<typeof saveUIFilter>
type Saving = SessionContext & { input: Input }

/** Makes a filter or changes one (UIF-001). An update that changes nothing is refused, and one that does is confirmed. */
export const saveUIFilterHandler = handle(saveUIFilter, async (context) => {
  assertWholeCompany(context)
  const definition = tidy(context.input.definition)
  try {
    const id = context.input.id
      ? await change(context, context.input.id, definition)
      : await add(context, definition)
    return await presentFilter(context, id)
  } catch (error) {
    // Of two who take the same name at once, the unique index lets one through.
    if (sqlState(error) === '23505')
      throw refusal('UIFilterNameTaken', { name: context.input.customerPolicyName })
    throw error
  }
})

async function add(context: Saving, definition: UIFilterDefinition): Promise<string> {
  const { tx, actor, now, input } = context
  await countOf(context, input.type, definition)
  const id = newId()
  const number = await nextCount(tx, actor.company.id, 'uiFilter')
  await sql`insert into ui_filter (company_id, id, number, name, type, source, state, order_index, definition, changed_at, changed_by)
    values (${actor.company.id}, ${id}, ${number}, ${input.customerPolicyName}, ${input.type}, ${definition.source}, 'Passive',
      ${input.orderIndex}, ${JSON.stringify(definition)}::jsonb, ${now}, ${actor.name})`.execute(tx)
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'uiFilter.added',
        recordType: 'uiFilter',
        recordId: id,
        recordCode: input.customerPolicyName,
        after: said(input.customerPolicyName, input.orderIndex, definition),
      },
    ],
  })
  return id
}

async function change(context: Saving, id: string, definition: UIFilterDefinition): Promise<string> {
  const { tx, actor, now, input } = context
  const before = await readFilter(context, id, { lock: true })
  if (before.version !== input.version) throw await changedMeanwhile(context, 'uiFilter', id)
  const refused = refusedOnFilter('edit', before)
  if (refused) throw refused
  if (before.type !== input.type) throw refusal('UIFilterTypeFixed')
  const isOther = !sameDefinition(before.definition, definition)
  if (!isOther && before.name === input.customerPolicyName && before.order_index === input.orderIndex)
    throw refusal('NoChangesFound')
  await assertAgreed(context, before, definition)
  await sql`update ui_filter set name = ${input.customerPolicyName}, order_index = ${input.orderIndex}, source = ${definition.source},
      definition = ${JSON.stringify(definition)}::jsonb, version = version + 1, changed_at = ${now}, changed_by = ${actor.name}
    where company_id = ${actor.company.id} and id = ${id}`.execute(tx)
  if (isOther && before.state !== 'Passive') await queuePreparation(context, id)
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'uiFilter.changed',
        recordType: 'uiFilter',
        recordId: id,
        recordCode: input.customerPolicyName,
        before: said(before.name, before.order_index, before.definition),
        after: said(input.customerPolicyName, input.orderIndex, definition),
      },
    ],
  })
  return id
}

/** Throws `ConsequencesUnconfirmed` with what becomes of the lists; `UIFilterEmpty` where an active filter would keep nothing. */
async function assertAgreed(context: Saving, { state }: Head, definition: UIFilterDefinition): Promise<void> {
  const { input, language } = context
  const { records, total } = await countOf(context, input.type, definition)
  const isActive = state !== 'Passive'
  if (isActive && records === 0) throw refusal('UIFilterEmpty')
  if (input.confirmed) return
  const sentence = `company.uiFilter.consequence.${isActive ? 'active' : 'passive'}${input.type}`
  throw refusal('ConsequencesUnconfirmed', {
    consequences: [translate(language, sentence, { records, total })],
  })
}

/** Whether two definitions mean the same as they are written; the database keeps the fields of one in another order. */
export function sameDefinition(one: UIFilterDefinition, other: UIFilterDefinition): boolean {
  return written(one) === written(other)
}

function written(definition: UIFilterDefinition): string {
  switch (definition.source) {
    case 'Codes':
      return JSON.stringify(['Codes', definition.codes])
    case 'MciEntity':
      return JSON.stringify(['MciEntity', definition.entityId, definition.field])
    case 'Conditions':
      return JSON.stringify([
        definition.match,
        definition.conditions.map(({ field, operator, values }) => [field, operator, values]),
      ])
  }
}

const codesSaid = 50

/** As the audit log tells it. */
function said(name: string, orderIndex: number, definition: UIFilterDefinition) {
  const common = { name, orderIndex }
  switch (definition.source) {
    case 'Codes':
      return { ...common, codeCount: definition.codes.length, codes: definition.codes.slice(0, codesSaid) }
    case 'MciEntity':
      return { ...common, entity: `${definition.entityId} · ${definition.field}` }
    case 'Conditions':
      return {
        ...common,
        match: definition.match,
        conditions: definition.conditions.map(({ field, operator, values }) =>
          `${field} ${operator} ${values.join(', ')}`.trimEnd(),
        ),
      }
  }
}
