import { Button, NativeSelect } from '@mantine/core'
import { IconBulb, IconX, IconZoomIn } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useWords } from '../../../kit/i18n/words.ts'
import { readStored, writeStored } from '../../../kit/storage/storage.ts'
import { openCodeReader, pixelsOf } from './codeReader.ts'
import css from './scan.module.css'

type Props = {
  /** Told of each code once. */
  onCode: (text: string) => void
  onClose: () => void
}
/** What a camera can do beyond what browsers have agreed on. */
type Abilities = MediaTrackCapabilities & { torch?: boolean; zoom?: { min: number; max: number } }

/** Between two looks at what the camera sees. */
const pauseMs = 80

/**
 * The camera, which reads codes one after the other and says so by sound and vibration (DSC-004). Which lens, light and
 * zoom are chosen is remembered on this device.
 */
export function Camera({ onCode, onClose }: Props) {
  const { t } = useWords()
  const video = useRef<HTMLVideoElement>(null)
  const [choice, setChoice] = useState(
    () => readStored('kervan.camera') ?? { lens: '', torch: false, zoom: 1 },
  )
  const [lenses, setLenses] = useState<MediaDeviceInfo[]>([])
  const [track, setTrack] = useState<MediaStreamTrack | null>(null)
  const [problem, setProblem] = useState<'denied' | 'none' | null>(null)
  const [count, setCount] = useState(0)
  const change = (next: Partial<typeof choice>) => {
    setChoice({ ...choice, ...next })
    writeStored('kervan.camera', { ...choice, ...next })
  }
  const { lens } = choice
  useEffect(() => {
    let stream: MediaStream | null = null
    let isOver = false
    openCamera(lens)
      .then(async (opened) => {
        if (isOver) return stop(opened)
        stream = opened
        const shown = video.current
        if (shown) shown.srcObject = opened
        setProblem(null)
        setTrack(opened.getVideoTracks()[0] ?? null)
        const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
        if (!isOver) setLenses(devices.filter(({ kind }) => kind === 'videoinput'))
      })
      .catch((error: unknown) => {
        if (!isOver)
          setProblem(error instanceof DOMException && error.name === 'NotAllowedError' ? 'denied' : 'none')
      })
    return () => {
      isOver = true
      if (stream) stop(stream)
    }
  }, [lens])
  const abilities = abilitiesOf(track)
  const zoomsItself = abilities.zoom !== undefined && abilities.zoom.max >= 2
  useEffect(() => {
    if (!track) return
    const wanted = {
      ...(abilities.torch && { torch: choice.torch }),
      ...(zoomsItself && { zoom: choice.zoom }),
    } as MediaTrackConstraintSet
    if (Object.keys(wanted).length > 0) void track.applyConstraints({ advanced: [wanted] }).catch(() => {})
  }, [track, abilities.torch, zoomsItself, choice.torch, choice.zoom])
  const told = useEffectEvent((text: string) => {
    setCount((before) => before + 1)
    sayRead()
    onCode(text)
  })
  const zoom = zoomsItself ? 1 : choice.zoom
  useEffect(() => {
    const reader = openCodeReader()
    const seen = new Set<string>()
    let timer = 0
    let isOver = false
    const look = async () => {
      const shown = video.current
      const pixels =
        shown && shown.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
          ? pixelsOf(shown, { width: shown.videoWidth, height: shown.videoHeight }, { zoom })
          : null
      for (const text of pixels ? await reader.read(pixels) : [])
        if (!isOver && !seen.has(text)) {
          seen.add(text)
          told(text)
        }
      if (!isOver) timer = window.setTimeout(() => void look(), pauseMs)
    }
    void look()
    return () => {
      isOver = true
      window.clearTimeout(timer)
      reader.close()
    }
  }, [zoom])
  return (
    <div className={css.camera}>
      {problem === null ? (
        <div className={css.frame} data-zoom={zoom > 1 || undefined}>
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what the camera sees, without sound */}
          <video ref={video} autoPlay playsInline muted aria-label={t('porta.scan.view')} />
        </div>
      ) : (
        <p role="alert" className={css.problem}>
          {t(`porta.scan.problem.${problem}`)}
        </p>
      )}
      <div className={css.bar}>
        {lenses.length > 1 && (
          <NativeSelect
            size="xs"
            aria-label={t('porta.scan.lens')}
            value={lens}
            data={[
              { value: '', label: t('porta.scan.anyLens') },
              ...lenses.map(({ deviceId, label }, at) => ({
                value: deviceId,
                label: label || t('porta.scan.numbered', { at: at + 1 }),
              })),
            ]}
            onChange={(event) => change({ lens: event.currentTarget.value })}
          />
        )}
        {abilities.torch && (
          <Button
            size="compact-sm"
            variant={choice.torch ? 'filled' : 'default'}
            aria-pressed={choice.torch}
            leftSection={<IconBulb size={16} aria-hidden />}
            onClick={() => change({ torch: !choice.torch })}
          >
            {t('porta.scan.torch')}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant={choice.zoom > 1 ? 'filled' : 'default'}
          aria-pressed={choice.zoom > 1}
          leftSection={<IconZoomIn size={16} aria-hidden />}
          onClick={() => change({ zoom: choice.zoom > 1 ? 1 : 2 })}
        >
          {t('porta.scan.zoom')}
        </Button>
        <output className={css.count}>{count > 0 ? t('porta.scan.read', { codes: count }) : ''}</output>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconX size={16} aria-hidden />}
          onClick={onClose}
        >
          {t('porta.scan.close')}
        </Button>
      </div>
    </div>
  )
}

const stop = (stream: MediaStream) => {
  for (const one of stream.getTracks()) one.stop()
}

/** The chosen lens, or any other that looks away from the reader where it is not there any more. */
async function openCamera(lens: string): Promise<MediaStream> {
  // A page that is not served securely has no cameras.
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (!devices?.getUserMedia) throw new Error('no camera')
  const size = { width: { ideal: 1_920 }, height: { ideal: 1_080 } }
  const any = () => devices.getUserMedia({ video: { ...size, facingMode: 'environment' } })
  if (lens === '') return any()
  return devices.getUserMedia({ video: { ...size, deviceId: { exact: lens } } }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'OverconstrainedError') return any()
    throw error
  })
}

const abilitiesOf = (track: MediaStreamTrack | null): Abilities =>
  typeof track?.getCapabilities === 'function' ? track.getCapabilities() : {}

/** A short tone and a short vibration, where the device has them. */
function sayRead(): void {
  navigator.vibrate?.(60)
  try {
    const context = new AudioContext()
    const tone = context.createOscillator()
    const volume = context.createGain()
    volume.gain.value = 0.1
    tone.frequency.value = 1_200
    tone.connect(volume).connect(context.destination)
    tone.addEventListener('ended', () => void context.close())
    tone.start()
    tone.stop(context.currentTime + 0.08)
  } catch {
    // A browser without sound reads codes all the same.
  }
}
