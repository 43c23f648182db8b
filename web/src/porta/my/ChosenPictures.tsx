import { ActionIcon } from '@mantine/core'
import { IconPhoto, IconX } from '@tabler/icons-react'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import css from '../shared/porta.module.css'

/** Pictures that will be sent with a form, each with a button that takes it out again. */
export function ChosenPictures({
  files,
  onRemove,
}: {
  files: readonly File[]
  onRemove: (at: number) => void
}) {
  const { t } = useWords()
  const format = useFormats()
  return (
    <ul className={css.files}>
      {files.map((file, at) => (
        <li key={`${file.name} ${file.lastModified} ${file.size}`}>
          <IconPhoto size={16} aria-hidden />
          <span>{file.name}</span>
          <span className="k-quiet">{format.bytes(file.size)}</span>
          <ActionIcon
            variant="subtle"
            size="sm"
            aria-label={t('porta.pictures.remove', { name: file.name })}
            onClick={() => onRemove(at)}
          >
            <IconX size={14} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}
