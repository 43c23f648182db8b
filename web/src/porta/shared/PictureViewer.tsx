import type { RequestImage } from '@kervan/contract/porta/discount-requests'
import { ActionIcon, Button, Loader } from '@mantine/core'
import {
  IconChevronLeft,
  IconChevronRight,
  IconRotateClockwise,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callServer } from '../../kit/call/client.ts'
import { useRights } from '../../kit/call/rights.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { asAddress } from '../../kit/logo.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import css from './porta.module.css'
import type { Desk } from './desks.ts'

const zooms = [1, 1.5, 2, 3, 4]

type Props = { desk: Desk; images: readonly RequestImage[]; marked: string | null }

/** The pictures of a request, one at a time, to be turned and looked at closely; what was read in them is framed. */
export function PictureViewer({ desk, images, marked }: Props) {
  const { t } = useWords()
  const [at, setAt] = useState(0)
  const [zoom, setZoom] = useState(0)
  const [turns, setTurns] = useState(0)
  const image = images[Math.min(at, images.length - 1)]
  if (!image) return <p className={css.noPicture}>{t('porta.picture.none')}</p>
  const step = (by: number) => {
    setAt((before) => (before + by + images.length) % images.length)
    setZoom(0)
    setTurns(0)
  }
  return (
    <section className={css.viewer} aria-label={t('porta.picture.title')}>
      <div className={css.viewerBar}>
        <StateBadge group="imageState" value={image.imageState} />
        <span className={css.viewerName} title={image.name}>
          {image.name}
        </span>
        {images.length > 1 && (
          <>
            <ActionIcon variant="subtle" aria-label={t('porta.picture.previous')} onClick={() => step(-1)}>
              <IconChevronLeft size={18} />
            </ActionIcon>
            <span className="k-number">{t('porta.picture.position', { at: at + 1, of: images.length })}</span>
            <ActionIcon variant="subtle" aria-label={t('porta.picture.next')} onClick={() => step(1)}>
              <IconChevronRight size={18} />
            </ActionIcon>
          </>
        )}
        <ActionIcon
          variant="subtle"
          aria-label={t('porta.picture.smaller')}
          disabled={zoom === 0}
          onClick={() => setZoom(zoom - 1)}
        >
          <IconZoomOut size={18} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          aria-label={t('porta.picture.larger')}
          disabled={zoom === zooms.length - 1}
          onClick={() => setZoom(zoom + 1)}
        >
          <IconZoomIn size={18} />
        </ActionIcon>
        <ActionIcon variant="subtle" aria-label={t('porta.picture.turn')} onClick={() => setTurns(turns + 1)}>
          <IconRotateClockwise size={18} />
        </ActionIcon>
      </div>
      {image.message !== null && (
        <p className={css.pictureMessage}>
          {image.message}{' '}
          {desk.readAgain && <ReadAgain call={desk.readAgain} desk={desk} imageId={image.id} />}
        </p>
      )}
      <Picture
        key={image.id}
        desk={desk}
        image={image}
        zoom={zooms[zoom] ?? 1}
        turns={turns}
        marked={marked}
      />
    </section>
  )
}

/** Has a picture read once more that did not match or could not be read. */
function ReadAgain({
  call,
  desk,
  imageId,
}: {
  call: NonNullable<Desk['readAgain']>
  desk: Desk
  imageId: string
}) {
  const { t } = useWords()
  const read = useCall(call, {
    refreshes: desk.refreshes,
    failed: t('porta.picture.notReadAgain'),
  })
  if (!useRights().has(call.permission ?? '')) return null
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      loading={read.isPending}
      onClick={() => void read.run({ imageId })}
    >
      {t('porta.picture.readAgain')}
    </Button>
  )
}

type PictureProps = {
  desk: Desk
  image: RequestImage
  zoom: number
  turns: number
  marked: string | null
}

function Picture({ desk, image, zoom, turns, marked }: PictureProps) {
  const { t } = useWords()
  const { image: call } = desk
  const { data, isPending } = useQuery({
    queryKey: [call.group, call.operation, image.id],
    queryFn: ({ signal }) => callServer(call, { imageId: image.id }, { signal }).then(asAddress),
    staleTime: Infinity,
  })
  if (isPending) return <Loader size="sm" className={css.loading ?? ''} />
  if (!data) return <p className={css.noPicture}>{t('porta.picture.gone')}</p>
  const { width, height } = image
  return (
    <section
      className={css.frame}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={image.name}
    >
      <div className={css.sheet} style={{ width: `${zoom * 100}%`, rotate: `${turns * 90}deg` }}>
        <img src={data} alt={image.name} className={css.picture} />
        {width !== null &&
          height !== null &&
          image.values.map(({ field, box }) =>
            box === null ? null : (
              <span
                key={field}
                className={css.box}
                data-marked={field === marked || undefined}
                style={{
                  left: `${(box.x / width) * 100}%`,
                  top: `${(box.y / height) * 100}%`,
                  width: `${(box.width / width) * 100}%`,
                  height: `${(box.height / height) * 100}%`,
                }}
              />
            ),
          )}
      </div>
    </section>
  )
}
