import { explainNoProposal, workOrders } from '@kervan/contract/services/work-orders'
import { addDays, addMonths } from '@kervan/contract/kit/days'
import type { OutputOf } from '@kervan/contract/kit/call'
import type { RowOf } from '@kervan/contract/kit/page'
import { screens } from '@kervan/contract/shell/screens'
import { Button } from '@mantine/core'
import { IconArrowsExchange, IconHelp, IconTable } from '@tabler/icons-react'
import { useState } from 'react'
import { z } from 'zod'
import { useRights } from '../../kit/call/rights.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { TextField } from '../../kit/form/TextField.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import type { GridPageInfo } from '../../kit/grid/types.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { HeadLink } from '../../kit/page/LinkButton.tsx'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { today } from '../../kit/values/companyDay.ts'
import { DateWindow } from '../../kit/values/DateWindow.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { serviceMonths, workOrderSearch } from '../search.ts'
import flowsCss from './flows.module.css'
import { FlowsMap } from './FlowsMap.tsx'
import { WorkOrderDrawer } from './WorkOrderDrawer.tsx'
import { useWorkOrderActions } from './workOrderActions.tsx'

type Row = RowOf<typeof workOrders>
const sheet = screens.find(({ key }) => key === 'workOrderOverride')

const views = {
  workOrderCode: { width: 180, pinned: true },
  workOrderState: { width: 200 },
  workOrderType: { width: 220 },
  productCode: { width: 190 },
  productName: { width: 220 },
  senderName: { width: 220 },
  recipientName: { width: 220 },
  amount: { width: 110 },
  proposedAmount: { width: 130 },
  netGain: { width: 130 },
  serviceDate: { width: 130 },
  erpNotified: { width: 130 },
  failureNote: { width: 220, whenFilled: true },
  substitution: { hidden: true },
  substituteProducts: { width: 160, whenFilled: true },
  revisedTotal: { hidden: true },
  revisedPrice: { hidden: true },
  responseMessage: { hidden: true },
  senderCode: { hidden: true },
  recipientCode: { hidden: true },
  runCode: { hidden: true },
} as const
const renderers = {
  workOrderState: (row: Row) => <StateBadge group="workOrderState" value={row.workOrderState} />,
}
const card = (row: Row) => <Card row={row} />

/** Work order management (WRK-002): what the engine proposes, checked and handed to the ERP. */
export default function WorkOrders() {
  const { t, column } = useWords()
  const [search, change] = useScreenSearch(workOrderSearch)
  const [page, setPage] = useState<GridPageInfo<Row> | null>(null)
  const [isAsking, setAsking] = useState(false)
  const rights = useRights()
  const { grid, dialog } = useWorkOrderActions()
  const window = { from: search.from ?? addMonths(today(), -1), to: search.to ?? addDays(today(), 14) }
  const open = (id: string | null, options?: { replace?: boolean }) =>
    change({ workOrder: id ?? undefined }, options)
  return (
    <PageFrame
      title={t('screen.workOrderManagement.title')}
      tabs={[
        { key: 'list', label: t('workOrders.view.list'), search: { view: 'list' } },
        { key: 'map', label: t('workOrders.view.map'), search: { view: 'map' } },
      ]}
      tab={search.view ?? 'list'}
      tabsLabel={t('workOrders.view.label')}
      actions={
        <>
          {sheet && rights.has(sheet.permission) && (
            <HeadLink to={sheet.path} icon={IconTable} label={t('workOrders.sheet.open')} />
          )}
          <Button variant="default" leftSection={<IconHelp size={16} />} onClick={() => setAsking(true)}>
            {t('workOrders.why')}
          </Button>
        </>
      }
    >
      {search.view === 'map' ? (
        <>
          <div className={flowsCss.bar}>
            <DateWindow
              value={window}
              months={serviceMonths}
              label={column('serviceDate')}
              onChange={(next) => change(next)}
            />
          </div>
          <FlowsMap window={window} />
        </>
      ) : (
        <DataGrid
          list={workOrders}
          scope={window}
          label={t('screen.workOrderManagement.title')}
          nouns="workOrders.count"
          columns={views}
          renderers={renderers}
          quickFilter="workOrderState"
          filters={
            <DateWindow
              value={window}
              months={serviceMonths}
              label={t('column.serviceDate')}
              onChange={(next) => change(next)}
            />
          }
          onPage={setPage}
          onOpen={(row) => open(row.id)}
          openId={search.workOrder ?? null}
          card={card}
          {...grid}
          empty={{ title: t('workOrders.empty'), text: t('workOrders.emptyText'), icon: IconArrowsExchange }}
        />
      )}
      <WorkOrderDrawer id={search.workOrder ?? null} page={page} onOpen={open} />
      {isAsking && <Why onClose={() => setAsking(false)} />}
      {dialog}
    </PageFrame>
  )
}

const schema = z.object({
  productCode: z.string().trim().min(1, 'kit.issue.required').max(64),
  locationCode: z.string().trim().min(1, 'kit.issue.required').max(64),
})

/** Why there is no proposal for a product at a location. */
function Why({ onClose }: { onClose: () => void }) {
  const { t, column } = useWords()
  const format = useFormats()
  const [found, setFound] = useState<OutputOf<typeof explainNoProposal> | null>(null)
  const look = useCall(explainNoProposal)
  return (
    <FormDialog
      title={t('workOrders.whyTitle')}
      action={t('workOrders.whyAction')}
      schema={schema}
      start={{ productCode: '', locationCode: '' }}
      paths={{ ProductNotFound: 'productCode', LocationNotFound: 'locationCode' }}
      keepOpen
      onSubmit={async (values) => setFound((await look.attempt(values)) ?? null)}
      onClose={onClose}
    >
      <TextField name="productCode" label={column('productCode')} />
      <TextField name="locationCode" label={t('workOrders.location')} />
      {found && (
        <output>
          {[
            found.runCode !== null && found.serviceDate !== null
              ? t('workOrders.whyRun', { run: found.runCode, day: format.date(found.serviceDate) })
              : '',
            found.workOrders.length > 0
              ? t('workOrders.whyOrders', { orders: found.workOrders.join(', ') })
              : '',
            ...found.reasons,
          ]
            .filter(Boolean)
            .join(' ')}
        </output>
      )}
    </FormDialog>
  )
}

function Card({ row }: { row: Row }) {
  const format = useFormats()
  return (
    <RowCard name={row.productName} mark={<StateBadge group="workOrderState" value={row.workOrderState} />}>
      <CardLine>
        {row.senderName} → {row.recipientName}
      </CardLine>
      <CardLine quiet>
        <span className="k-mono">{row.productCode}</span>
        <span>{format.number(row.amount)}</span>
        <span>{format.date(row.serviceDate)}</span>
      </CardLine>
    </RowCard>
  )
}
