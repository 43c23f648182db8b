import type { subscriptions } from '@kervan/contract/administration/subscriptions'
import type { RowOf } from '@kervan/contract/kit/page'
import { creditEntries, getCreditAccount, topUpCredit } from '@kervan/contract/services/credit'
import { Button } from '@mantine/core'
import { IconPlus, IconReceipt } from '@tabler/icons-react'
import { useState } from 'react'
import { z } from 'zod'
import { useRead } from '../../kit/call/query.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { NumberField } from '../../kit/form/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { WhyMissing } from '../../kit/page/why.tsx'
import { useHistoryTab } from '../../kit/record/historyTab.tsx'
import { FactList, RecordBanner, useLast } from '../../kit/record/RecordParts.tsx'
import { RecordScreen, type RecordPlace } from '../../kit/record/RecordScreen.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { QuotaMeter } from '../../kit/values/Meter.tsx'
import { StateBadge } from '../../kit/values/StateBadge.tsx'

type Props = RecordPlace<RowOf<typeof subscriptions>>
type Account = ReturnType<typeof getCreditAccount.output.parse>

/** The credit of a subscription (SUB-001): its figures, what stands behind them, what planned runs will take, and how it is topped up. */
export function SubscriptionDrawer({ id, page, onOpen }: Props) {
  const { t } = useWords()
  const shown = useLast(id)
  const [adds, setAdds] = useState(false)
  const asked = useRead(getCreditAccount, { subscriptionId: shown ?? '' }, { enabled: shown !== null })
  const { data: found } = asked
  const history = useHistoryTab<Account>(
    'subscription',
    (account) => account.id,
    t('services.run.tab.history'),
  )
  return (
    <RecordScreen
      id={id}
      page={page}
      onOpen={onOpen}
      asked={asked}
      title={({ serviceName }) => serviceName}
      untitled={t('column.serviceName')}
      badges={({ state }) => <StateBadge group="subscriptionState" value={state} />}
      facts={(account) => <Figures found={account} />}
      banner={(account) => (
        <>
          <UsedUp found={account} onTopUp={() => setAdds(true)} />
          <Projection found={account} />
        </>
      )}
      tabs={[
        {
          key: 'entries',
          label: t('services.credit.ledger'),
          fill: true,
          show: (account) => <Ledger subscriptionId={account.id} />,
        },
        ...history,
      ]}
      actions={
        found?.mayTopUp
          ? [
              {
                key: 'topUp',
                label: t('services.credit.topUp'),
                icon: IconPlus,
                tone: 'primary',
                blocked: null,
                run: () => setAdds(true),
              },
            ]
          : []
      }
      dialog={adds && found && <TopUp found={found} onClose={() => setAdds(false)} />}
    />
  )
}

function Figures({ found }: { found: Account }) {
  const { t, column } = useWords()
  const format = useFormats()
  const { startsOn: from, endsOn } = found
  const { runs, credit } = found.projection
  const figure = (value: number, part = 0, word = '') =>
    part > 0 ? `${format.number(value)} (${word} ${format.number(part)})` : format.number(value)
  return (
    <FactList
      facts={[
        [
          column('serviceId'),
          <span key="id" className="k-mono">
            {found.serviceId}
          </span>,
        ],
        [
          t('services.credit.period'),
          endsOn === null
            ? t('services.credit.since', { from: format.date(from) })
            : t('services.credit.until', { from: format.date(from), to: format.date(endsOn) }),
        ],
        [column('totalCredit'), figure(found.total, found.toppedUp, t('services.credit.toppedUp'))],
        [column('usedCredit'), figure(found.used, found.opening, t('services.credit.opening'))],
        [column('reservedCredit'), format.number(found.reserved)],
        [
          column('remainingCredit'),
          <QuotaMeter key="left" limit={found.total} used={found.used + found.reserved} />,
        ],
        [column('exceededCredit'), found.exceeded === 0 ? null : format.number(found.exceeded)],
        [
          t('services.credit.planned'),
          runs > 0 && isEnough(found)
            ? t('services.credit.lasts', {
                count: runs,
                amount: format.number(runs),
                credit: format.number(credit),
              })
            : null,
        ],
        [
          t('services.credit.usedUp'),
          found.letsExceed ? t('services.credit.exceeds') : t('services.credit.holds'),
        ],
      ]}
    />
  )
}

