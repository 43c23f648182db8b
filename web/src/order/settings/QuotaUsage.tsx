import { quotaEntries, quotaRuleKind, quotaUsage, quotaWindows } from '@kervan/contract/order/quota-rules'
import type { RowOf } from '@kervan/contract/kit/page'
import { SegmentedControl } from '@mantine/core'
import { IconGauge } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWords } from '../../kit/i18n/words.ts'
import { z } from 'zod'
import { useRead } from '../../kit/call/query.ts'
import { useRights } from '../../kit/call/rights.ts'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import { useGo } from '../../kit/page/go.ts'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { RecordDrawer } from '../../kit/record/RecordDrawer.tsx'
import { RecordBody, useLast } from '../../kit/record/RecordParts.tsx'
import { QuotaMeter } from '../../kit/values/Meter.tsx'
import { Badge } from '../../kit/values/StateBadge.tsx'
import { useFormats, type Formats } from '../../kit/values/format.ts'
import { windowEnd, windowStart } from '../shared/quotaWindow.ts'
import { QuotaWindows } from './QuotaWindows.tsx'
import css from './settings.module.css'

type Usage = RowOf<typeof quotaUsage>

// Whose quota it is, of what and by which rule stands first; the rest is in the column chooser.
const views = {
  locationNode: { pinned: true, width: 210 },
  productNode: { width: 200, whenFilled: true },
  ruleName: { width: 200 },
  ruleCode: { hidden: true },
  actionType: { hidden: true },
  valueType: { hidden: true },
  quotaUsed: { width: 135 },
  quotaLimit: { width: 138 },
  quotaLeft: { width: 226 },
  windowFrom: { hidden: true },
  windowTo: { width: 110 },
  usedPercent: { hidden: true },
  ruleActive: { hidden: true },
  quotasOver: { hidden: true },
} as const
const viewsInRecord = { ...views, ruleName: { hidden: true } } as const

const renderers = {
  ruleName: (row: Usage) => <RuleName row={row} />,
  windowFrom: (row: Usage) => <Moment of={(format) => windowStart(format, { from: row.windowFrom })} />,
  windowTo: (row: Usage) => <Moment of={(format) => windowEnd(format, { to: row.windowTo })} />,
  quotaUsed: (row: Usage) => <Figure of={row.quotaUsed} row={row} />,
  quotaLimit: (row: Usage) => <Figure of={row.quotaLimit} row={row} />,
  quotaLeft: (row: Usage) => (
    <QuotaMeter
      limit={Number(row.quotaLimit)}
      used={Number(row.quotaUsed)}
      isAmount={row.currency !== null}
      {...(row.currency !== null && { currency: row.currency })}
    />
  ),
}

/** What a rule that is switched off has counted stays to be seen, and is marked. */
function RuleName({ row: { ruleName, ruleActive } }: { row: Usage }) {
  const { t } = useTranslation()
  if (ruleActive) return ruleName
  return (
    <span className={css.ruleName}>
      <span className="k-cut">{ruleName}</span>
      <Badge tone="grey">{t('quota.ruleInactive')}</Badge>
    </span>
  )
}

/** Pieces, or money, as the rule counts. */
function Figure({ of, row: { currency } }: { of: string; row: Usage }) {
  const format = useFormats()
  return currency === null ? format.number(Number(of)) : format.money(of, currency)
}

const Moment = ({ of }: { of: (format: Formats) => string }) => of(useFormats())

const search = z.object({
  usage: z.string().optional().catch(undefined),
  /** The rule of `usage`. */
  rule: z.string().optional().catch(undefined),
  span: z.enum(['current', 'all']).optional().catch(undefined),
})

/** How full each quota is, by node and window; a row opens who used it (QTA-003). */
export default function QuotaUsagePart() {
  const { t } = useTranslation()
  const [{ span = 'current' }, change] = useScreenSearch(search)
  return (
    <PageFrame
      title={t('kind.quotaUsage.many')}
      actions={
        <SegmentedControl
          aria-label={t('quota.span.label')}
          value={span}
          data={[
            { value: 'current', label: t('quota.span.current') },
            { value: 'all', label: t('quota.span.all') },
          ]}
          onChange={(value) => change({ span: value })}
        />
      }
    >
      <UsageGrid current={span === 'current'} ruleCode={null} />
    </PageFrame>
  )
}

