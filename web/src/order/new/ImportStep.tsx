import { fileTypes } from '@kervan/contract/kit/call'
import {
  confirmImport,
  discardImport,
  downloadImportTemplate,
  getCurrentImport,
  uploadImport,
  type ImportView,
} from '@kervan/contract/order/order-import'
import { Button, Checkbox, FileButton } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet, IconFileX, IconPlugX, IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { callServer, saveFile } from '../../kit/call/client.ts'
import { EmptyState } from '../../kit/page/EmptyState.tsx'
import { confirm, showRefused } from '../../kit/feedback/dialogs.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { FileDrop } from '../../kit/form/FileDrop.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { useJob } from '../../kit/bulk/jobs.ts'
import { JobProgress } from '../../kit/bulk/ProgressNotice.tsx'
import { read, useRead } from '../../kit/call/query.ts'
import { toRefused } from '../../kit/call/refused.ts'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { useCall } from '../../kit/call/useCall.ts'
import { adoptChangedCart, offerEmptying, useEmptyCart } from './cart.ts'
import { adoptImport } from './currentImport.ts'
import { ImportRows } from './ImportRows.tsx'
import { newOrderSearch } from './search.ts'
import css from './import.module.css'

const limits = uploadImport.upload ?? { maxFiles: 1, maxBytes: 0, types: [] }

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

function useUpload() {
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
        label={t('order.new.dropFile')}
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

function CorrectedFile({
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
      accept={`.xlsx,${fileTypes(limits).join(',')}`}
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

function FileHead({ view, children }: { view: ImportView; children?: React.ReactNode }) {
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

function useDiscard(view: ImportView) {
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

function Ready({ view, pricesVisible }: { view: ImportView; pricesVisible: boolean }) {
  const { t } = useWords()
  const format = useFormats()
  const upload = useUpload()
  const left = view.refused + view.confirm
  return (
    <div className={css.ready}>
      <div className={css.summary}>
        <FileHead view={view}>
          <CorrectedFile upload={upload} />
        </FileHead>
        <Share view={view} />
        <div className={css.shareWords}>
          <span>
            {view.seconds === null
              ? t('order.new.checked', { count: view.rowsRead, amount: format.number(view.rowsRead) })
              : t('order.new.checkedIn', {
                  count: view.rowsRead,
                  amount: format.number(view.rowsRead),
                  seconds: format.number(Math.round(view.seconds * 10) / 10),
                })}
          </span>
          <span>{t('order.new.nothingSaved')}</span>
        </div>
        <dl className={css.figures}>
          <div>
            <dt>{t('order.new.rowsRead')}</dt>
            <dd>{format.number(view.rowsRead)}</dd>
          </div>
          <div>
            <dt>{t('order.new.rowsGood')}</dt>
            <dd>{format.number(view.good)}</dd>
          </div>
          <div>
            <dt>{t('order.new.rowsRounded')}</dt>
            <dd>{format.number(view.rounded)}</dd>
          </div>
          {view.confirm > 0 && (
            <div>
              <dt>{t('order.new.rowsConfirm')}</dt>
              <dd>{format.number(view.confirm)}</dd>
            </div>
          )}
          <div>
            <dt>{t('order.new.rowsRefused')}</dt>
            <dd>{format.number(view.refused)}</dd>
          </div>
          {pricesVisible && view.total !== null && (
            <div>
              <dt>{t('order.new.orderTotal')}</dt>
              <dd>{format.money(view.total, view.currency)}</dd>
            </div>
          )}
        </dl>
      </div>
      {left + view.rounded > 0 ? (
        <ImportRows view={view} />
      ) : (
        <p className={css.allGood}>{t('order.new.allGood')}</p>
      )}
      <ConfirmBar view={view} />
    </div>
  )
}

/** The rows as one bar: ready, to look at, refused. The figures stand below. */
function Share({ view }: { view: ImportView }) {
  const whole = Math.max(1, view.rowsRead)
  const parts = [
    ['green', view.good],
    ['amber', view.rounded + view.confirm],
    ['red', view.refused],
  ] as const
  return (
    <div className={css.share} aria-hidden>
      {parts.map(
        ([tone, rows]) => rows > 0 && <i key={tone} data-tone={tone} style={{ flexGrow: rows / whole }} />,
      )}
    </div>
  )
}

function ConfirmBar({ view }: { view: ImportView }) {
  const { t } = useWords()
  const format = useFormats()
  const queries = useQueryClient()
  const [, change] = useScreenSearch(newOrderSearch)
  const [agreed, setAgreed] = useState(false)
  const empty = useEmptyCart()
  const discard = useDiscard(view)
  const take = useCall(confirmImport, {
    failed: t('order.new.notImported'),
    onDone: (answer) => {
      adoptChangedCart(queries, answer.cart)
      adoptImport(queries, null)
      toast('success', t('order.new.imported', { count: valid, amount: format.number(valid) }))
      change({ step: 'review' })
    },
    onRefused: (refused) => {
      if (refused.is('ImportNotFound', 'ImportNotReady'))
        void queries.invalidateQueries({ queryKey: read(getCurrentImport, {}).queryKey })
      if (!refused.is('FlowTypesMixed')) return false
      void offerEmptying(refused).then(async (sure) => {
        if (sure && (await empty.run({}))) await importRows()
      })
      return true
    },
  })
  const valid = view.good + view.rounded
  const left = view.refused + view.confirm
  // One intent is one file in the state it was shown in; `useCall` keeps its key until the answer is there.
  const importRows = () => take.run({ importId: view.id } as never)
  const askToDiscard = async () => {
    const sure = await confirm({
      title: t('order.new.discardTitle', { name: view.fileName }),
      text: t('order.new.discardText'),
      action: t('order.new.discardFile'),
      danger: true,
    })
    if (sure) await discard.run({ importId: view.id })
  }
  return (
    <footer className={css.bar}>
      <div className={css.barWords}>
        {left > 0 && valid > 0 ? (
          <Checkbox
            size="sm"
            label={t('order.new.leaveOut', {
              count: left,
              valid: format.number(valid),
              left: format.number(left),
            })}
            checked={agreed}
            onChange={(event) => setAgreed(event.currentTarget.checked)}
          />
        ) : (
          <span>{t(valid > 0 ? 'order.new.allValid' : 'order.new.noneValid')}</span>
        )}
      </div>
      <Button variant="default" loading={discard.isPending} onClick={() => void askToDiscard()}>
        {t('order.new.discardFile')}
      </Button>
      <Button
        loading={take.isPending}
        disabled={valid === 0 || (left > 0 && !agreed) || view.state !== 'Ready'}
        onClick={() => void importRows()}
      >
        {t('order.new.importRows', { count: valid, amount: format.number(valid) })}
      </Button>
    </footer>
  )
}
