import { foreignProposalKind } from '@kervan/contract/services/engine-inputs'
import { getServiceRun } from '@kervan/contract/services/runs'
import { getWorkOrder, workOrders } from '@kervan/contract/services/work-orders'
import { existing } from '@kervan/contract/kit/typed'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { page } from '../../../test/ordering.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'
import { inCompany } from '../../../test/statements.ts'
import { watch } from '../../../test/watch.ts'
import { openStores, planMoment, runDay, runStores, type Stores } from '../stores.testing.ts'

// Work orders of another engine come as a file, by API or by hand, and the run of their service date takes them.

let portal: Portal
let now = planMoment
beforeEach(() => {
  now = planMoment
})
beforeAll(async () => {
  portal = await startPortal({ now: () => now })
})
afterAll(() => portal.close())
const at = (moment: Date) => {
  now = moment
}

const facts = async (stores: Stores) => ({
  projectCode: 'P1',
  serviceDate: runDay,
  sender: stores.full.code,
  recipient: stores.quiet.code,
  variant: existing(stores.product.variants[0]).code,
  workOrderType: 'DemandRelatedReplenishment',
  proposedUnits: 7,
})
/** The run of the date once it has ended, whoever has worked it off. */
async function closed(stores: Stores) {
  const serviceRunId = await runStores(stores, { at })
  const run = async () => (await portal.call(getServiceRun, stores.planner.token, { serviceRunId })).body
  await expect.poll(async () => (await run()).state).toBe('Closed')
  return run()
}
type Facts = Awaited<ReturnType<typeof facts>>

async function importFile({ planner }: Stores, rows: readonly Facts[]) {
  const names = [
    'projectCode',
    'serviceDate',
    'sender',
    'recipient',
    'variant',
    'workOrderType',
    'proposedUnits',
  ] as const
  const lines = [names.join(';'), ...rows.map((row) => names.map((name) => row[name]).join(';'))]
  const sent = await portal.upload(foreignProposalKind.upload, planner.token, { mode: 'Merge' }, [
    { name: 'proposals.csv', body: Buffer.from(`${lines.join('\n')}\n`) },
  ])
  expect(sent.status).toBe(200)
  const { id, jobId } = sent.body as { id: string; jobId: string }
  await watch(portal, planner.token, jobId)
  return (await portal.call(foreignProposalKind.getChange, planner.token, { changeId: id })).body
}

describe('[ENG-001] a file of another engine', () => {
  it('becomes the work orders of the run of its date, which say where they come from', async () => {
    const stores = await openStores(portal)
    const change = await importFile(stores, [await facts(stores)])
    expect(
      await portal.call(foreignProposalKind.activate, stores.planner.token, {
        changeId: change.id,
        confirmed: true,
      }),
    ).toMatchObject({ status: 200, body: { state: 'Active' } })
    const run = await closed(stores)
    expect([run.state, run.steps[1]?.notes]).toEqual([
      'Closed',
      ['Proposals of another engine were taken: 1 work order.'],
    ])
    const { rows } = (
      await portal.call(workOrders.page, stores.planner.token, { ...page, from: runDay, to: runDay })
    ).body
    // Ours would have refilled the empty store; the quiet one wants nothing.
    expect(rows).toMatchObject([
      {
        senderCode: stores.full.code,
        recipientCode: stores.quiet.code,
        workOrderType: 'DemandRelatedReplenishment',
        amount: 7,
        workOrderState: 'Proposed',
      },
    ])
    const order = await portal.call(getWorkOrder, stores.planner.token, { workOrderId: existing(rows[0]).id })
    expect(order.body.reasons).toContain('Another engine proposed it.')
    expect(order.body.sender.stock).toBe(60)
    // The run has its work orders: what comes now is too late, and is not taken for a later one.
    const late = await portal.call(foreignProposalKind.deliver, stores.planner.token, {
      rows: [{ ...(await facts(stores)), proposedUnits: 9 }],
    })
    expect(JSON.stringify(late.body.rows[0]?.issues)).toContain('ProposalTooLate')
  })

  it('with codes that nobody knows is refused by row, and nothing of it is taken', async () => {
    const stores = await openStores(portal)
    const one = await facts(stores)
    const change = await importFile(stores, [
      one,
      { ...one, variant: 'NOT-THERE' },
      { ...one, sender: 'NOWHERE' },
      { ...one, projectCode: 'P9' },
      { ...one, recipient: one.sender },
      { ...one, workOrderType: 'Nonsense' },
    ])
    expect(change.state).toBe('ValidationFailed')
    const found = await inCompany(
      portal,
      stores.company.id,
      `select r.position, r.issues from master_change_row r where r.company_id = $1 and r.change_id = $2 order by 1`,
      [stores.company.id, change.id],
    )
    expect(found.map(({ issues }) => JSON.stringify(issues))).toEqual([
      expect.stringMatching(/^(null|\[\])$/),
      expect.stringContaining('variant'),
      expect.stringContaining('sender'),
      expect.stringContaining('ProjectUnknown'),
      expect.stringContaining('ProposalToSender'),
      expect.stringContaining('workOrderType'),
    ])
    expect(
      await portal.call(foreignProposalKind.activate, stores.planner.token, {
        changeId: change.id,
        confirmed: true,
      }),
    ).toMatchObject({ status: 422 })
    await closed(stores)
    const { rows } = (
      await portal.call(workOrders.page, stores.planner.token, { ...page, from: runDay, to: runDay })
    ).body
    expect(rows.map(({ recipientCode }) => recipientCode)).toEqual([stores.empty.code])
  })

  it('of another company, and from who may not, changes nothing', async () => {
    const [stores, other] = [await openStores(portal), await openStores(portal)]
    const one = await facts(stores)
    // Codes of one company say nothing in another one.
    const foreign = await portal.call(foreignProposalKind.deliver, other.planner.token, {
      rows: [{ ...one, sender: 'WAREHOUSE', recipient: `${one.recipient}-X` }],
    })
    expect(foreign.body.rows[0]?.issues.length).toBeGreaterThan(0)
    const nobody = await stores.company.user({ without: [foreignProposalKind.deliver.permission ?? ''] })
    expect(await portal.call(foreignProposalKind.deliver, nobody.token, { rows: [one] })).toMatchObject({
      status: 403,
    })
    expect(await portal.call(foreignProposalKind.deliver, '', { rows: [one] })).toMatchObject({ status: 401 })
  })
})