/** The same for one rule, in its record. */
export function UsageOfRule({ id }: { id: string }) {
  const asked = useRead(quotaRuleKind.get, { id })
  if (!asked.data)
    return (
      <RecordBody>
        <ReadState asked={asked} />
      </RecordBody>
    )
  return (
    <RecordBody fill>
      <div className={css.overTime}>
        <QuotaWindows ruleCode={asked.data.values.code} usageId={null} />
      </div>
      <UsageGrid current={false} ruleCode={asked.data.values.code} inRecord />
    </RecordBody>
  )
}

function UsageGrid({
  current,
  ruleCode,
  inRecord = false,
}: {
  current: boolean
  ruleCode: string | null
  inRecord?: boolean
}) {
  const { t } = useTranslation()
  const [{ usage = null, rule = '' }, change] = useScreenSearch(search)
  const go = useGo()
  /** Who used it stands beside the list of all; a record has no room for a second one. */
  const open = (found: { usage: string; rule: string }) =>
    inRecord ? go({ search: { part: 'quotaUsage', span: 'all', ...found } }) : change(found)
  return (
    <>
      <DataGrid
        list={quotaUsage}
        scope={{ current, ruleCode }}
        label={t('kind.quotaUsage.many')}
        nouns="kind.quotaUsage.count"
        columns={inRecord ? viewsInRecord : views}
        renderers={renderers}
        card={usageCard}
        {...(inRecord ? { state: 'own' as const } : { quickFilter: 'ruleName' as const })}
        selectable={false}
        onOpen={({ id, ruleCode: rule }) => open({ usage: id, rule })}
        openId={usage}
        empty={{ title: t('kind.quotaUsage.empty'), text: t('kind.quotaUsage.emptyText'), icon: IconGauge }}
      />
      {!inRecord && (
        <Entries id={usage} rule={rule} onClose={() => change({ usage: undefined, rule: undefined })} />
      )}
    </>
  )
}

const usageCard = (row: Usage) => <UsageCard row={row} />

function UsageCard({ row }: { row: Usage }) {
  const { t, column } = useWords()
  return (
    <RowCard name={row.locationNode || row.productNode || t('quota.about.all')}>
      {row.locationNode && row.productNode && <CardLine>{row.productNode}</CardLine>}
      <CardLine quiet>{renderers.ruleName(row)}</CardLine>
      <CardLine quiet>
        <span>
          {column('windowTo')} {renderers.windowTo(row)}
        </span>
        {renderers.quotaLeft(row)}
      </CardLine>
    </RowCard>
  )
}

/** Who used a quota: each booking, which opens its order for who manages orders. */
function Entries({ id, rule, onClose }: { id: string | null; rule: string; onClose: () => void }) {
  const { t } = useTranslation()
  const rights = useRights()
  const go = useGo()
  const [tab, setTab] = useState<'bookings' | 'windows'>('bookings')
  const shown = useLast(id)
  const asked = useRead(quotaWindows, { ruleCode: rule, usageId: shown }, { enabled: shown !== null })
  const node = asked.data?.node ?? []
  return (
    <RecordDrawer
      opened={id !== null}
      onClose={onClose}
      title={node.join(' · ') || t('kind.quotaEntry.many')}
      named="name"
      tabs={[
        { key: 'bookings', label: t('kind.quotaEntry.many') },
        { key: 'windows', label: t('quota.windows.title') },
      ]}
      tab={tab}
      onTab={(key) => setTab(key === 'windows' ? 'windows' : 'bookings')}
    >
      {shown !== null && tab === 'windows' && (
        <RecordBody>
          <QuotaWindows ruleCode={rule} usageId={shown} />
        </RecordBody>
      )}
      {shown !== null && tab === 'bookings' && (
        <RecordBody fill>
          <DataGrid
            list={quotaEntries}
            scope={{ usageId: shown }}
            label={t('kind.quotaEntry.many')}
            nouns="kind.quotaEntry.count"
            columns={{
              orderCode: { pinned: true, width: 120 },
              bookedAt: { width: 140 },
              booked: { width: 100 },
              orderedBy: { width: 140 },
              productName: { width: 180 },
              bookingKind: { width: 170 },
              lineNo: { width: 70 },
              customerName: { hidden: true },
            }}
            {...(rights.has('OrderManagement') && {
              onOpen: ({ orderCode }: RowOf<typeof quotaEntries>) =>
                go({ to: '/order/order-management', search: { order: orderCode } }),
            })}
            state="own"
            selectable={false}
            empty={{ title: t('kind.quotaEntry.empty'), icon: IconGauge }}
          />
        </RecordBody>
      )}
    </RecordDrawer>
  )
}
