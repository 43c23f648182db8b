import type { RowOf } from '@kervan/contract/kit/page'
import type { preApprovalOrders } from '@kervan/contract/order/pre-approval'
import { IconAlertTriangle, IconCopy, IconSparkles } from '@tabler/icons-react'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import { tPlural, useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import { Badge, StateBadge } from '../../kit/values/StateBadge.tsx'
import { Day } from '../shared/orderGrid.tsx'
import css from '../shared/order.module.css'

export type PreOrderRow = RowOf<typeof preApprovalOrders>

const isFlagged = ({ active, firstOrder, blacklist, duplicateOf, amountLimit }: Flagged) =>
  !active || firstOrder || blacklist || duplicateOf !== null || amountLimit !== null

export const preOrderViews = {
  preOrderCode: { pinned: true, width: 128 },
  // A state, and what speaks against it.
  preApprovalState: { width: 132, grow: false, wider: { width: 240, when: isFlagged } },
  customerName: { width: 170, picks: 'customer' },
  pointOfSaleName: { width: 170 },
  deliveryLocationName: { width: 150, picks: 'location' },
  orderDate: { width: 112, short: true },
  deliveryDate: { width: 110 },
  quantity: { width: 90 },
  total: { width: 120 },
  amountLimit: { hidden: true },
  externalPoCode: { width: 110 },
  rejectReason: { hidden: true },
  customerUniqueCode: { hidden: true },
  pointOfSaleCode: { hidden: true },
  active: { hidden: true },
  firstOrder: { hidden: true },
  blacklist: { hidden: true },
  duplicateOf: { hidden: true },
  channel: { hidden: true },
  lineCount: { hidden: true },
  memo: { hidden: true },
  decidedBy: { hidden: true },
  decidedAt: { hidden: true },
  recordUser: { hidden: true },
} as const

/** Those who asked know who they are. */
export const myPreOrderViews = { ...preOrderViews, customerName: { width: 170, hidden: true } } as const

export const preOrderRenderers = {
  orderDate: (row: PreOrderRow) => <Day at={row.orderDate} />,
  preApprovalState: (row: PreOrderRow) => (
    <span className={css.badges}>
      <StateBadge group="preApproval" value={row.preApprovalState} />
      <Flags of={row} />
    </span>
  ),
}

type Flagged = Pick<PreOrderRow, 'active' | 'firstOrder' | 'blacklist' | 'duplicateOf' | 'amountLimit'>

/** What whoever decides should see first. */
export function Flags({ of: { active, firstOrder, blacklist, duplicateOf, amountLimit } }: { of: Flagged }) {
  const { t, state } = useWords()
  return (
    <>
      {blacklist && (
        <Badge tone="red" icon={IconAlertTriangle}>
          {t('order.pre.blacklisted')}
        </Badge>
      )}
      {!active && <Badge tone="amber">{t('order.pre.inactive')}</Badge>}
      {duplicateOf !== null && (
        <span title={t('order.pre.duplicate', { code: duplicateOf })}>
          <Badge tone="amber" icon={IconCopy}>
            {t('order.pre.twice')}
          </Badge>
        </span>
      )}
      {amountLimit !== null && <Badge tone="amber">{state('amountLimit', amountLimit)}</Badge>}
      {firstOrder && (
        <Badge tone="blue" icon={IconSparkles}>
          {t('order.pre.first')}
        </Badge>
      )}
    </>
  )
}

export const preOrderCard = (row: PreOrderRow) => <PreOrderCard row={row} />

function PreOrderCard({ row }: { row: PreOrderRow }) {
  const { t, column } = useWords()
  const format = useFormats()
  return (
    <RowCard
      name={<span className={`k-mono ${css.cardCode}`}>{row.preOrderCode}</span>}
      mark={preOrderRenderers.preApprovalState(row)}
    >
      <CardLine>
        <span className={css.cardName}>{row.customerName}</span>
        {row.total !== null && <span className="k-number">{format.money(row.total, row.currency)}</span>}
      </CardLine>
      <CardLine quiet>{row.pointOfSaleName}</CardLine>
      <CardLine quiet>
        <span>
          {column('deliveryDate')} {format.date(row.deliveryDate)}
        </span>
        <span className="k-number">
          {tPlural(t, 'order.detail.units', row.quantity, format.number(row.quantity))}
        </span>
      </CardLine>
    </RowCard>
  )
}
