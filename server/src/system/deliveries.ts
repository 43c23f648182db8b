import { deliveryKinds, type DeliveryKind } from '@kervan/contract/kit/work'
import type { DeliveryState } from '@kervan/contract/kit/area-work'
import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import type { Language } from '@kervan/contract/kit/values'
import { deliveries, sendDeliveriesAgain } from '@kervan/contract/system/deliveries'
import { sql } from 'kysely'
import type { Services, SessionContext } from '../kit/context.ts'
import type { Tx } from '../kit/database/db.ts'
import { loadActor } from '../kit/http/actor.ts'
import { folded } from '../kit/lists/fold.ts'
import { handleBulk, pass } from '../kit/lists/handle-bulk.ts'
import { serveList } from '../kit/lists/serve-list.ts'
import { translateFirst } from '../kit/messages.ts'
import { dueKeys, untoldFailures, type Delivery, type Deliveries } from '../kit/outside/deliveries.ts'
import { partsOf } from '../kit/parts.ts'
import { record } from '../kit/records/audit.ts'
import { offer } from '../kit/records/offer.ts'
import { seesPartOnly, wholeCompanyOnly } from '../kit/records/scope.ts'
import { holdersOf, notify, type Told } from '../kit/work/notices.ts'
import type { DueTime, DueWork } from '../kit/work/schedule.ts'

// What the portal sends to systems outside, of all areas: the list of it, sending again, and the minute's look for what is
// due. For those who see the whole company.

export const deliveryList = serveList(
  deliveries,
  'deliveries',
  ({ actor }: SessionContext) => ({
    from: sql`delivery d`,
    where: [
      sql`d.company_id = ${actor.company.id}`,
      // A kind that this version does not know has no name.
      sql`d.kind = any(${[...deliveryKinds]}::text[])`,
      ...wholeCompanyOnly(actor),
    ],
    id: sql`d.id`,
    key: sql`d.id`,
    columns: {
      deliveryKind: sql`d.kind`,
      deliveryName: sql`d.name`,
      recipient: sql`d.recipient`,
      deliveryState: sql`d.state`,
      requestedAt: sql`d.requested_at`,
      settledAt: sql`d.settled_at`,
      tries: sql`d.tries`,
      nextTryAt: sql`d.due_at`,
      receipt: sql`d.receipt`,
      response: sql`d.response`,
    },
    facts: { problem: sql<string | null>`d.problem` },
    search: folded(sql`d.name || ' ' || coalesce(d.recipient, '') || ' ' || coalesce(d.receipt, '')`),
    createdAt: sql`d.requested_at`,
  }),
  ({ problem, deliveryState, deliveryName }, context) => ({
    deliveryProblem: problem && problemText(context.language, problem),
    actions: offer(context, { sendAgain: sendDeliveriesAgain }, () =>
      refusedToSend(deliveryName, deliveryState),
    ),
  }),
)

/** Why it was not taken, in words; what happened on the way is named as it was noted: `HTTP 503`. */
const problemText = (language: Language, problem: string): string =>
  translateFirst(language, [`deliveryProblem.${problem}`, problem])

const refusedToSend = (name: string, state: DeliveryState): Refusal | null =>
  state === 'Failed' ? null : refusal('DeliveryNotFailed', { delivery: name })

type Found = { id: string; code: string; kind: DeliveryKind; state: DeliveryState } & Pick<
  Delivery,
  'key' | 'recordId'
> & { recipient: string | null }

export const sendDeliveriesAgainHandler = handleBulk<typeof sendDeliveriesAgain, Found, null>(
  sendDeliveriesAgain,
  {
    list: () => deliveryList,
    limit: 10_000,
    notFound: () => refusal('NotFound'),
    async load({ tx, actor }, ids, { lock }) {
      const { rows } = await sql<Found>`
        select d.id, d.name as code, d.kind, d.state, d.key, d.record_id as "recordId", d.recipient
        from delivery d join unnest(${[...ids]}::uuid[]) as asked(id) on asked.id = d.id
        where ${sql.join([sql`d.company_id = ${actor.company.id}`, ...wholeCompanyOnly(actor)], sql` and `)}
        order by d.id ${lock ? sql`for update of d` : sql``}`.execute(tx)
      return rows
    },
    judge: async () => (one) => refusedToSend(one.code, one.state) ?? pass(null),
    async apply({ tx, actor, services, now }, passing) {
      const found = passing.map(({ record: one }) => one)
      for (const way of partsOf('deliveries'))
        await way.request(
          tx,
          services,
          { companyId: actor.company.id, now },
          found
            .filter(({ kind }) => kind === way.kind)
            .map(({ key, recordId, code, recipient }) => ({ key, recordId, name: code, recipient })),
          'failed',
        )
      await record(tx, actor, now, {
        audit: found.map(({ id, code, kind }) => ({
          operation: 'delivery.sentAgain',
          recordType: 'delivery',
          recordId: id,
          recordCode: code,
          after: { deliveryKind: kind },
        })),
      })
    },
  },
)

/** What is due and was not sent, because nobody answered or a worker died, of each kind; and who is told of what failed. */
export const deliveryWork: DueWork = {
  name: 'deliveries',
  quiet: true,
  async dueTimes({ tx, companyId, until }) {
    const { rows } = await sql<DueTime>`
      select kind as key, min(case when state = 'Waiting' then due_at else settled_at end) as at from delivery
      where company_id = ${companyId} and (state = 'Waiting' and due_at <= ${until} or state = 'Failed' and told_at is null)
      group by kind order by 2, 1`.execute(tx)
    return rows
  },
  async run({ tx, services, companyId, key }) {
    const now = services.clock.now()
    const way = partsOf('deliveries').find(({ kind }) => kind === key)
    if (!way) return { counts: {} }
    const keys = await dueKeys(tx, way.kind, { companyId, now }, 1_000)
    await way.wake(tx, services, companyId, keys)
    const failed = await tellOfFailures(tx, way, { services, companyId, now })
    if (failed.length > 0) await tellSenders(tx, services, companyId, now, failed)
    return { counts: { deliveries: keys.length } }
  },
}

/** Answers what the kind has left to be told to those who may send again. */
async function tellOfFailures(
  tx: Tx,
  { kind, tellOnFailure }: Deliveries,
  context: { services: Services; companyId: number; now: Date },
): Promise<readonly Delivery[]> {
  const failed = await untoldFailures(tx, kind, context)
  if (!tellOnFailure || failed.length === 0) return failed
  await tellOnFailure(tx, failed, context)
  return []
}

/** Tells those who may send again, and see the whole company, what has failed: all of it at once. */
async function tellSenders(
  tx: Tx,
  { jobs }: Services,
  companyId: number,
  now: Date,
  failed: readonly Delivery[],
): Promise<void> {
  const told: Told[] = []
  for (const membershipId of await holdersOf(
    tx,
    companyId,
    sendDeliveriesAgain.permission,
    'delivery.failed',
  )) {
    const actor = await loadActor(tx, companyId, membershipId)
    if (seesPartOnly(actor)) continue
    const [first] = failed
    told.push({
      membershipId,
      codes: failed.map(({ name }) => name),
      facts: { count: failed.length, delivery: failed.length === 1 ? (first?.name ?? null) : null },
    })
  }
  await notify(tx, jobs, { id: companyId }, now, 'delivery.failed', told)
}
