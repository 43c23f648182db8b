import {
  downloadAllocationTemplate,
  importUserLocations,
} from '@kervan/contract/administration/user-locations'
import type { OutputOf } from '@kervan/contract/kit/call'
import { Button } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../kit/call/client.ts'
import { PlainDialog } from '../../kit/feedback/PlainDialog.tsx'
import { toast } from '../../kit/feedback/toasts.tsx'
import { FileDrop } from '../../kit/form/FileDrop.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { tPlural } from '../../kit/i18n/words.ts'
import { useCall } from '../../kit/call/useCall.ts'
import css from './locations.module.css'

type Checked = { file: File; answer: OutputOf<typeof importUserLocations> }
const limits = importUserLocations.upload ?? { maxFiles: 1, maxBytes: 0, types: [] }

/** Allocations from a workbook: checked first, every fault with its place, taken over when the user says so (USR-006). */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [checked, setChecked] = useState<Checked | null>(null)
  const check = useCall(importUserLocations, { failed: t('account.locations.notUploaded') })
  const take = useCall(importUserLocations, {
    refreshes: ['UserManagement'],
    failed: t('account.locations.notUploaded'),
  })
  const template = useCall(downloadAllocationTemplate, {
    failed: t('account.locations.noTemplate'),
    onDone: saveFile,
  })

  const read = async ([file]: File[]) => {
    const answer = file && (await check.run({ dryRun: 'true' }, [file]))
    if (answer) setChecked({ file, answer })
  }
  const takeOver = async () => {
    const answer = checked && (await take.run({ dryRun: 'false' }, [checked.file]))
    if (!answer) return
    if (!answer.taken) {
      setChecked({ file: checked.file, answer })
      toast('warning', t('account.locations.changedMeanwhile'))
      return
    }
    onClose()
    toast('success', t('account.locations.taken'))
  }
  const isReady =
    checked !== null && checked.answer.faultCount === 0 && checked.answer.added + checked.answer.removed > 0
  return (
    <PlainDialog title={t('account.locations.importTitle')} size={680} onClose={onClose}>
      <p className="k-quiet" style={{ marginBottom: 12 }}>
        {t('account.locations.importText')}
      </p>
      {checked ? (
        <Verdict {...checked} />
      ) : (
        <FileDrop
          limits={limits}
          label={t('account.locations.dropFile')}
          busy={check.isPending}
          onFiles={(files) => void read(files)}
        />
      )}
      <div className={css.foot}>
        <Button
          variant="subtle"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={template.isPending}
          onClick={() => void template.run({})}
        >
          {t('account.locations.template')}
        </Button>
        <span className={css.space} />
        {checked && (
          <Button variant="default" onClick={() => setChecked(null)}>
            {t('account.locations.otherFile')}
          </Button>
        )}
        <Button disabled={!isReady} loading={take.isPending} onClick={() => void takeOver()}>
          {t('account.locations.takeOver')}
        </Button>
      </div>
    </PlainDialog>
  )
}

function Verdict({ file, answer }: Checked) {
  const { t } = useTranslation()
  const format = useFormats()
  const isGood = answer.faultCount === 0
  return (
    <>
      <output className={css.verdict} data-good={isGood || undefined}>
        {isGood ? <IconCircleCheck size={16} aria-hidden /> : <IconAlertCircle size={16} aria-hidden />}
        <span>
          <strong>{file.name}</strong>{' '}
          {isGood
            ? t('account.locations.checked', {
                rows: format.number(answer.rows),
                added: format.number(answer.added),
                removed: format.number(answer.removed),
                unchanged: format.number(answer.unchanged),
              })
            : tPlural(t, 'account.locations.faults', answer.faultCount, format.number(answer.faultCount))}
        </span>
      </output>
      {!isGood && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        <ul className={css.faults} aria-label={t('account.locations.faultList')} tabIndex={0}>
          {answer.faults.map((fault) => (
            <li key={`${fault.sheet} ${fault.row} ${fault.column} ${fault.message}`}>
              <span className={css.where}>
                {t('account.locations.faultPlace', { sheet: fault.sheet, row: format.number(fault.row) })}
              </span>
              <span>
                <span className="k-quiet">{fault.column}:</span> <span className="k-mono">{fault.value}</span>
              </span>
              <span>{fault.message}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
