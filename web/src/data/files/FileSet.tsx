import {
  activateFileSet,
  addFiles,
  addSampleFiles,
  chooseSheetKind,
  closeFileSet,
  getFileSet,
  revertFileSet,
  sampleMark,
  type FileSetView,
} from '@kervan/contract/data/file-sets'
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { usePolled } from '../../kit/call/usePolled.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { confirm } from '../../kit/feedback/dialogs.ts'
import { FileDrop } from '../../kit/form/FileDrop.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { useMayChangeCompany } from '../../kit/page/wholeCompany.tsx'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import css from './fileSet.module.css'
import { SheetLine } from './SheetLine.tsx'

const refreshes = ['DataManagement'] as const

/**
 * Several files at once: a place to drop them, and what has become of each sheet. `onMoved` is told when the set has come
 * to another state, for whoever counts what is there.
 */
export default function FileSet({ onMoved }: { onMoved?: () => void }) {
  const { t } = useWords()
  const may = useMayChangeCompany()
  const isOpen = may(addFiles)
  const { data } = usePolled(
    getFileSet,
    {},
    { everyMs: 1_500, enabled: isOpen, until: ({ set }) => set === null },
  )
  const add = useCall(addFiles, { refreshes, failed: t('fileSets.failed') })
  const set = data?.set ?? null
  const state = set?.state
  useEffect(() => {
    if (state === 'Done' || state === 'Stopped' || state === 'Reverted') onMoved?.()
  }, [state, onMoved])
  if (!isOpen || !addFiles.upload) return null
  const isMoving = state === 'Running' || state === 'Reverting'
  return (
    <div className={css.frame}>
      <p className="k-quiet">{t('fileSets.lead')}</p>
      {!isMoving && (
        <FileDrop
          limits={addFiles.upload}
          label={set ? t('fileSets.more') : t('fileSets.drop')}
          busy={add.isPending}
          onFiles={(files) => void add.run({}, files)}
        />
      )}
      {data && !set && <Samples />}
      {set && <Sheets set={set} kinds={data?.kinds ?? []} />}
    </div>
  )
}

/** Sample data instead of a file: a set of their own, which is taken back as any other. */
function Samples() {
  const { t } = useWords()
  const take = useCall(addSampleFiles, { refreshes, failed: t('fileSets.failed') })
  return (
    <div className={css.samples}>
      <Button variant="default" size="compact-sm" loading={take.isPending} onClick={() => void take.run({})}>
        {t('fileSets.sample.offer')}
      </Button>
      <span className={css.quiet}>{t('fileSets.sample.hint', { mark: sampleMark })}</span>
    </div>
  )
}

function Sheets({ set, kinds }: { set: FileSetView; kinds: readonly string[] }) {
  const { t } = useWords()
  const failed = t('fileSets.notDone')
  const choose = useCall(chooseSheetKind, { refreshes, failed })
  return (
    <section aria-label={t('fileSets.list')}>
      <ol className={css.sheets} aria-label={t('fileSets.list')}>
        {set.sheets.map((sheet) => (
          <SheetLine
            key={sheet.id}
            sheet={sheet}
            kinds={kinds}
            busy={choose.isPending}
            onKind={(kind) => void choose.run({ setId: set.id, sheetId: sheet.id, kind })}
          />
        ))}
      </ol>
      <Foot set={set} />
    </section>
  )
}

function Foot({ set }: { set: FileSetView }) {
  const { t } = useWords()
  const failed = t('fileSets.notDone')
  const activate = useCall(activateFileSet, { refreshes, failed })
  const revert = useCall(revertFileSet, { refreshes, failed })
  const close = useCall(closeFileSet, { refreshes, failed })
  const { actions } = set
  const setId = set.id
  const asked = async (act: 'revert' | 'close') => {
    const isSure = await confirm({
      title: t(`fileSets.ask.${act}.title`),
      text: t(`fileSets.ask.${act}.text`),
      action: t(`fileSets.ask.${act}.action`),
      danger: act === 'revert',
    })
    if (isSure) await (act === 'revert' ? revert : close).run({ setId })
  }
  // What is finished has nothing that closing would cancel.
  const isFinished = set.state === 'Done' || set.state === 'Reverted'
  return (
    <div className={css.foot}>
      <span className={css.state}>
        <StateBadge group="fileSetState" value={set.state} />
      </span>
      {actions.close === null && (
        <Button
          variant="subtle"
          loading={close.isPending}
          onClick={() => void (isFinished ? close.run({ setId }) : asked('close'))}
        >
          {t('fileSets.act.close')}
        </Button>
      )}
      {actions.revert === null && (
        <Button variant="default" loading={revert.isPending} onClick={() => void asked('revert')}>
          {t('fileSets.act.revert')}
        </Button>
      )}
      {actions.activate === null && (
        <Button loading={activate.isPending} onClick={() => void activate.run({ setId })}>
          {t(set.state === 'Stopped' ? 'fileSets.act.goOn' : 'fileSets.act.activate')}
        </Button>
      )}
    </div>
  )
}
