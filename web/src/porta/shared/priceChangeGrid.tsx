import type { RowOf } from '@kervan/contract/kit/page'
import type { priceChangeRequests } from '@kervan/contract/porta/price-change-requests'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import type { DataGridProps } from '../../kit/grid/types.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import css from './porta.module.css'
import type { RequestGrid } from './requestGrid.tsx'

export type PriceChangeRow = RowOf<typeof priceChangeRequests>
type Props = DataGridProps<typeof priceChangeRequests>

const hidden = { hidden: true } as const
const columns = {
  requestCode: { pinned: true, width: 116 },
  requestState: { width: 140, grow: false },
  refundScope: { width: 170 },
  suggestion: { width: 150 },
  suggestedReason: { width: 220, whenFilled: true },
  productName: { width: 220 },
  serialNumber: { width: 150 },
  pointOfSaleName: { width: 180 },
  paymentLocationName: { width: 170 },
  refundAmount: { width: 110 },
  changeDate: { width: 120 },
  recordDate: { width: 130 },
  rejectReason: { width: 220, whenFilled: true },
  productCode: hidden,
  lotNumber: hidden,
  expiryDate: hidden,
  gtin: hidden,
  originalDataMatrix: hidden,
  validDataMatrix: hidden,
  pointOfSaleCode: hidden,
  blacklisted: hidden,
  city: hidden,
  paymentLocationCode: hidden,
  declaredSaleDate: hidden,
  packState: hidden,
  validationFlow: hidden,
  imageCount: hidden,
  description: hidden,
  decisionMemo: hidden,
  applicant: hidden,
  lastEventDate: hidden,
  lastEventUser: hidden,
} as const satisfies NonNullable<Props['columns']>

const renderers: NonNullable<Props['renderers']> = {
  requestState: (row) => <StateBadge group="priceChangeRequest" value={row.requestState} />,
  suggestion: (row) => <StateBadge group="priceChangeVerdict" value={row.suggestion} />,
}
const card = (row: PriceChangeRow) => <Card row={row} />

/** Managers see what the movements suggest; applicants their own packs. */
export const priceChangeGrids = {
  reviewer: { columns, renderers, card } as unknown as RequestGrid,
  applicant: {
    columns: { ...columns, suggestion: hidden, suggestedReason: hidden, pointOfSaleName: hidden },
    renderers,
    card,
  } as unknown as RequestGrid,
}

function Card({ row }: { row: PriceChangeRow }) {
  const { column, state } = useWords()
  const format = useFormats()
  return (
    <RowCard
      name={<span className={`k-mono ${css.code}`}>{row.requestCode}</span>}
      mark={<StateBadge group="priceChangeRequest" value={row.requestState} />}
    >
      <CardLine>
        <span className={css.name}>{row.productName}</span>
        {row.refundAmount !== null && (
          <span className="k-number" title={column('refundAmount')}>
            {format.number(row.refundAmount)}
          </span>
        )}
      </CardLine>
      <CardLine quiet>
        <span className="k-mono">{row.serialNumber}</span>
        <span title={column('recordDate')}>{format.date(row.recordDate)}</span>
      </CardLine>
      <CardLine quiet>{row.pointOfSaleName}</CardLine>
      {row.suggestedReason !== null && (
        <CardLine quiet>{state('priceChangeReason', row.suggestedReason)}</CardLine>
      )}
    </RowCard>
  )
}