/** The credit lasts for the planned runs, or they go on without it. */
const isEnough = ({ projection, letsExceed }: Account): boolean =>
  projection.lastsUntil === null || letsExceed

/** That the credit is used up, and how there will be more: by the reader, or by who may book it. */
function UsedUp({ found, onTopUp }: { found: Account; onTopUp: () => void }) {
  const { t } = useWords()
  const format = useFormats()
  if (found.remaining > 0 && found.exceeded === 0) return null
  return (
    <RecordBanner
      action={
        found.mayTopUp ? (
          <Button variant="default" size="xs" onClick={onTopUp}>
            {t('services.credit.topUp')}
          </Button>
        ) : (
          <WhyMissing permission={topUpCredit.permission ?? ''} size="compact-sm" />
        )
      }
    >
      {found.exceeded > 0
        ? t('services.credit.exceededBy', { count: found.exceeded, amount: format.number(found.exceeded) })
        : t('services.credit.empties')}{' '}
      {!found.mayTopUp && t('services.credit.askFor')}
    </RecordBanner>
  )
}

/** What needs somebody: credit that does not last, runs that wait for it. */
function Projection({ found }: { found: Account }) {
  const { t } = useWords()
  const format = useFormats()
  const { runs, credit, missing, lastsUntil } = found.projection
  const said = { count: runs, amount: format.number(runs), credit: format.number(credit) }
  const isShort = runs > 0 && lastsUntil !== null && !isEnough(found)
  if (!isShort && found.waiting === 0) return null
  return (
    <RecordBanner>
      {isShort &&
        t('services.credit.short', {
          ...said,
          missing: format.number(missing),
          day: format.date(lastsUntil),
        })}{' '}
      {found.waiting > 0 &&
        t('services.credit.waiting', { count: found.waiting, amount: format.number(found.waiting) })}
    </RecordBanner>
  )
}

const views = {
  creditBookedAt: { width: 150 },
  creditEntryKind: { width: 130 },
  creditAmount: { width: 100 },
  runCode: { width: 120, whenFilled: true },
  runName: { width: 180, whenFilled: true },
  serviceDate: { width: 120, whenFilled: true },
  creditBookedBy: { width: 140, whenFilled: true },
  creditNote: { width: 180, whenFilled: true },
} as const

function Ledger({ subscriptionId }: { subscriptionId: string }) {
  const { t } = useWords()
  return (
    <DataGrid
      list={creditEntries}
      scope={{ subscriptionId }}
      label={t('services.credit.ledger')}
      nouns="services.credit.count"
      columns={views}
      quickFilter="creditEntryKind"
      selectable={false}
      state="own"
      empty={{ title: t('services.credit.empty'), text: t('services.credit.emptyText'), icon: IconReceipt }}
    />
  )
}

const schema = z.object({ amount: z.int().min(1).max(100_000_000), note: z.string().trim().max(200) })

function TopUp({ found, onClose }: { found: Account; onClose: () => void }) {
  const { t } = useWords()
  const format = useFormats()
  const add = useCall(topUpCredit, { refreshes: ['Subscription', 'Home'] })
  return (
    <FormDialog<z.infer<typeof schema>>
      title={t('services.credit.topUp')}
      action={t('services.credit.topUp')}
      schema={schema}
      start={{ amount: 1_000, note: '' }}
      onSubmit={async ({ amount, note }) => {
        const done = await add.attempt({ subscriptionId: found.id, amount, note: note === '' ? null : note })
        if (done) toast('success', t('services.credit.toppedUpDone', { amount: format.number(amount) }))
        return done
      }}
      onClose={onClose}
    >
      <p className="k-quiet">{t('services.credit.topUpText')}</p>
      <NumberField name="amount" label={t('services.credit.amount')} min={1} />
      <TextField name="note" label={t('services.credit.note')} optional />
    </FormDialog>
  )
}
