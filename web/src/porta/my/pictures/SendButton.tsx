import { Button } from '@mantine/core'
import { tPlural, useWords } from '../../../kit/i18n/words.ts'
import { useFormats } from '../../../kit/values/format.ts'

type Props = { files: readonly File[]; busy: boolean; onSend: () => void }

/** Sends the chosen pictures, also while they are still looked at for personal data. */
export function SendButton({ files, busy, onSend }: Props) {
  const { t } = useWords()
  const format = useFormats()
  return (
    <Button loading={busy} disabled={files.length === 0} onClick={onSend}>
      {files.length === 0
        ? t('porta.pictures.sendNone')
        : tPlural(t, 'porta.pictures.send', files.length, format.number(files.length))}
    </Button>
  )
}
