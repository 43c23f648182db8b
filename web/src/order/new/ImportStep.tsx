import {
  discardImport,
  downloadImportTemplate,
  getCurrentImport,
  type ImportView,
} from '@kervan/contract/order/order-import'
import { Button } from '@mantine/core'
import { IconDownload, IconFileX, IconPlugX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { callServer, saveFile } from '../../kit/call/client.ts'
import { EmptyState } from '../../kit/page/EmptyState.tsx'
import { showRefused } from '../../kit/feedback/dialogs.ts'
import { FileDrop } from '../../kit/form/FileDrop.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { useJob } from '../../kit/bulk/jobs.ts'
import { JobProgress } from '../../kit/bulk/ProgressNotice.tsx'
import { read, useRead } from '../../kit/call/query.ts'
import { toRefused } from '../../kit/call/refused.ts'
import { adoptImport } from './currentImport.ts'
import css from './import.module.css'
import { Ready } from './ImportResult.tsx'
import { limits, useUpload, CorrectedFile, FileHead, useDiscard } from './importUpload.tsx'

/** A whole order from a spreadsheet: checked first, taken over only when the user says so (ORD-004). */
export function ImportStep({ pricesVisible }: { pricesVisible: boolean }) {
  const { t } = useWords()
  const current = useRead(getCurrentImport, {})
  if (current.isError && !current.data) {
    return (
      <EmptyState
        icon={IconPlugX}
        tone="red"
        title={t('order.new.importNotLoaded')}
        text={toRefused(current.error).message}
      >
        <Button variant="default" onClick={() => void current.refetch()}>
          {t('kit.action.tryAgain')}
        </Button>
      </EmptyState>
    )
  }
  if (!current.data)
    return (
      <p className={css.waiting} aria-busy="true">
        {t('order.new.loading')}
      </p>
    )
  const view = current.data.import
  if (view === null) return <Upload />
  switch (view.state) {
    case 'Reading':
      return <Reading key={view.id} view={view} />
    case 'Failed':
      return <Failed view={view} />
    case 'Ready':
    case 'Taking':
      return <Ready key={view.id} view={view} pricesVisible={pricesVisible} />
    case 'Taken':
    case 'Discarded':
      return <Upload />
  }
}

export function TemplateButton() {
  const { t } = useWords()
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      saveFile(await callServer(downloadImportTemplate, {}))
    } catch (thrown) {
      showRefused(toRefused(thrown), t('order.new.noTemplate'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void download()}
    >
      {t('order.new.template')}
    </Button>
  )
}

function Upload() {
  const { t } = useWords()
  const format = useFormats()
  const upload = useUpload()
  return (
    <div className={css.upload}>
      <h2 className={css.title}>{t('order.new.importTitle')}</h2>
      <p className={css.text}>{t('order.new.importText')}</p>
      <FileDrop
        limits={limits}
        label={t('masterData.importing.drop')}
        hint={t('order.new.dropHint', { limit: format.bytes(limits.maxBytes) })}
        busy={upload.isPending}
        onFiles={(files) => void upload.run({}, files)}
      />
    </div>
  )
}

function Reading({ view }: { view: ImportView }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const { job, refused } = useJob(view.jobId)
  const state = job?.state
  const ended = state === 'Succeeded' || state === 'Failed' || state === 'Cancelled'
  useEffect(() => {
    if (!ended) return
    if (state !== 'Cancelled') {
      void queries.invalidateQueries({ queryKey: read(getCurrentImport, {}).queryKey })
      return
    }
    // Stopped by the user: the file has no further use.
    callServer(discardImport, { importId: view.id }).then(
      () => adoptImport(queries, null),
      () => void queries.invalidateQueries({ queryKey: read(getCurrentImport, {}).queryKey }),
    )
  }, [ended, state, queries, view.id])
  return (
    <div className={css.upload}>
      <FileHead view={view} />
      {refused ? (
        <p role="alert" className={css.fault}>
          {refused.message}{' '}
          <Button
            variant="default"
            size="xs"
            onClick={() => void queries.invalidateQueries({ queryKey: read(getCurrentImport, {}).queryKey })}
          >
            {t('kit.action.tryAgain')}
          </Button>
        </p>
      ) : job ? (
        <JobProgress job={job} title={t('order.new.checking')} />
      ) : (
        <p className="k-quiet" aria-live="polite">
          {t('order.new.checking')}
        </p>
      )}
      <p className={css.text}>{t('order.new.nothingSaved')}</p>
    </div>
  )
}

function Failed({ view }: { view: ImportView }) {
  const { t } = useWords()
  const upload = useUpload()
  const discard = useDiscard(view)
  return (
    <EmptyState
      icon={IconFileX}
      tone="red"
      title={t('order.new.importFailed', { name: view.fileName })}
      text={view.message ?? t('order.new.importFailedText')}
    >
      <Button
        variant="default"
        loading={discard.isPending}
        onClick={() => void discard.run({ importId: view.id })}
      >
        {t('order.new.discardFile')}
      </Button>
      <CorrectedFile upload={upload} primary />
    </EmptyState>
  )
}
