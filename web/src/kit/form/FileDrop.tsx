import { fileTypes, megabytesOf, type UploadLimits } from '@kervan/contract/kit/call'
import { endingsByType, isNamedWrongly } from '@kervan/contract/kit/file-endings'
import { Dropzone, type FileRejection } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../values/format.ts'
import css from './form.module.css'

type Props = {
  /** The call's own limits: `call.upload`. */
  limits: UploadLimits
  label: string
  hint?: string
  busy?: boolean
  onFiles: (files: File[]) => void
}

/** By their ending too: a browser on a machine with Excel takes a CSV file for one of Excel's. */
const acceptedBy = (limits: UploadLimits) =>
  Object.fromEntries(
    fileTypes(limits).map((type) => [type, (endingsByType[type] ?? []).map((ending) => `.${ending}`)]),
  )

/** While files are dragged over it, a browser does not tell their names yet. */
const namedWrongly = (file: File, limits: UploadLimits) =>
  file.name && isNamedWrongly(file.name, limits) ? { code: 'file-invalid-type', message: file.name } : null

/** Files by drag, by click or by Enter. What the call would refuse is refused here already, with the reason. */
export function FileDrop({ limits, label, hint, busy = false, onFiles }: Props) {
  const { t } = useTranslation()
  const format = useFormats()
  const [fault, setFault] = useState<string | null>(null)
  const refuse = ([first]: FileRejection[]) => {
    const reason = first?.errors[0]?.code
    const name = first?.file.name ?? ''
    if (reason === 'file-too-large')
      setFault(t('kit.file.tooLarge', { name, limit: megabytesOf(limits.maxBytes) }))
    else if (reason === 'too-many-files') setFault(t('kit.file.tooMany', { count: limits.maxFiles }))
    else setFault(t('kit.file.wrongType', { name }))
  }
  return (
    <div>
      <Dropzone
        unstyled
        className={css.drop}
        accept={acceptedBy(limits)}
        validator={(file) => namedWrongly(file, limits)}
        maxSize={limits.maxBytes}
        maxFiles={limits.maxFiles}
        multiple={limits.maxFiles > 1}
        loading={busy}
        inputProps={{ 'aria-label': label }}
        // One wrong file holds back those beside it: half of what was meant is worse than a word about it.
        onDropAny={(files, rejections) => {
          if (rejections.length > 0) return refuse(rejections)
          setFault(null)
          onFiles(files)
        }}
        onDrop={() => undefined}
      >
        <IconUpload size={20} aria-hidden />
        <span className={css.dropTitle}>{label}</span>
        <span className="k-quiet">
          {hint ?? t('kit.file.hint', { limit: format.bytes(limits.maxBytes) })}
        </span>
      </Dropzone>
      <p role="alert" className={css.below}>
        {fault && <span className={css.error}>{fault}</span>}
      </p>
    </div>
  )
}
