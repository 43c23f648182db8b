import type { OrderView } from '@kervan/contract/order/order-view'
import type { Side } from '@kervan/contract/order/states'
import { createTemplateFromOrder } from '@kervan/contract/order/order-templates'
import { announceReturn } from '@kervan/contract/order/returns'
import { IconHeartbeat, IconPackageExport, IconShoppingCartPlus, IconTemplate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '../../kit/call/rights.ts'
import type { GridAction, GridPageInfo } from '../../kit/grid/types.ts'
import { useGo } from '../../kit/page/go.ts'
import { useLeaveGuard } from '../../kit/page/leaveGuard.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { RecordDrawer } from '../../kit/record/RecordDrawer.tsx'
import { keysOf, RecordBody, useLast, usePosition } from '../../kit/record/RecordParts.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import css from './order.module.css'
import { OrderFacts } from './OrderDetails.tsx'
import { OrderPart, type DrawerPart } from './OrderPart.tsx'
import { OrderFoot } from './OrderFoot.tsx'
import type { OrderRow } from './orderGrid.tsx'
import { viewWidths, type LineView } from './OrderLines.tsx'
import {
  ExportBanner,
  HealthBanner,
  isBeingSent,
  OverdueBanner,
  PartBanner,
  StaleBanner,
} from './OrderBanners.tsx'
import { isWhole, orderOptions } from './side.ts'
import { useLineWork } from './useLineWork.ts'
import { useOrderActions } from './useOrderActions.tsx'

const NotifyAgain = lazy(() => import('./NotifyAgain.tsx').then((of) => ({ default: of.NotifyAgain })))
const SaveAsTemplate = lazy(() =>
  import('./SaveAsTemplate.tsx').then((of) => ({ default: of.SaveAsTemplate })),
)

type Props = {
  side: Side
  /** The order in the address; null when none is open. */
  code: string | null
  /** The page of the list behind, for the way up and down. */
  page: GridPageInfo<OrderRow> | null
  /** Its quantities are to be opened as soon as it is there. */
  revises?: boolean
  /** What is shown of it at first. */
  begins?: DrawerPart
  onOpen: (code: string | null, options?: { replace?: boolean }) => void
  onReorder?: (orderCode: string) => void
}

/** Returns have a screen of their own (MED-001), and announcing one a right. */
const mayReturn = (has: (right: string) => boolean): boolean =>
  has('ReturnsManagement') && has(announceReturn.permission ?? '')

/** One order beside its list (ORD-008, ORD-009): lines, documents, people, history, and what can be done. */
export function OrderDrawer({
  side,
  code,
  page,
  revises = false,
  begins = 'lines',
  onOpen,
  onReorder,
}: Props) {
  const { t } = useTranslation()
  const format = useFormats()
  const shown = useLast(code)
  const asked = useQuery({
    ...orderOptions(side, shown ?? ''),
    enabled: shown !== null,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && isBeingSent(data) && dataUpdateCount < 20 ? 3_000 : false,
  })
  const order = asked.data
  const whole = order && isWhole(order) ? order : undefined
  const work = useLineWork(code === null ? undefined : whole, side)
  const { actions, dialog, stale, ...moves } = useOrderActions(side, whole, work)
  const [part, setPart] = useState<DrawerPart>(begins)
  const [view, setView] = useState<LineView>('beside')
  const [savesAs, setSavesAs] = useState<string | null>(null)
  const [notifies, setNotifies] = useState(false)
  const rights = useRights()
  const go = useGo()
  const changed = work.changes.length
  useLeaveGuard(changed > 0, {
    record: 'order',
    text: t('order.detail.leaveText', { count: changed, code: shown ?? '' }),
  })

  const startRevising = () => {
    setPart('lines')
    moves.startRevising()
  }
  const met = useRef<string | null>(null)
  useEffect(() => {
    if (!revises || !whole || whole.orderCode !== code || met.current === code) return
    met.current = code
    startRevising()
  })
  useEffect(() => {
    if (code === null) met.current = null
  }, [code])

  const offered: GridAction[] = [
    ...actions.map((action) => ({
      ...action,
      run: () => {
        if (action.key === 'revise') startRevising()
        else action.run()
      },
    })),
    ...(order && onReorder && order.actions.reorder !== undefined
      ? [
          {
            key: 'reorder',
            label: t('order.my.reorder'),
            icon: IconShoppingCartPlus,
            blocked: order.actions.reorder,
            run: () => onReorder(order.orderCode),
          },
        ]
      : []),
    ...(order?.actions.notifyHealthInsurance === null
      ? [
          {
            key: 'notifyHealthInsurance',
            label: t('order.medula.again'),
            icon: IconHeartbeat,
            blocked: null,
            run: () => setNotifies(true),
          },
        ]
      : []),
    ...(order &&
    mayReturn((right) => rights.has(right)) &&
    order.lines.some(({ completedQuantity }) => completedQuantity > 0)
      ? [
          {
            key: 'return',
            label: t('returns.announce'),
            icon: IconPackageExport,
            blocked: null,
            run: () => go({ to: '/porta/product-returns', search: { order: order.orderCode } }),
          },
        ]
      : []),
    ...(order && rights.has(createTemplateFromOrder.permission ?? '')
      ? [
          {
            key: 'template',
            label: t('order.template.saveAs'),
            icon: IconTemplate,
            blocked: null,
            run: () => setSavesAs(order.orderCode),
          },
        ]
      : []),
  ]
  const toLines =
    part === 'lines'
      ? () => document.querySelector<HTMLElement>('[data-part="lines"] [data-cell][tabindex="0"]')?.focus()
      : undefined
  const open = page?.rows.find(({ orderCode }) => orderCode === shown)
  const position = usePosition(page, open?.id ?? null, (id, options) =>
    onOpen(page?.rows.find((row) => row.id === id)?.orderCode ?? null, options),
  )

  return (
    <RecordDrawer
      opened={code !== null}
      onClose={() => onOpen(null)}
      size={viewWidths[view]}
      title={shown ?? ''}
      named="code"
      badges={order && <Badges order={order} />}
      position={position}
      facts={
        order ? <OrderFacts order={order} side={side} /> : !asked.isError && <div className={css.factsRoom} />
      }
      banner={
        stale ? (
          <StaleBanner refused={stale} onReload={() => void moves.reload()} />
        ) : (
          order && (
            <>
              {whole ? (
                <HealthBanner order={whole} onNotify={() => setNotifies(true)} />
              ) : (
                asked.isError && <PartBanner order={order} onReload={() => void asked.refetch()} />
              )}
              <ExportBanner order={order} />
              <OverdueBanner order={order} />
            </>
          )
        )
      }
      tabs={[
        {
          key: 'lines',
          label: t('order.detail.lines'),
          count: order ? format.number(order.lineCount) : null,
        },
        { key: 'documents', label: t('order.detail.documents'), count: order?.documents.length || null },
        { key: 'contact', label: t('order.detail.contact') },
        { key: 'history', label: t('order.detail.history') },
      ]}
      tab={part}
      onTab={setPart}
      keys={{ ...(moves.isBusy || work.isRevising ? {} : keysOf(offered)), arrowdown: toLines }}
      foot={
        order && (
          <OrderFoot
            key={order.id}
            order={order}
            work={work}
            actions={offered}
            isBusy={moves.isBusy}
            onSend={(memo) => void moves.sendQuantities(memo)}
          />
        )
      }
    >
      {order ? (
        <OrderPart
          key={order.id}
          part={part}
          order={order}
          side={side}
          work={work}
          view={view}
          onView={setView}
          onHistory={() => setPart('history')}
          onOpen={onOpen}
        />
      ) : (
        <RecordBody>
          <ReadState asked={asked} name={shown ?? ''} />
        </RecordBody>
      )}
      {dialog}
      {notifies && order && (
        <Suspense>
          <NotifyAgain order={order} onClose={() => setNotifies(false)} />
        </Suspense>
      )}
      {savesAs !== null && (
        <Suspense>
          <SaveAsTemplate orderCode={savesAs} onClose={() => setSavesAs(null)} />
        </Suspense>
      )}
    </RecordDrawer>
  )
}

function Badges({ order }: { order: OrderView }) {
  return (
    <>
      <StateBadge group="order" value={order.shownState} />
      {order.type === 'Backorder' && <StateBadge group="lineType" value="Backorder" />}
    </>
  )
}
