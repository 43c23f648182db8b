import { kigoMonths, kigoReport, myKigoReport } from '@kervan/contract/porta/kigo'
import { applicantMonths } from '@kervan/contract/porta/words'
import type { RowOf } from '@kervan/contract/kit/page'
import { IconReceiptOff } from '@tabler/icons-react'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import type { GridSearch } from '../../kit/grid/gridSearch.ts'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { windowFault, type DayWindow } from '../../kit/values/dateWindow.ts'
import { DateWindow } from '../../kit/values/DateWindow.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { WindowRefused } from '../../kit/values/WindowRefused.tsx'
import { KigoTotals } from './KigoTotals.tsx'
import { kigoWindow } from './kigoWindow.ts'

type Row = RowOf<typeof kigoReport>
type Search = GridSearch & { from?: string | undefined; to?: string | undefined }
type Props = {
  side: 'reviewer' | 'applicant'
  search: Search
  change: (next: Partial<Search>) => void
  /** Applicants see nothing from before this day. */
  earliest?: string
}

const hidden = { hidden: true } as const
const views = {
  applicantId: { pinned: true, width: 116 },
  periodDay: { width: 110 },
  productName: { width: 200 },
  serialNumber: { width: 150 },
  ownerName: { width: 180 },
  applicationStatus: { width: 220 },
  sellIn: { width: 110 },
  sellOut: { width: 110 },
  sellOutTax: { width: 120 },
  serviceCharge: { width: 110 },
  paymentTax: { width: 120 },
  discountRatio: { width: 90 },
  warehouseName: { width: 170 },
  invoiceDate: { width: 110 },
  paymentLocationName: { width: 170 },
  kigoNotes: { width: 200, whenFilled: true },
  rowKind: { width: 110 },
  monthClosed: { width: 100 },
  validDataMatrix: hidden,
  lotNumber: hidden,
  warehouseGln: hidden,
  shipToLocation: hidden,
  ownerGln: hidden,
  ownerCity: hidden,
  gtin: hidden,
  inquiryDate: hidden,
  applicantDate: hidden,
  validSaleDate: hidden,
  sellInTax: hidden,
  payment: hidden,
  basisDay: hidden,
  manufacturerPrice: hidden,
  requiredRate: hidden,
  appliedRate: hidden,
  taxRate: hidden,
  serviceRate: hidden,
  paidPrice: hidden,
  duePrice: hidden,
} as const

const renderers = {
  applicationStatus: (row: Row) => <StateBadge group="discountRequest" value={row.applicationStatus} />,
}
const card = (row: Row) => <Card row={row} />

/** The rows of a period with their totals (KIG-001, KIG-002). */
export function KigoRows({ side, search, change, earliest }: Props) {
  const { t } = useWords()
  const months = side === 'reviewer' ? kigoMonths : applicantMonths
  const window = kigoWindow(search, side === 'reviewer' ? 3 : months, earliest)
  const setWindow = (next: DayWindow) => change({ ...next, page: undefined })
  const limit = earliest ? { earliest } : {}
  if (windowFault(window, months, earliest) !== null)
    return <WindowRefused window={window} months={months} {...limit} onChange={setWindow} />
  return (
    <>
      <KigoTotals
        side={side}
        input={{ ...window, sort: [], filters: search.f ?? {}, search: search.q?.trim() ?? '' }}
      />
      <DataGrid
        list={side === 'reviewer' ? kigoReport : (myKigoReport as unknown as typeof kigoReport)}
        scope={window}
        label={t('porta.kigo.list')}
        nouns="porta.kigo.count"
        searchLabel={t('porta.search')}
        columns={side === 'reviewer' ? views : { ...views, ownerName: hidden }}
        renderers={renderers}
        quickFilter="applicationStatus"
        filters={
          <DateWindow
            value={window}
            months={months}
            {...limit}
            label={t('porta.kigo.period')}
            onChange={setWindow}
          />
        }
        card={card}
        empty={{
          title: t('porta.kigo.empty'),
          text: t('porta.kigo.emptyText'),
          icon: IconReceiptOff,
        }}
      />
    </>
  )
}

function Card({ row }: { row: Row }) {
  const format = useFormats()
  return (
    <RowCard
      name={<span className="k-mono">{row.applicantId}</span>}
      mark={<StateBadge group="discountRequest" value={row.applicationStatus} />}
    >
      <CardLine>
        <span>{row.productName}</span>
        <strong>{row.paymentTax !== null && format.amount(row.paymentTax)}</strong>
      </CardLine>
      <CardLine quiet>
        <span className="k-mono">{row.serialNumber}</span>
        <span>{format.date(row.periodDay)}</span>
      </CardLine>
      <CardLine quiet>{row.ownerName}</CardLine>
    </RowCard>
  )
}
