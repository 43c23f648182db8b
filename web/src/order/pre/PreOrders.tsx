import { myPreApprovalOrders, preApprovalOrders } from '@kervan/contract/order/pre-approval'
import type { Side } from '@kervan/contract/order/states'
import {
  applicantWindowMonths,
  managementWindowMonths,
  preApprovalStates,
} from '@kervan/contract/order/words'
import { IconClipboardList } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../kit/call/session.ts'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import type { GridPageInfo } from '../../kit/grid/types.ts'
import { windowFault, type DayWindow } from '../../kit/values/dateWindow.ts'
import { DateWindow } from '../../kit/values/DateWindow.tsx'
import { WindowRefused } from '../../kit/values/WindowRefused.tsx'
import { managementWindow, myEarliest, myWindow } from '../windows.ts'
import { PreOrderDrawer } from './PreOrderDrawer.tsx'
import { usePreOrderActions } from './preActions.tsx'
import {
  myPreOrderViews,
  preOrderCard,
  preOrderRenderers,
  preOrderViews,
  type PreOrderRow,
} from './preGrid.tsx'

type Props = {
  side: Side
  search: { from?: string | undefined; to?: string | undefined; pre?: string | undefined }
  change: (
    next: { from?: string; to?: string; pre?: string | undefined; page?: undefined },
    options?: { replace?: boolean },
  ) => void
}

/** The list of pre-approval orders with the drawer beside it (ORD-012): to decide on, or to follow what one asked for. */
export function PreOrders({ side, search, change }: Props) {
  const { t } = useTranslation()
  const [page, setPage] = useState<GridPageInfo<PreOrderRow> | null>(null)
  const { grid, actionsOf, dialog } = usePreOrderActions(side)
  const isManager = side === 'manager'
  const skips = useSession()?.PreApproves === undefined
  const months = isManager ? managementWindowMonths : applicantWindowMonths
  const window = isManager ? managementWindow(search) : myWindow(search)
  const earliest = isManager ? {} : { earliest: myEarliest() }
  const setWindow = (next: DayWindow) => change({ ...next, page: undefined })
  const open = (id: string | null, options?: { replace?: boolean }) =>
    change({ pre: id ?? undefined }, options)
  if (windowFault(window, months, earliest.earliest) !== null)
    return <WindowRefused window={window} months={months} {...earliest} onChange={setWindow} />
  return (
    <>
      <DataGrid
        list={isManager ? preApprovalOrders : (myPreApprovalOrders as unknown as typeof preApprovalOrders)}
        scope={window}
        label={t('screen.preOrderManagement.title')}
        nouns="order.pre.count"
        searchLabel={t('order.pre.search')}
        columns={isManager ? preOrderViews : myPreOrderViews}
        renderers={preOrderRenderers}
        quickFilter="preApprovalState"
        quickValues={preApprovalStates}
        filters={
          <DateWindow
            value={window}
            months={months}
            {...earliest}
            label={t('order.management.window')}
            onChange={setWindow}
          />
        }
        onPage={setPage}
        onOpen={(row) => open(row.id)}
        openId={search.pre ?? null}
        {...grid}
        card={preOrderCard}
        empty={{
          title: t(isManager ? 'order.pre.emptyManaged' : 'order.pre.empty'),
          text: t(
            !isManager ? 'order.pre.emptyText' : skips ? 'order.pre.oneLayer' : 'order.pre.emptyManagedText',
          ),
          icon: IconClipboardList,
        }}
      />
      <PreOrderDrawer side={side} id={search.pre ?? null} page={page} actionsOf={actionsOf} onOpen={open} />
      {dialog}
    </>
  )
}
