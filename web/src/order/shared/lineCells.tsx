import type { ProductPicture as Picture } from '@kervan/contract/company/words'
import { PicturedName, ProductPicture } from '../../company/company.api.ts'
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a drawing that says something */
import type { OrderLineView } from '@kervan/contract/order/order-view'
import { IconGauge, IconHeartbeat } from '@tabler/icons-react'
import { CardFact, CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import { Badge, StateBadge } from '../../kit/values/StateBadge.tsx'
import type { LineRow } from './lineList.ts'
import { judgeQuantity } from './lineQuantity.ts'
import css from './lines.module.css'
import { productName } from './productName.ts'
import { QuantityInput } from './QuantityInput.tsx'
import type { LineWork } from './useLineWork.ts'

// How the cells of a line are drawn where their column's type does not say it all.

export const lineRenderers = (work: LineWork, isBeside: boolean) => ({
  productName: (line: LineRow) => (
    <LineName line={line} code={line.gtin ?? line.productUniqueCode} isTwo={isBeside} />
  ),
  stock: ({ stock, shortOfStock }: LineRow) => <Stock amount={stock} isShort={shortOfStock} />,
  confirmedQuantity: (line: LineRow) => <Confirmed line={line} work={work} />,
  completedQuantity: (line: LineRow) => <Completed line={line} />,
  state: (line: LineRow) => (
    <span className={css.state} data-two={isBeside || line.quotaExceeded || undefined}>
      <State line={line} />
      <Reason line={line} />
    </span>
  ),
})

type Named = { picture?: Picture | undefined; productName: string; color: string | null; size: string | null }

/** What a line is; where it has no columns of their own, with colour, size and code below the name. */
export function LineName({ line, code, isTwo = true }: { line: Named; code: string; isTwo?: boolean }) {
  const kind = [line.color, line.size].filter(Boolean).join(' ')
  return (
    <span className={css.pictured}>
      {line.picture && <ProductPicture picture={line.picture} size={isTwo ? 26 : 22} />}
      <span className={css.product} data-two={isTwo || undefined}>
        <span className={css.productName}>{line.productName}</span>
        {isTwo && (
          <span className={css.productKind}>
            {kind} {kind && '·'} <span className="k-mono">{code}</span>
          </span>
        )}
      </span>
    </span>
  )
}

/** How much there is, marked where it is not enough. */
export function Stock({ amount, isShort }: { amount: number; isShort: boolean }) {
  const format = useFormats()
  return <span className={isShort ? css.short : css.plain}>{format.number(amount)}</span>
}

function Confirmed({ line, work }: { line: LineRow; work: LineWork }) {
  const format = useFormats()
  const typed = work.typed(line)
  if (typed !== undefined)
    return (
      <QuantityInput
        line={line}
        name={productName(line)}
        typed={typed}
        judged={judgeQuantity(line, typed)}
        work={work}
      />
    )
  return line.poQuantity === line.demandQuantity ? (
    format.number(line.poQuantity)
  ) : (
    <strong className={css.differs}>{format.number(line.poQuantity)}</strong>
  )
}

function Completed({ line: { completedQuantity } }: { line: LineRow }) {
  const format = useFormats()
  const amount = format.number(completedQuantity)
  return completedQuantity === 0 ? <span className="k-quiet">{amount}</span> : amount
}

function State({ line }: { line: LineRow }) {
  const { t } = useWords()
  return (
    <>
      <StateBadge group="line" value={line.state} />
      {line.healthInsurance?.state === 'Failed' && (
        <IconHeartbeat
          size={16}
          role="img"
          className={css.bad}
          aria-label={t('order.medula.failed')}
          title={t('order.medula.failed')}
        />
      )}
    </>
  )
}

const saysWhy = ({ rejectReason, quotaExceeded }: LineRow) => rejectReason !== 'None' || quotaExceeded

/** Why it was rejected, else that it is to be looked at. */
function Reason({ line }: { line: LineRow }) {
  const { state } = useWords()
  if (!saysWhy(line)) return null
  const isRejected = line.rejectReason !== 'None'
  if (!isRejected)
    return (
      <Badge tone="amber" icon={IconGauge}>
        {state('quotaResult', line.quotaState)}
      </Badge>
    )
  const words = state('rejectReason', line.rejectReason)
  return (
    <span className={css.reason} title={line.memo ?? words}>
      {words}
    </span>
  )
}

/** A line on a telephone. */
export function LineCard({ line, work }: { line: LineRow; work: LineWork }) {
  const { column } = useWords()
  const format = useFormats()
  return (
    <RowCard
      name={<PicturedName picture={line.picture}>{productName(line)}</PicturedName>}
      mark={<State line={line} />}
    >
      <CardLine>
        <CardFact label={column('demandQuantity')}>{format.number(line.demandQuantity)}</CardFact>
        <CardFact label={column('confirmedQuantity')}>
          <Confirmed line={line} work={work} />
        </CardFact>
        <CardFact label={column('completedQuantity')}>
          <Completed line={line} />
        </CardFact>
      </CardLine>
      <CardLine>
        <CardFact label={column('stock')}>
          <Stock amount={line.stock} isShort={line.shortOfStock} />
        </CardFact>
        {line.lineTotal !== null && <span>{format.money(line.lineTotal, line.currency)}</span>}
      </CardLine>
      {saysWhy(line) && (
        <CardLine>
          <Reason line={line} />
        </CardLine>
      )}
    </RowCard>
  )
}

/** The longest state is never cut; wide, a reason stands beside it. */
export function stateWidth(lines: readonly OrderLineView[], isBeside: boolean): number {
  const hasReasons = lines.some(({ rejectReason }) => rejectReason !== 'None')
  const waits = lines.some(({ state }) => state === 'WaitingExternalApproval')
  return Math.max(hasReasons && !isBeside ? 210 : 150, waits ? 168 : 0)
}
