import { pictureTypes } from '@kervan/contract/porta/applications'
import { Button } from '@mantine/core'
import { IconClipboard } from '@tabler/icons-react'
import { toast } from '../../kit/feedback/toasts.tsx'
import { useWords } from '../../kit/i18n/words.ts'

/** Takes a picture from the clipboard (DSC-006). Where the browser does not let a page read it, nothing is offered. */
export function PasteButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useWords()
  // A page that is not served securely has no clipboard.
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (!clipboard?.read) return null
  const paste = async () => {
    const items = await clipboard.read().catch(() => [])
    const pictures = items.flatMap((item) => {
      const type = pictureTypes.find((known) => item.types.includes(known))
      return type ? [{ item, type }] : []
    })
    if (pictures.length === 0) return toast('error', t('porta.pictures.noneOnClipboard'))
    const files = await Promise.all(
      pictures.map(async ({ item, type }, at) => {
        const name = t('porta.pictures.pasted', { at: at + 1 })
        const ending = type === 'image/png' ? 'png' : 'jpg'
        return new File([await item.getType(type)], `${name}.${ending}`, { type })
      }),
    )
    return onFiles(files)
  }
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconClipboard size={16} aria-hidden />}
      onClick={() => void paste()}
    >
      {t('porta.pictures.paste')}
    </Button>
  )
}
