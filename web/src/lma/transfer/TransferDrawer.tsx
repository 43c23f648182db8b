import {
  acknowledgeTransferBatch,
  approveTransferBatch,
  checkTransferBatch,
  downloadTransferFile,
  exportTransferBatch,
  getTransferPrice,
  rejectTransferBatch,
  type TransferPrice,
  type transferPrices,
} from '@kervan/contract/lma/transfer-batches'
import type { RowOf } from '@kervan/contract/kit/page'
import { IconCheck, IconChecks, IconDownload, IconFileExport, IconFileX, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { z } from 'zod'
import { saveFile } from '../../kit/call/client.ts'
import { useRead } from '../../kit/call/query.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { TextAreaField } from '../../kit/form/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import type { GridAction } from '../../kit/grid/types.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { useMayChangeCompany } from '../../kit/page/wholeCompany.tsx'
import { useHistoryTab } from '../../kit/record/historyTab.tsx'
import { FactList, useLast } from '../../kit/record/RecordParts.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { RecordScreen, type RecordPlace } from '../../kit/record/RecordScreen.tsx'
import { TransferSteps } from './TransferSteps.tsx'

type Props = RecordPlace<RowOf<typeof transferPrices>>

/** A transfer price with its steps, and its batch with what can be done with that. */
export function TransferDrawer({ id, page, onOpen }: Props) {
  const { t } = useWords()
  const format = useFormats()
  const shown = useLast(id)
  const asked = useRead(getTransferPrice, { transferPriceId: shown ?? '' }, { enabled: id !== null })
  const { actions, dialog } = useActions(asked.data)
  const by = (name: string | null, at: string | null) => name && at && `${name}, ${format.dateTime(at)}`
  const history = useHistoryTab<TransferPrice>(
    'transferBatch',
    ({ batchId }) => batchId,
    t('masterData.tab.history'),
  )
  return (
    <RecordScreen
      id={id}
      page={page}
      onOpen={onOpen}
      asked={asked}
      title={({ transferItem, terminal }) => `${transferItem} · ${terminal}`}
      untitled={t('screen.transferPrice.title')}
      badges={({ yt04State }) => <StateBadge group="yt04State" value={yt04State} />}
      facts={(found) => (
        <FactList
          facts={[
            [t('column.transferBatch'), found.transferBatch],
            [t('column.fuelProductName'), found.fuelProductName],
            [t('column.transferDay'), format.date(found.transferDay)],
            [t('column.validFrom'), format.date(found.validFrom)],
          ]}
        />
      )}
      tabs={[
        { key: 'price', label: t('lma.expectation.price'), show: (found) => <TransferSteps of={found} /> },
        {
          key: 'batch',
          label: t('column.transferBatch'),
          show: (found) => (
            <FactList
              facts={[
                [t('column.madeBy'), by(found.madeBy, found.madeAt)],
                [t('lma.transfer.checkedBy'), by(found.checkedBy, found.checkedAt)],
                [t('lma.transfer.approvedBy'), by(found.approvedBy, found.approvedAt)],
                [t('lma.transfer.exportedAt'), found.exportedAt && format.dateTime(found.exportedAt)],
                [t('lma.transfer.answer'), found.acknowledgement],
                [t('column.reason'), found.reason],
                [t('lma.expectation.formula'), found.formulaVersion],
                [t('lma.transfer.fileHash'), found.fileHash],
                [t('lma.expectation.hash'), found.inputsHash],
              ]}
            />
          ),
        },
        ...history,
      ]}
      actions={actions}
      dialog={dialog}
    />
  )
}

type Done = 'checked' | 'approved' | 'rejected' | 'exported' | 'acknowledged'

function useActions(found: TransferPrice | undefined) {
  const { t, column } = useWords()
  const may = useMayChangeCompany()
  const [asks, setAsks] = useState<'reject' | 'failed' | null>(null)
  const options = (done: Done) =>
    ({ refreshes: ['Lma'], onDone: () => toast('success', t(`lma.transfer.done.${done}`)) }) as const
  const check = useCall(checkTransferBatch, options('checked'))
  const approve = useCall(approveTransferBatch, options('approved'))
  const reject = useCall(rejectTransferBatch, options('rejected'))
  const exported = useCall(exportTransferBatch, options('exported'))
  const acknowledge = useCall(acknowledgeTransferBatch, options('acknowledged'))
  const download = useCall(downloadTransferFile, { onDone: saveFile })
  if (!found) return { actions: [], dialog: null }
  const { batchId, actions, fileHash } = found
  const action = (
    key: keyof TransferPrice['actions'],
    more: Omit<GridAction, 'key' | 'label' | 'blocked'>,
  ): GridAction[] => {
    const blocked = actions[key]
    return blocked === undefined ? [] : [{ key, label: t(`lma.transfer.act.${key}`), blocked, ...more }]
  }
  const files: GridAction[] =
    fileHash !== null && may(exportTransferBatch)
      ? (['FlatFile', 'IDoc'] as const).map((format) => ({
          key: format,
          label: t(`lma.transfer.file.${format}`),
          icon: IconDownload,
          run: () => void download.run({ batchId, format }),
        }))
      : []
  const all = [
    ...action('check', {
      icon: IconCheck,
      tone: 'primary',
      hotkey: 'c',
      run: () => void check.run({ batchId }),
    }),
    ...action('approve', {
      icon: IconChecks,
      tone: 'primary',
      hotkey: 'a',
      run: () => void approve.run({ batchId }),
    }),
    ...action('export', { icon: IconFileExport, tone: 'primary', run: () => void exported.run({ batchId }) }),
    ...action('acknowledge', {
      icon: IconCheck,
      tone: 'primary',
      run: () => void acknowledge.run({ batchId, taken: true, words: '' }),
    }),
    ...(actions.acknowledge === null
      ? [
          {
            key: 'failed',
            label: t('lma.transfer.act.failed'),
            icon: IconFileX,
            tone: 'danger' as const,
            run: () => setAsks('failed'),
          },
        ]
      : []),
    ...files,
    ...action('reject', { icon: IconX, tone: 'danger', run: () => setAsks('reject') }),
  ]
  const dialog = asks && (
    <FormDialog
      title={t(`lma.transfer.act.${asks}`)}
      action={t(`lma.transfer.act.${asks}`)}
      danger
      schema={z.object({ reason: z.string().trim().min(1).max(300) })}
      start={{ reason: '' }}
      onSubmit={async ({ reason }) =>
        (await (asks === 'reject'
          ? reject.attempt({ batchId, reason })
          : acknowledge.attempt({ batchId, taken: false, words: reason }))) !== undefined
      }
      onClose={() => setAsks(null)}
    >
      <TextAreaField name="reason" label={column('reason')} rows={3} maxLength={300} />
    </FormDialog>
  )
  // What is open comes first.
  return { actions: all.toSorted((a, b) => Number(!!a.blocked) - Number(!!b.blocked)), dialog }
}
