import type { RowOf } from '@kervan/contract/kit/page'
import type { discountRequests } from '@kervan/contract/porta/discount-requests'
import type { RequestSide } from '@kervan/contract/porta/states'
import type { ReactNode } from 'react'
import type { DataGridProps } from '../../kit/grid/types.ts'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import css from './porta.module.css'

export type RequestRow = RowOf<typeof discountRequests>
/** How the rows of a list of requests are shown. */
export type RequestGrid = {
  columns: DataGridProps<typeof discountRequests>['columns']
  renderers: NonNullable<DataGridProps<typeof discountRequests>['renderers']>
  card: (row: RequestRow) => ReactNode
}

const hidden = { hidden: true } as const
const first = {
  requestCode: { pinned: true, width: 116 },
  requestState: { width: 210, grow: false },
} as const
const shared = {
  productName: { width: 220 },
  serialNumber: { width: 150 },
  lotNumber: { width: 110 },
  expiryDate: { width: 110 },
  pointOfSaleName: { width: 180 },
  city: { width: 110 },
  paymentLocationName: { width: 170 },
  declaredSaleDate: { width: 120 },
  declarationId: { width: 140 },
  recordDate: { width: 130 },
  validationFlow: { width: 150 },
  gtin: hidden,
  packState: hidden,
  dataPenalty: hidden,
  itsPenalty: hidden,
  originalDataMatrix: hidden,
  validDataMatrix: hidden,
  pointOfSaleCode: hidden,
  town: hidden,
  address: hidden,
  paymentLocationCode: hidden,
  validSaleDate: hidden,
  declarationDate: hidden,
  imageCount: hidden,
  disputed: hidden,
  description: hidden,
  rejectReason: hidden,
  declineReason: hidden,
  decisionMemo: hidden,
  applicant: hidden,
  recordUser: hidden,
  itsAgainAt: hidden,
  lastEventDate: hidden,
  lastEventUser: hidden,
} as const

/** Reviewers see what weighs first; applicants their own packs. */
const views = {
  reviewer: { ...first, penalty: { width: 116 }, ...shared },
  auditor: {
    ...first,
    changedReason: { width: 150 },
    sampled: { width: 110 },
    changedSince: hidden,
    penalty: { width: 116 },
    ...shared,
  },
  applicant: { ...first, ...shared, penalty: hidden, pointOfSaleName: hidden, city: hidden },
} satisfies Record<RequestSide, object>

const renderers = {
  requestState: (row: RequestRow) => <StateBadge group="discountRequest" value={row.requestState} />,
  penalty: (row: RequestRow) => <Penalty points={row.penalty} />,
}

/** A score with its band: nothing to see, to be looked at, to be inspected (domain/pharma 6). */
export function Penalty({ points }: { points: number }) {
  const band = points >= 50 ? 'high' : points >= 20 ? 'middle' : 'low'
  return (
    <span className={css.penalty} data-band={band}>
      {points}
    </span>
  )
}

const card = (row: RequestRow) => <Card row={row} />

export const discountGrids: Record<RequestSide, RequestGrid> = {
  reviewer: { columns: views.reviewer, renderers, card },
  applicant: { columns: views.applicant, renderers, card },
  auditor: { columns: views.auditor, renderers, card },
}

function Card({ row }: { row: RequestRow }) {
  const { column } = useWords()
  const format = useFormats()
  return (
    <RowCard
      name={<span className={`k-mono ${css.code}`}>{row.requestCode}</span>}
      mark={<StateBadge group="discountRequest" value={row.requestState} />}
    >
      <CardLine>
        <span className={css.name}>{row.productName}</span>
        {row.penalty > 0 && <Penalty points={row.penalty} />}
      </CardLine>
      <CardLine quiet>
        <span className="k-mono">{row.serialNumber}</span>
        <span title={column('declaredSaleDate')}>{format.date(row.declaredSaleDate)}</span>
      </CardLine>
      <CardLine quiet>{row.pointOfSaleName}</CardLine>
    </RowCard>
  )
}
