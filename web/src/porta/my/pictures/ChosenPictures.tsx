import { ActionIcon, Button } from '@mantine/core'
import { IconAlertTriangle, IconEyeOff, IconPhoto, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { tPlural, useWords } from '../../../kit/i18n/words.ts'
import { useFormats } from '../../../kit/values/format.ts'
import css from '../../shared/porta.module.css'
import { BlackOutDialog } from './BlackOutDialog.tsx'
import { keyOf, usePersonalData, type Looked } from './usePersonalData.ts'

type Props = { files: readonly File[]; onChange: (files: File[]) => void }

/**
 * Pictures that will be sent with a form: what they show of persons is told and can be blacked out before (DSC-006), and
 * each can be taken out again.
 */
export function ChosenPictures({ files, onChange }: Props) {
  const { t } = useWords()
  const format = useFormats()
  const looked = usePersonalData(files)
  const [editing, setEditing] = useState<number | null>(null)
  const edited = editing === null ? null : files[editing]
  const found = editing === null ? undefined : looked[editing]
  return (
    <>
      <ul className={css.files}>
        {files.map((file, at) => (
          <li key={keyOf(file)}>
            <IconPhoto size={16} aria-hidden />
            <span className={css.fileName}>{file.name}</span>
            <span className="k-quiet">{format.bytes(file.size)}</span>
            <Told looked={looked[at]} />
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconEyeOff size={14} aria-hidden />}
              aria-label={t('porta.blackOut.openFor', { name: file.name })}
              onClick={() => setEditing(at)}
            >
              {t('porta.blackOut.open')}
            </Button>
            <ActionIcon
              variant="subtle"
              size="sm"
              aria-label={t('porta.pictures.remove', { name: file.name })}
              onClick={() => onChange(files.filter((_, index) => index !== at))}
            >
              <IconX size={14} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {edited && (
        <BlackOutDialog
          file={edited}
          found={found?.state === 'looked' ? found.personal : found?.state === 'failed' ? [] : undefined}
          onDone={(blacked) => {
            onChange(files.map((file) => (file === edited ? blacked : file)))
            setEditing(null)
          }}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  )
}

/** What was found in a picture. That it could not be looked at is no reason not to send it. */
function Told({ looked }: { looked: Looked | undefined }) {
  const { t } = useWords()
  const format = useFormats()
  if (looked?.state === 'looking') return <output className="k-quiet">{t('porta.blackOut.looking')}</output>
  if (looked?.state !== 'looked' || looked.personal.length === 0) return null
  const count = looked.personal.length
  return (
    <output className={css.personal}>
      <IconAlertTriangle size={14} aria-hidden />
      {tPlural(t, 'porta.blackOut.found', count, format.number(count))}
    </output>
  )
}
