import { pendingOrders } from '@kervan/contract/order/order-management'
import { Button, Group, Stack } from '@mantine/core'
import { IconCheck, IconClipboardList, IconPencil, IconPlus, IconX } from '@tabler/icons-react'
import { z } from 'zod'
import { toast } from '../kit/feedback/toasts.tsx'
import { DataGrid } from '../kit/grid/DataGrid.tsx'
import { Ratio } from '../kit/values/Meter.tsx'
import { StateBadge } from '../kit/values/StateBadge.tsx'

// oxlint-disable react/no-unstable-nested-components -- a page for developers, left out of the build

/** A grid with everything that one can do. */
export function SampleGrid() {
  return (
    <DataGrid
      list={pendingOrders}
      scope={{ from: '2026-09-01', to: '2026-11-20' }}
      label="Orders"
      nouns="kit.grid.rows"
      quickFilter="shownState"
      columns={{
        orderCode: { pinned: true, width: 130 },
        customerName: { width: 190 },
        externalPoCode: { width: 120 },
        orderDate: { width: 140 },
        deliveryDate: {},
        deliveryLocationName: { width: 150 },
        channel: { width: 90 },
        lineCount: { width: 70 },
        confirmedQuantity: { width: 90 },
        completedRatio: { width: 130, align: 'start' },
        shownState: { width: 150 },
        lastEventDate: {},
        customerUniqueCode: { hidden: true },
        deliveryLocationCode: { hidden: true },
        shipmentMethod: { hidden: true },
        type: { hidden: true },
        recordUser: { hidden: true },
        mainOrderCode: { hidden: true },
        total: { hidden: true },
      }}
      renderers={{ completedRatio: (row) => <Ratio value={row.completedRatio} /> }}
      onOpen={(row) => toast('info', row.orderCode)}
      rowActions={(row) => [
        {
          key: 'approve',
          label: 'Approve',
          icon: IconCheck,
          hotkey: 'a',
          run: () => toast('success', `${row.orderCode} approved`),
        },
        {
          key: 'revise',
          label: 'Revise',
          icon: IconPencil,
          hotkey: 'r',
          blocked: row.type === 'Backorder' ? 'backorder' : null,
          run: () => undefined,
        },
        { key: 'reject', label: 'Reject…', icon: IconX, tone: 'danger', hotkey: 'x', run: () => undefined },
      ]}
      bulkActions={({ count, clear }) => [
        { key: 'approve', label: `Approve ${count}`, icon: IconCheck, tone: 'primary', run: clear },
        { key: 'revise', label: 'Revise', icon: IconPencil, run: () => undefined },
        { key: 'reject', label: 'Reject…', icon: IconX, tone: 'danger', run: () => undefined },
      ]}
      edit={{
        confirmedQuantity: { schema: z.number().int().min(1).max(9_999), save: () => Promise.resolve() },
      }}
      empty={{
        title: 'No orders yet',
        text: 'Orders from the portal, bulk files and EDI appear here.',
        icon: IconClipboardList,
        actions: <Button leftSection={<IconPlus size={16} />}>New order</Button>,
      }}
      card={(row) => (
        <Stack gap={0}>
          <Group justify="space-between">
            <span className="k-mono">{row.orderCode}</span>
            <StateBadge group="order" value={row.state} />
          </Group>
          <strong style={{ fontWeight: 500 }}>{row.customerName}</strong>
          <Group justify="space-between" className="k-quiet">
            <span>
              {row.deliveryDate} · {row.lineCount} lines
            </span>
            <span>{row.confirmedQuantity} units</span>
          </Group>
        </Stack>
      )}
    />
  )
}
