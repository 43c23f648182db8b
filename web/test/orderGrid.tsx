import type { Selection } from '@kervan/contract/kit/page'
import { pendingOrders } from '@kervan/contract/order/order-management'
import { IconCheck } from '@tabler/icons-react'
import { vi } from 'vitest'
import { page } from 'vitest/browser'
import { DataGrid } from '../src/kit/grid/DataGrid.tsx'
import type { DataGridProps } from '../src/kit/grid/types.ts'
import type { MemoryServer } from './MemoryServer.ts'
import { rememberDictionaries, serveList } from './memoryParts.ts'
import { freshPortal, session } from './render.tsx'
import { sampleOrders, type OrderRow } from './sampleOrders.ts'

// A grid of 431 orders, for the tests of the grid itself.

export async function beginGrid(): Promise<{ server: MemoryServer; orders: OrderRow[] }> {
  await page.viewport(1440, 900)
  const server = await freshPortal({
    session: {
      ...session,
      PermissionsUI: [...session.PermissionsUI, pendingOrders.excel.permission ?? ''],
    },
  })
  rememberDictionaries(server)
  const orders = sampleOrders(431)
  serveList(server, pendingOrders, orders)
  return { server, orders }
}

export const opened = vi.fn<(code: string) => void>()
export const acted = vi.fn<(selection: Selection) => void>()

export function Orders(props: Partial<DataGridProps<typeof pendingOrders>>) {
  return (
    <DataGrid
      list={pendingOrders}
      scope={{ from: '2026-09-01', to: '2026-11-20' }}
      label="Orders"
      quickFilter="shownState"
      columns={{
        orderCode: { pinned: true },
        customerName: {},
        confirmedQuantity: {},
        orderDate: {},
        shownState: {},
      }}
      onOpen={(row) => opened(row.orderCode)}
      rowActions={(row) => [
        { key: 'approve', label: 'Approve', hotkey: 'a', run: () => opened(`approve ${row.orderCode}`) },
      ]}
      bulkActions={({ selection, count }) => [
        {
          key: 'approve',
          label: `Approve ${count}`,
          icon: IconCheck,
          tone: 'primary',
          run: () => acted(selection),
        },
      ]}
      {...props}
    />
  )
}

export const grid = () => page.getByRole('grid', { name: 'Orders' })
export const row = (code: string) => grid().getByRole('row', { name: new RegExp(code) })
export const header = (label: string) =>
  grid().getByRole('columnheader', { name: new RegExp(`^${label} Column menu`) })
export const box = (code: string) => page.getByRole('checkbox', { name: `Select ${code}` })
export const focused = () => document.activeElement?.getAttribute('data-cell')
