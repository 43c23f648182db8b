import { compareRuns, getComparableRuns, runDifferences } from '@kervan/contract/services/run-comparison'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { page } from '../../../test/ordering.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'
import { inCompany } from '../../../test/statements.ts'
import { newId } from '../../kit/database/uuid.ts'
import { openStores, planMoment, runDay, runStores, type Stores } from '../stores.testing.ts'

let portal: Portal
let now = planMoment
beforeAll(async () => {
  portal = await startPortal({ now: () => now, worker: false })
})
afterAll(() => portal.close())

/** A run, and the same one as an experiment that sends three more to Empty and something to Quiet. */
async function beside(stores: Stores) {
  now = planMoment
  const production = await runStores(stores, {
    at: (moment) => {
      now = moment
    },
  })
  const run = (text: string, ...values: unknown[]) =>
    inCompany(portal, stores.company.id, text, [stores.company.id, ...values])
  const experiment = newId()
  const dateId = newId()
  const copy = (table: string, from: string, set: Record<string, string>) =>
    run(
      `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(t) || jsonb_build_object(${Object.entries(
        set,
      )
        .map(([name, value]) => `'${name}', ${value}`)
        .join(', ')}))).* from ${table} t where t.company_id = $1 and ${from}`,
    )
  await copy(
    'service_date',
    `t.id = (select date_id from service_run where company_id = $1 and id = '${production}')`,
    {
      id: `'${dateId}'::text`,
      day: `'2026-11-28'::text`,
    },
  )
  await copy('service_run', `t.id = '${production}'`, {
    id: `'${experiment}'::text`,
    code: `t.code || '-X'`,
    domain: `'Experiment'::text`,
    date_id: `'${dateId}'::text`,
  })
  const [quiet] = await run(`select id from location where company_id = $1 and name = 'Quiet'`)
  const lines = (more: Record<string, string>) =>
    copy('work_order', `t.run_id = '${production}'`, {
      run_id: `'${experiment}'::text`,
      transfer_id: 'null::text',
      ...more,
    })
  await lines({ id: 'gen_random_uuid()::text', code: `t.code || '-X'`, proposed: 't.proposed + 3' })
  await lines({
    id: 'gen_random_uuid()::text',
    code: `t.code || '-Q'`,
    recipient_id: `'${String(quiet?.['id'])}'::text`,
    proposed: '2',
  })
  const [line] = await run(
    `select count(*)::int as lines, sum(proposed)::int as units from work_order where company_id = $1 and run_id = $2`,
    production,
  )
  return { production, experiment, lines: Number(line?.['lines']), units: Number(line?.['units']) }
}

describe('[ENG-002] an experiment beside production', () => {
  it('is offered for comparison first, with totals by type and each line that differs', async () => {
    const stores = await openStores(portal)
    const { production, experiment, lines, units } = await beside(stores)
    const { token } = stores.planner
    const { runs } = (await portal.call(getComparableRuns, token, { serviceRunId: production })).body
    expect(runs).toMatchObject([{ id: experiment, projectDomain: 'Experiment', serviceDate: runDay }])
    const two = { serviceRunId: experiment, otherRunId: production }
    const { body } = await portal.call(compareRuns, token, two)
    expect(body).toMatchObject({
      here: { projectDomain: 'Experiment' },
      there: { projectDomain: 'Production' },
      same: 0,
      changed: lines,
      onlyHere: lines,
      onlyThere: 0,
    })
    const total = (side: 'here' | 'there') => body.types.reduce((sum, one) => sum + one[side].units, 0)
    expect([total('here'), total('there')]).toEqual([units + 3 * lines + 2 * lines, units])
    const differences = await portal.call(runDifferences.page, token, { ...page, ...two })
    expect(
      differences.body.rows.map(({ recipientName, amountDifference }) => [recipientName, amountDifference]),
    ).toEqual(
      expect.arrayContaining([
        ['Empty', 3],
        ['Quiet', 2],
      ]),
    )
    const byStore = await portal.call(runDifferences.page, token, {
      ...page,
      ...two,
      summary: 'recipientCode',
    })
    expect(byStore.body.total).toBe(differences.body.total)
    // Seen from the other side each difference turns round.
    const back = await portal.call(runDifferences.page, token, {
      ...page,
      serviceRunId: production,
      otherRunId: experiment,
    })
    expect(back.body.rows.map(({ amountDifference }) => amountDifference).toSorted()).toEqual(
      differences.body.rows.map(({ amountDifference }) => -amountDifference).toSorted(),
    )
  })

  it('is compared with runs of the own company alone', async () => {
    const [stores, others] = [await openStores(portal), await openStores(portal)]
    const [mine, theirs] = [await beside(stores), await beside(others)]
    const { token } = stores.planner
    for (const two of [
      { serviceRunId: mine.production, otherRunId: theirs.production },
      { serviceRunId: theirs.production, otherRunId: mine.production },
    ]) {
      expect((await portal.call(compareRuns, token, two)).status).toBe(404)
      expect((await portal.call(runDifferences.page, token, { ...page, ...two })).body.rows).toEqual([])
    }
  })
})
