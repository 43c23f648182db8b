import type { Box } from '@kervan/contract/porta/discount-requests'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { PlainDialog } from '../../../kit/feedback/PlainDialog.tsx'
import formCss from '../../../kit/form/form.module.css'
import { useWords } from '../../../kit/i18n/words.ts'
import css from '../../shared/porta.module.css'
import { blackOut, openPicture } from './blackOut.ts'
import type { Personal } from './usePersonalData.ts'

type Props = {
  file: File
  /** What was found, blacked out to begin with; undefined while it is looked for. */
  found: readonly Personal[] | undefined
  onDone: (blacked: File) => void
  onClose: () => void
}
type Area = Box & { id: number }

/**
 * A picture before it is sent: areas are drawn with the pointer, or added and moved by the arrow keys (with Shift their
 * size is changed), and taken away with Delete. What leaves the page has them in black.
 */
export function BlackOutDialog({ file, found, onDone, onClose }: Props) {
  const { t } = useWords()
  const [picture, setPicture] = useState<HTMLImageElement | null>(null)
  const [areas, setAreas] = useState<Area[]>([])
  const [isBusy, setBusy] = useState(false)
  const ids = useRef(0)
  const isMarked = useRef(false)
  useEffect(() => {
    let opened: HTMLImageElement | null = null
    let isOver = false
    void openPicture(file).then((shown) => {
      opened = shown
      if (isOver) URL.revokeObjectURL(shown.src)
      else setPicture(shown)
    })
    return () => {
      isOver = true
      if (opened) URL.revokeObjectURL(opened.src)
    }
  }, [file])
  useEffect(() => {
    if (!found || isMarked.current) return
    isMarked.current = true
    const marked = found.map(({ box }) => ({ ...wider(box), id: ids.current++ }))
    setAreas((before) => [...before, ...marked])
  }, [found])
  const add = (box: Box) => setAreas((before) => [...before, { ...box, id: ids.current++ }])
  const apply = async () => {
    setBusy(true)
    onDone(await blackOut(file, areas))
  }
  return (
    <PlainDialog title={t('porta.blackOut.title', { name: file.name })} size={860} onClose={onClose}>
      <p className="k-quiet">{t('porta.blackOut.text')}</p>
      {!found && <output className="k-quiet">{t('porta.blackOut.looking')}</output>}
      {picture && <Sheet picture={picture} areas={areas} onAdd={add} onChange={setAreas} />}
      <div className={formCss.foot}>
        <div className={formCss.aside}>
          <Button
            variant="subtle"
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={!picture}
            onClick={() => picture && add(middleOf(picture))}
          >
            {t('porta.blackOut.add')}
          </Button>
        </div>
        <div className={formCss.answers}>
          <Button variant="default" onClick={onClose}>
            {t('kit.action.cancel')}
          </Button>
          <Button loading={isBusy} disabled={!picture || areas.length === 0} onClick={() => void apply()}>
            {t('porta.blackOut.apply')}
          </Button>
        </div>
      </div>
    </PlainDialog>
  )
}

/** Letters reach over the edges that reading finds. */
function wider({ x, y, width, height }: Box): Box {
  const edge = Math.ceil(height / 3)
  return {
    x: Math.max(0, x - edge),
    y: Math.max(0, y - edge),
    width: width + 2 * edge,
    height: height + 2 * edge,
  }
}

const middleOf = ({ naturalWidth: width, naturalHeight: height }: HTMLImageElement): Box => ({
  x: Math.round(width * 0.4),
  y: Math.round(height * 0.45),
  width: Math.round(width * 0.2),
  height: Math.round(height * 0.1),
})

type SheetProps = {
  picture: HTMLImageElement
  areas: readonly Area[]
  onAdd: (box: Box) => void
  onChange: (areas: Area[]) => void
}

function Sheet({ picture, areas, onAdd, onChange }: SheetProps) {
  const { t } = useWords()
  const sheet = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<{ from: Point; to: Point } | null>(null)
  const { naturalWidth, naturalHeight } = picture
  const pointOf = (event: PointerEvent): Point => {
    const { left, top, width, height } = sheet.current!.getBoundingClientRect()
    return {
      x: clamp(((event.clientX - left) / width) * naturalWidth, naturalWidth),
      y: clamp(((event.clientY - top) / height) * naturalHeight, naturalHeight),
    }
  }
  const finish = () => {
    const box = drawn && between(drawn.from, drawn.to)
    // A click that draws nothing is none.
    if (box && box.width > 4 && box.height > 4) onAdd(box)
    setDrawn(null)
  }
  const placed = ({ x, y, width, height }: Box) => ({
    left: `${(x / naturalWidth) * 100}%`,
    top: `${(y / naturalHeight) * 100}%`,
    width: `${(width / naturalWidth) * 100}%`,
    height: `${(height / naturalHeight) * 100}%`,
  })
  const press = (area: Area) => (event: KeyboardEvent) => {
    const next = pressed(area, event, picture)
    if (next === undefined) return
    event.preventDefault()
    onChange(areas.flatMap((one) => (one.id !== area.id ? [one] : next === null ? [] : [next])))
  }
  return (
    <div
      ref={sheet}
      className={css.blackSheet}
      onPointerDown={(event) => {
        if (event.target instanceof HTMLButtonElement) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrawn({ from: pointOf(event), to: pointOf(event) })
      }}
      onPointerMove={(event) => drawn && setDrawn({ ...drawn, to: pointOf(event) })}
      onPointerUp={finish}
      onPointerCancel={() => setDrawn(null)}
    >
      <img src={picture.src} alt="" draggable={false} />
      {areas.map((area, at) => (
        <button
          key={area.id}
          type="button"
          className={css.blackArea}
          style={placed(area)}
          aria-label={t('porta.blackOut.area', { number: at + 1 })}
          title={t('porta.blackOut.areaHint')}
          onKeyDown={press(area)}
          onDoubleClick={() => onChange(areas.filter(({ id }) => id !== area.id))}
        />
      ))}
      {drawn && <span className={css.blackArea} style={placed(between(drawn.from, drawn.to))} />}
    </div>
  )
}

type Point = { x: number; y: number }
const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value))
const between = (one: Point, other: Point): Box => ({
  x: Math.round(Math.min(one.x, other.x)),
  y: Math.round(Math.min(one.y, other.y)),
  width: Math.round(Math.abs(one.x - other.x)),
  height: Math.round(Math.abs(one.y - other.y)),
})

const arrows: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** The area after a key; null when it is taken away, undefined when the key means nothing here. */
function pressed(
  area: Area,
  { key, shiftKey }: KeyboardEvent,
  { naturalWidth, naturalHeight }: HTMLImageElement,
): Area | null | undefined {
  if (key === 'Delete' || key === 'Backspace') return null
  const arrow = arrows[key]
  if (!arrow) return undefined
  const step = Math.max(1, Math.round(naturalWidth / 100))
  const [dx, dy] = [arrow.x * step, arrow.y * step]
  if (shiftKey)
    return {
      ...area,
      width: Math.max(step, Math.min(naturalWidth - area.x, area.width + dx)),
      height: Math.max(step, Math.min(naturalHeight - area.y, area.height + dy)),
    }
  return {
    ...area,
    x: clamp(area.x + dx, naturalWidth - area.width),
    y: clamp(area.y + dy, naturalHeight - area.height),
  }
}
