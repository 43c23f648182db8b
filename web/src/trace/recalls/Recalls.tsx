import { liftRecall, startRecall, traceRecalls } from '@kervan/contract/trace/recalls'
import type { Offered } from '@kervan/contract/kit/actions'
import type { RowOf } from '@kervan/contract/kit/page'
import { Button } from '@mantine/core'
import { IconAlertOctagon, IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { z } from 'zod'
import { Memo } from '../../kit/bulk/reasonForms.tsx'
import { useRights } from '../../kit/call/rights.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import { tPlural, useWords } from '../../kit/i18n/words.ts'
import { useRecordActions, type RecordAction } from '../../kit/record/recordActions.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'

type Row = RowOf<typeof traceRecalls>
type Acted = { id: string; lotNumber: string; actions: Offered }

const refreshes = ['PfsiService']
const views = {
  lotNumber: { width: 130, pinned: true },
  productName: { width: 220 },
  gtin: { width: 150 },
  recallState: { width: 130 },
  recallReason: { width: 240 },
  recallPacks: { width: 110 },
  recallPacksOut: { width: 150 },
  recalledAt: { width: 150 },
  recalledBy: { width: 150 },
  liftedAt: { width: 150, whenFilled: true },
  liftedBy: { width: 150, whenFilled: true },
  liftReason: { hidden: true },
} as const
const renderers = { recallState: (row: Row) => <StateBadge group="recallState" value={row.recallState} /> }
const card = (row: Row) => <Card row={row} />
const actions: readonly RecordAction<Acted>[] = [
  { key: 'lift', label: 'trace.recall.lift', icon: IconCircleCheck, call: liftRecall, Dialog: LiftDialog },
]

/** Recalls of lots; opening one shows which of its packs are where. */
export function Recalls({ onPacks }: { onPacks: (lotNumber: string) => void }) {
  const { t } = useWords()
  const { grid, dialog } = useRecordActions<Acted>(actions, {
    nouns: 'trace.recall.count',
    refreshes,
    nameOf: ({ lotNumber }) => lotNumber,
  })
  return (
    <>
      <DataGrid
        list={traceRecalls}
        label={t('trace.tabs.recalls')}
        nouns="trace.recall.count"
        columns={views}
        renderers={renderers}
        quickFilter="recallState"
        onOpen={(row) => onPacks(row.lotNumber)}
        card={card}
        {...grid}
        empty={{ title: t('trace.recall.empty'), text: t('trace.recall.emptyText'), icon: IconAlertOctagon }}
      />
      {dialog}
    </>
  )
}

const startSchema = z.object({
  gtin: z
    .string()
    .trim()
    .regex(/^\d{13,14}$/, 'trace.recall.gtinNeeded'),
  lotNumber: z.string().trim().min(1, 'trace.ask.needed').max(20),
  memo: z.string().trim().min(1, 'kit.decide.memoNeeded').max(500),
})

export function StartRecall() {
  const { t, column } = useWords()
  const format = useFormats()
  const [isOpen, setOpen] = useState(false)
  const start = useCall(startRecall, { refreshes })
  if (!useRights().has(startRecall.permission ?? '')) return null
  return (
    <>
      <Button leftSection={<IconAlertOctagon size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {t('trace.recall.start')}
      </Button>
      {isOpen && (
        <FormDialog
          title={t('trace.recall.start')}
          text={t('trace.recall.startText')}
          action={t('trace.recall.start')}
          danger
          schema={startSchema}
          start={{ gtin: '', lotNumber: '', memo: '' }}
          paths={{ RecallGtinWrong: 'gtin', RecallTwice: 'lotNumber' }}
          onSubmit={async ({ memo, ...lot }) => {
            const answer = await start.attempt({ ...lot, reason: memo })
            if (answer)
              toast('success', tPlural(t, 'trace.recall.started', answer.packs, format.number(answer.packs)))
          }}
          onClose={() => setOpen(false)}
        >
          <TextField name="gtin" label={column('gtin')} inputMode="numeric" focusFirst />
          <TextField name="lotNumber" label={column('lotNumber')} />
          <Memo label={t('kit.decide.reason')} />
        </FormDialog>
      )}
    </>
  )
}

const liftSchema = z.object({ memo: z.string().trim().min(1, 'kit.decide.memoNeeded').max(500) })

function LiftDialog({ record, onClose }: { record: Acted; onClose: () => void }) {
  const { t } = useWords()
  const lift = useCall(liftRecall, { refreshes })
  return (
    <FormDialog
      title={t('trace.recall.liftTitle', { lot: record.lotNumber })}
      action={t('trace.recall.lift')}
      schema={liftSchema}
      start={{ memo: '' }}
      onSubmit={async ({ memo }) => {
        await lift.attempt({ recallId: record.id, reason: memo })
        toast('success', t('trace.recall.lifted', { lot: record.lotNumber }))
      }}
      onClose={onClose}
    >
      <Memo label={t('kit.decide.reason')} focusFirst />
    </FormDialog>
  )
}

function Card({ row }: { row: Row }) {
  const format = useFormats()
  return (
    <RowCard
      name={<span className="k-mono">{row.lotNumber}</span>}
      mark={<StateBadge group="recallState" value={row.recallState} />}
    >
      <CardLine>{row.productName ?? row.gtin}</CardLine>
      <CardLine quiet>
        <span>{row.recallReason}</span>
        <span>{format.dateTime(row.recalledAt)}</span>
      </CardLine>
    </RowCard>
  )
}
