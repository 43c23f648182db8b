import type { OrderView } from '@kervan/contract/order/order-view'
import { Button, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconPlugConnectedX, IconRefresh, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../kit/page/EmptyState.tsx'
import { useFormats } from '../../kit/values/format.ts'
import type { GridPageInfo } from '../../kit/grid/types.ts'
import { useLeaveGuard } from '../../kit/page/leaveGuard.ts'
import { RecordDrawer } from '../../kit/record/RecordDrawer.tsx'
import { toRefused, type CallRefused } from '../../kit/call/refused.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import css from './order.module.css'
import { OrderDetails, OrderFacts } from './OrderDetails.tsx'
import { OrderDocuments } from './OrderDocuments.tsx'
import { OrderEvents } from './OrderEvents.tsx'
import { OrderFoot, type FootAsks } from './OrderFoot.tsx'
import { OrderStateBadge, type OrderRow } from './orderGrid.tsx'
import { OrderLines } from './OrderLines.tsx'
import { orderOptions, type Side } from './side.ts'
import { useLineWork, type LineWork } from './useLineWork.ts'
import { useOrderMoves } from './useOrderMoves.ts'

type Part = 'lines' | 'documents' | 'contact' | 'history'
type Props = {
  side: Side
  /** The order in the address; null when none is open. */
  code: string | null
  /** The page of the list behind, for the way up and down. */
  page: GridPageInfo<OrderRow> | null
  /** Its quantities are to be opened as soon as it is there. */
  revises?: boolean
  onOpen: (code: string | null, options?: { replace?: boolean }) => void
  onReorder?: (orderCode: string) => void
}

/** One order beside its list (ORD-008, ORD-009): lines, documents, people, history, and what can be done. */
export function OrderDrawer({ side, code, page, revises = false, onOpen, onReorder }: Props) {
  const { t } = useTranslation()
  const format = useFormats()
  const [last, setLast] = useState(code)
  // While the drawer slides away it still shows what it showed.
  if (code !== null && code !== last) setLast(code)
  const shown = code ?? last
  const asked = useQuery({ ...orderOptions(side, shown ?? ''), enabled: shown !== null })
  const order = asked.data
  const work = useLineWork(code === null ? undefined : order, side)
  const moves = useOrderMoves(side, order, work)
  const [part, setPart] = useState<Part>('lines')
  const [asks, setAsks] = useState<FootAsks>(null)
  const [asksOf, setAsksOf] = useState(code)
  if (asksOf !== code) {
    setAsksOf(code)
    setAsks(null)
  }
  const changed = work.changes.length
  useLeaveGuard(changed > 0, {
    record: 'order',
    text: t('order.detail.leaveText', { count: changed, code: shown ?? '' }),
  })

  const startRevising = () => {
    if (!order) return
    setPart('lines')
    const chosen = moves.picked('revise')
    work.open(chosen.length > 0 ? chosen : order.lines.filter(({ actions }) => actions.revise))
  }
  const met = useRef<string | null>(null)
  useEffect(() => {
    if (!revises || !order || order.orderCode !== code || met.current === code) return
    met.current = code
    startRevising()
  })
  useEffect(() => {
    if (code === null) met.current = null
  }, [code])

  const { actions } = order ?? {}
  const free = asks === null && !moves.busy
  const toLines =
    part === 'lines'
      ? () => document.querySelector<HTMLElement>('[data-part="lines"] [data-cell][tabindex="0"]')?.focus()
      : undefined
  const actionKeys =
    order && free && !work.isRevising
      ? side === 'manager'
        ? {
            a: actions?.approve ? () => void moves.approve() : undefined,
            r: actions?.revise ? startRevising : undefined,
            x: actions?.reject && moves.picked('reject').length > 0 ? () => setAsks('reject') : undefined,
            v: actions?.revert ? () => void moves.revert() : undefined,
          }
        : { x: actions?.cancel ? () => setAsks('cancel') : undefined }
      : {}

  return (
    <RecordDrawer
      opened={code !== null}
      onClose={() => onOpen(null)}
      onEscape={() => {
        if (asks === null) return false
        setAsks(null)
        return true
      }}
      title={shown ?? ''}
      named="code"
      badges={order && <Badges order={order} />}
      position={placeOf(useLocationWords(), page, shown, onOpen)}
      facts={order ? <OrderFacts order={order} side={side} /> : !asked.isError && <FactsSkeleton />}
      banner={moves.stale && <StaleBanner refused={moves.stale} onReload={() => void moves.reload()} />}
      tabs={[
        {
          key: 'lines',
          label: t('order.detail.lines'),
          count: order ? format.number(order.lines.length) : null,
        },
        { key: 'documents', label: t('order.detail.documents'), count: order?.documents.length || null },
        { key: 'contact', label: t('order.detail.contact') },
        { key: 'history', label: t('order.detail.history') },
      ]}
      tab={part}
      onTab={(key) => setPart(key as Part)}
      keys={{ ...actionKeys, arrowdown: toLines }}
      foot={
        order && (
          <OrderFoot
            key={order.id}
            order={order}
            side={side}
            work={work}
            moves={moves}
            asks={asks}
            setAsks={setAsks}
            startRevising={startRevising}
            onReorder={onReorder ? () => onReorder(order.orderCode) : null}
          />
        )
      }
    >
      {order ? (
        <PartOf
          key={order.id}
          part={part}
          order={order}
          side={side}
          work={work}
          onHistory={() => setPart('history')}
          onOpen={onOpen}
        />
      ) : asked.isError ? (
        <NotLoaded
          refused={toRefused(asked.error)}
          code={shown ?? ''}
          onRetry={() => void asked.refetch()}
          onClose={() => onOpen(null)}
        />
      ) : (
        <LinesSkeleton />
      )}
    </RecordDrawer>
  )
}

const newest = 5

function PartOf({
  part,
  order,
  side,
  work,
  onHistory,
  onOpen,
}: {
  part: Part
  order: OrderView
  side: Side
  work: LineWork
  onHistory: () => void
  onOpen: Props['onOpen']
}) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  return (
    <div ref={scroller} className={css.scroller} data-part={part}>
      {part === 'lines' && (
        <>
          <OrderLines order={order} work={work} scroller={scroller} />
          <section className={css.eventSection}>
            <div className={css.sectionHead}>
              <h3 className={css.sectionTitle}>{t('order.detail.events')}</h3>
              {order.events.length > newest && (
                <button type="button" className={css.link} onClick={onHistory}>
                  {t('order.detail.showAllEvents', { count: order.events.length })}
                </button>
              )}
            </div>
            <OrderEvents events={order.events.slice(0, newest)} />
          </section>
        </>
      )}
      {part === 'documents' && <OrderDocuments order={order} side={side} />}
      {part === 'contact' && <OrderDetails order={order} onOpen={onOpen} />}
      {part === 'history' && (
        <div className={css.panel}>
          <OrderEvents events={order.events} />
        </div>
      )}
    </div>
  )
}

