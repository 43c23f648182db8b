import type { UploadLimits } from '@kervan/contract/kit/call'
import { useWords } from '../../../kit/i18n/words.ts'
import { toast } from '../../../kit/feedback/toasts.tsx'
import { FileDrop } from '../../../kit/form/FileDrop.tsx'
import { PasteButton } from '../PasteButton.tsx'
import { ChosenPictures } from './ChosenPictures.tsx'

type Props = {
  limits: UploadLimits
  /** How many pictures the company allows at a time. */
  maximum: number
  hint: string
  busy: boolean
  files: readonly File[]
  onChange: (files: File[]) => void
}

/** Pictures that will be sent: chosen, dropped or pasted, looked at for personal data, blacked out, taken out again (DSC-006). */
export function PicturesField({ limits, maximum, hint, busy, files, onChange }: Props) {
  const { t } = useWords()
  const add = (more: readonly File[]) => {
    const all = [...files, ...more]
    if (all.length > maximum) toast('error', t('kit.file.tooMany', { count: maximum }))
    else onChange(all)
  }
  return (
    <>
      <FileDrop
        limits={{ ...limits, maxFiles: maximum }}
        label={t('porta.pictures.drop')}
        hint={hint}
        busy={busy}
        onFiles={add}
      />
      <PasteButton onFiles={add} />
      <ChosenPictures files={files} onChange={onChange} />
    </>
  )
}
