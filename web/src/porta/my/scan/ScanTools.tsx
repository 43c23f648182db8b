import { Button, FileButton } from '@mantine/core'
import { IconCamera, IconPhotoScan } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useWords } from '../../../kit/i18n/words.ts'
import { shownText } from './codeReader.ts'
import css from './scan.module.css'

const Camera = lazy(() => import('./Camera.tsx').then((module) => ({ default: module.Camera })))

type Props = {
  onCode: (text: string) => void
  /** Whether the camera stays open for the next code. */
  continuous: boolean
  /** Begins with the camera. */
  withCamera?: boolean
}

/** The ways to enter a code without typing it: the camera, and a photo (DSC-004). */
export function ScanTools({ onCode, continuous, withCamera = false }: Props) {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(withCamera)
  const [isReading, setReading] = useState(false)
  const [isMissed, setMissed] = useState(false)
  const read = async (file: File | null) => {
    if (!file) return
    setReading(true)
    setMissed(false)
    const { codesInPhoto } = await import('./codeReader.ts')
    const texts = await codesInPhoto(file)
    setReading(false)
    setMissed(texts.length === 0)
    for (const text of continuous ? texts : texts.slice(0, 1)) onCode(shownText(text))
  }
  return (
    <div>
      <div className={css.tools}>
        {!isOpen && (
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconCamera size={16} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            {t('porta.scan.open')}
          </Button>
        )}
        <FileButton accept="image/*" onChange={(file) => void read(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="compact-md"
              loading={isReading}
              leftSection={<IconPhotoScan size={16} aria-hidden />}
            >
              {t('porta.scan.photo')}
            </Button>
          )}
        </FileButton>
      </div>
      {isMissed && (
        <p role="alert" className={css.problem}>
          {t('porta.scan.missed')}
        </p>
      )}
      {isOpen && (
        <Suspense>
          <Camera
            onClose={() => setOpen(false)}
            onCode={(text) => {
              onCode(shownText(text))
              if (!continuous) setOpen(false)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
