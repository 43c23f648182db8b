import { Button, Slider } from '@mantine/core'
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainDialog } from '../../kit/feedback/PlainDialog.tsx'
import { cropByKey, fitCrop, sideOf, startCrop, zoomLimit, type Crop } from './crop.ts'
import css from './profile.module.css'

const shown = 280
const sent = 512

type Props = { picture: HTMLImageElement; onCrop: (file: File) => void; onClose: () => void }

/** A square of the picture, chosen by pointer or by keys, cut in the page (USR-008). The server draws it anew all the same. */
export function CropDialog({ picture, onCrop, onClose }: Props) {
  const { t } = useTranslation()
  const size = { width: picture.naturalWidth, height: picture.naturalHeight }
  const [crop, setCrop] = useState<Crop>(() => startCrop(size))
  const dragged = useRef<{ x: number; y: number } | null>(null)
  const scale = shown / sideOf(size, crop.zoom)
  const side = sideOf(size, crop.zoom)

  const onPointerMove = ({ clientX, clientY }: PointerEvent) => {
    if (!dragged.current) return
    const moved = { x: clientX - dragged.current.x, y: clientY - dragged.current.y }
    dragged.current = { x: clientX, y: clientY }
    setCrop((before) =>
      fitCrop(size, { ...before, x: before.x - moved.x / scale, y: before.y - moved.y / scale }),
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = cropByKey(size, crop, event.key)
    if (!next) return
    event.preventDefault()
    setCrop(next)
  }
  const use = async () => {
    const file = await cut(picture, crop, side)
    if (file) onCrop(file)
  }
  return (
    <PlainDialog title={t('account.profile.crop.title')} onClose={onClose}>
      <button
        type="button"
        className={css.crop}
        style={{ width: shown, height: shown }}
        aria-label={t('account.profile.crop.area')}
        data-autofocus
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          dragged.current = { x: event.clientX, y: event.clientY }
        }}
        onPointerMove={onPointerMove}
        onPointerUp={() => (dragged.current = null)}
        onPointerCancel={() => (dragged.current = null)}
      >
        <Drawn
          picture={picture}
          style={{
            width: size.width * scale,
            transform: `translate(${-(crop.x - side / 2) * scale}px, ${-(crop.y - side / 2) * scale}px)`,
          }}
        />
      </button>
      <div className={css.zoom}>
        <span className={css.label}>{t('account.profile.crop.zoom')}</span>
        <Slider
          style={{ flex: 1 }}
          min={1}
          max={zoomLimit}
          step={0.05}
          label={null}
          thumbLabel={t('account.profile.crop.zoom')}
          value={crop.zoom}
          onChange={(zoom) => setCrop((before) => fitCrop(size, { ...before, zoom }))}
        />
      </div>
      <div className={css.dialogFoot}>
        <Button variant="default" onClick={onClose}>
          {t('kit.action.cancel')}
        </Button>
        <Button onClick={() => void use()}>{t('account.profile.crop.use')}</Button>
      </div>
    </PlainDialog>
  )
}

function Drawn({
  picture,
  style,
}: {
  picture: HTMLImageElement
  style: { width: number; transform: string }
}) {
  return (
    <img
      src={picture.src}
      alt=""
      draggable={false}
      style={{ ...style, maxWidth: 'none', display: 'block', transformOrigin: '0 0' }}
    />
  )
}

/** On white, because a JPEG knows no transparency. */
async function cut(picture: HTMLImageElement, crop: Crop, side: number): Promise<File | null> {
  const canvas = document.createElement('canvas')
  canvas.width = sent
  canvas.height = sent
  const context = canvas.getContext('2d')
  if (!context) return null
  context.fillStyle = '#fff'
  context.fillRect(0, 0, sent, sent)
  context.drawImage(picture, crop.x - side / 2, crop.y - side / 2, side, side, 0, 0, sent, sent)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.9))
  return blob && new File([blob], 'picture.jpg', { type: 'image/jpeg' })
}

/** The picture of a file, decoded; null when it is none. */
export async function readPicture(file: File): Promise<HTMLImageElement | null> {
  const picture = new Image()
  picture.src = URL.createObjectURL(file)
  try {
    await picture.decode()
    return picture
  } catch {
    URL.revokeObjectURL(picture.src)
    return null
  }
}

/** Gives the memory of a picture back when the dialog is through with it. */
export function useForget(picture: HTMLImageElement | null): void {
  useEffect(() => {
    const address = picture?.src
    return () => {
      if (address) URL.revokeObjectURL(address)
    }
  }, [picture])
}