function Badges({ order }: { order: OrderView }) {
  return (
    <>
      <OrderStateBadge state={order.state} allCancelled={order.allCancelled} />
      {order.type === 'Backorder' && <StateBadge group="lineType" value="Backorder" />}
    </>
  )
}

function useLocationWords() {
  const { t } = useTranslation()
  const format = useFormats()
  return (index: number, { total, totalIsExact }: { total: number; totalIsExact: boolean }) =>
    t('order.detail.place', {
      index: format.number(index),
      total: totalIsExact ? format.number(total) : t('kit.grid.moreThan', { amount: format.number(total) }),
    })
}

/** Up and down go through the page of the list that is on screen. */
function placeOf(
  words: ReturnType<typeof useLocationWords>,
  page: GridPageInfo<OrderRow> | null,
  code: string | null,
  onOpen: Props['onOpen'],
) {
  const index = page?.rows.findIndex(({ orderCode }) => orderCode === code) ?? -1
  if (!page || index < 0) return null
  const to = (row: OrderRow | undefined) => (row ? () => onOpen(row.orderCode, { replace: true }) : null)
  return {
    words: words(page.before + index + 1, page),
    previous: to(page.rows[index - 1]),
    next: to(page.rows[index + 1]),
  }
}

/** Somebody was faster: who and when, and the way to see it. What was chosen and typed stays. */
function StaleBanner({ refused, onReload }: { refused: CallRefused; onReload: () => void }) {
  const { t } = useTranslation()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <div role="alert" className={css.stale}>
      <IconAlertTriangle size={16} aria-hidden className={css.staleIcon} />
      <span className={css.staleWords}>
        {refused.message} <span>{t('order.detail.selectionStays')}</span>
      </span>
      <Button
        ref={button}
        size="xs"
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={onReload}
      >
        {t('order.detail.reload')}
      </Button>
    </div>
  )
}

function NotLoaded({
  refused,
  code,
  onRetry,
  onClose,
}: {
  refused: CallRefused
  code: string
  onRetry: () => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  if (refused.status === 404) {
    return (
      <EmptyState icon={IconSearchOff} title={t('order.detail.notFound', { code })} text={refused.message}>
        <Button variant="default" onClick={onClose}>
          {t('kit.action.close')}
        </Button>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={IconPlugConnectedX}
      tone="red"
      title={t('order.detail.notLoaded', { code })}
      text={refused.message}
    >
      <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={onRetry}>
        {t('kit.action.tryAgain')}
      </Button>
      {refused.reference && <span className="k-mono">{refused.reference}</span>}
    </EmptyState>
  )
}

function FactsSkeleton() {
  return (
    <div className={css.facts} aria-hidden>
      {[120, 100, 90, 110].map((width) => (
        <div key={width}>
          <Late>
            <Skeleton height={8} width={width} radius={2} my={14} />
          </Late>
        </div>
      ))}
    </div>
  )
}

function LinesSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={css.scroller} aria-busy>
      <output className="k-hidden">{t('order.detail.loading')}</output>
      <Late>
        {Array.from({ length: 8 }, (_, index) => (
          <div key={index} className={css.skeletonRow} aria-hidden>
            <Skeleton height={8} width={`${30 + ((index * 7) % 20)}%`} radius={2} />
            <Skeleton height={8} width="18%" radius={2} />
            <Skeleton height={8} width="8%" radius={2} />
          </div>
        ))}
      </Late>
    </div>
  )
}

/** Nothing flickers for an answer that is there before the eye notices. */
function Late({ children }: { children: ReactNode }) {
  const [waited, setWaited] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), 150)
    return () => clearTimeout(timer)
  }, [])
  return waited ? children : null
}
