import { fileTypes } from '@kervan/contract/kit/call'
import {
  discardImport,
  downloadImport,
  getCurrentImport,
  uploadImport,
  type ImportView,
} from '@kervan/contract/order/order-import'
import { Button, FileButton } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useFormats } from '../../kit/values/format.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { read } from '../../kit/call/query.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { saveFile } from '../../kit/call/client.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { adoptImport } from './currentImport.ts'
import css from './import.module.css'

export const limits = uploadImport.upload ?? { maxFiles: 1, maxBytes: 0, types: [] }

export function useUpload() {
  const { t } = useWords()
  const queries = useQueryClient()
  return useCall(uploadImport, {
    failed: t('order.new.notUploaded'),
    onDone: (view) => {
      queries.removeQueries({ queryKey: ['OrderNew', 'GetImportRows'] })
      adoptImport(queries, view)
    },
  })
}

/** The user's own file, with what was found in it. */
export function CommentedFile({ view }: { view: ImportView }) {
  const { t } = useWords()
  const file = useCall(downloadImport, { failed: t('masterData.notDownloaded'), onDone: saveFile })
  return (
    <Button
      variant="default"
      loading={file.isPending}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void file.run({ importId: view.id })}
    >
      {t('masterData.do.faults')}
    </Button>
  )
}

export function CorrectedFile({
  upload,
  primary = false,
}: {
  upload: ReturnType<typeof useUpload>
  primary?: boolean
}) {
  const { t } = useWords()
  const forget = useRef<(() => void) | null>(null)
  const choose = (file: File | null) => {
    forget.current?.()
    if (file) void upload.run({}, [file])
  }
  return (
    <FileButton
      accept={`.xlsx,.csv,${fileTypes(limits).join(',')}`}
      resetRef={forget}
      onChange={choose}
      inputProps={{ 'aria-label': t('order.new.corrected') }}
    >
      {(props) => (
        <Button
          {...props}
          variant={primary ? 'filled' : 'default'}
          loading={upload.isPending}
          leftSection={<IconUpload size={16} aria-hidden />}
        >
          {t('order.new.corrected')}
        </Button>
      )}
    </FileButton>
  )
}

export function FileHead({ view, children }: { view: ImportView; children?: React.ReactNode }) {
  const { t } = useWords()
  const format = useFormats()
  const facts = [
    view.sheets > 0
      ? t('order.new.sheets', { count: view.sheets, amount: format.number(view.sheets) })
      : null,
    view.rowsRead > 0
      ? t('order.new.rows', { count: view.rowsRead, amount: format.number(view.rowsRead) })
      : null,
    format.bytes(view.bytes),
    t('order.new.uploadedBy', { name: view.uploadedBy, time: format.dateTime(view.uploadedAt) }),
  ]
  return (
    <div className={css.fileHead}>
      <span className={css.fileIcon} aria-hidden>
        <IconFileSpreadsheet size={20} />
      </span>
      <div className={css.fileWords}>
        <div className={css.fileLine}>
          <h2 className={css.fileName}>{view.fileName}</h2>
          <StateBadge group="import" value={view.state} />
        </div>
        <p className={css.quiet}>{facts.filter(Boolean).join(' · ')}</p>
      </div>
      {children}
    </div>
  )
}

export function useDiscard(view: ImportView) {
  const { t } = useWords()
  const queries = useQueryClient()
  return useCall(discardImport, {
    failed: t('order.new.notDiscarded', { name: view.fileName }),
    onDone: () => adoptImport(queries, null),
    onRefused: (refused) => {
      if (!refused.is('ImportNotFound', 'ImportNotReady')) return false
      void queries.invalidateQueries({ queryKey: read(getCurrentImport, {}).queryKey })
      return refused.is('ImportNotFound')
    },
  })
}
