import { Button, Group } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconAlertCircle, IconAlertTriangle, IconCheck, IconCopy, IconInfoCircle } from '@tabler/icons-react'
import { Fragment, useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../copyText.ts'
import { writePattern } from '../values/format.ts'
import { i18n } from '../i18n/i18n.ts'
import type { CallRefused } from '../call/refused.ts'
import { missingPermission, WhyButton } from '../page/why.tsx'
import type { DialogButton, DialogMark, Text } from './dialogs.ts'
import css from './dialogs.module.css'

// What dialogs by call look like. Screens ask for them in dialogs.ts.

type Panel = {
  title: string
  mark?: DialogMark | undefined
  size: number
  onClose?: () => void
  children: ReactNode
}

const marks = { info: IconInfoCircle, warning: IconAlertTriangle, error: IconAlertCircle }
let dialogs = 0

function drawPanel({ title, mark, size, onClose, children }: Panel): string {
  const Mark = mark && marks[mark]
  const modalId = `dialog-${++dialogs}`
  modals.open({
    modalId,
    title: (
      <span className={css.titleLine}>
        {Mark && <Mark size={18} className={css[mark]} />}
        {title}
      </span>
    ),
    closeButtonProps: { 'aria-label': i18n.t('kit.action.close') },
    size,
    classNames: { header: css.header!, title: css.title!, body: css.body! },
    onClose: () => onClose?.(),
    children,
  })
  return modalId
}

let shown: readonly { id: number; dialog: ReactNode }[] = []
const listeners = new Set<() => void>()
function showThese(next: typeof shown): void {
  shown = next
  for (const listener of listeners) listener()
}

export function drawDialog(draw: (close: () => void) => ReactNode): void {
  const id = ++dialogs
  showThese([...shown, { id, dialog: draw(() => showThese(shown.filter((one) => one.id !== id))) }])
}

/** The dialogs that were opened by call and draw themselves. */
export function ShownDialogs() {
  const all = useSyncExternalStore(subscribe, () => shown)
  useEffect(() => () => showThese([]), [])
  return all.map(({ id, dialog }) => <Fragment key={id}>{dialog}</Fragment>)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** `answer` is called once, with null when the dialog was closed. */
export function drawAsking<K extends string>(
  { title, text, buttons, mark, onShown }: Text & { buttons: readonly DialogButton<K>[]; mark?: DialogMark },
  answer: (key: K | null) => void,
): void {
  // What destroys is never the button that a hurried Enter presses.
  const focused = buttons.some(({ tone }) => tone === 'danger') ? 0 : buttons.length - 1
  const id = drawPanel({
    title,
    mark,
    size: 420,
    onClose: () => answer(null),
    children: (
      <>
        {onShown && <Drawn tell={onShown} />}
        {text !== undefined && <div className={css.text}>{text}</div>}
        <div className={css.foot}>
          <Group gap={8} justify="flex-end">
            {buttons.map(({ key, label, tone }, index) => (
              <Button
                key={key}
                variant={tone === 'default' ? 'default' : 'filled'}
                color={tone === 'danger' ? 'red' : 'brand'}
                data-autofocus={index === focused || undefined}
                onClick={() => {
                  answer(key)
                  modals.close(id)
                }}
              >
                {label}
              </Button>
            ))}
          </Group>
        </div>
      </>
    ),
  })
}

/** Tells when what it stands in has been drawn. */
function Drawn({ tell }: { tell: () => void }): null {
  const latest = useRef(tell)
  useEffect(() => {
    const frame = requestAnimationFrame(() => latest.current())
    return () => cancelAnimationFrame(frame)
  }, [])
  return null
}

export function drawRefused(refused: CallRefused, title?: string, retry?: () => void): void {
  // The page for signing in has the general words only.
  const general = i18n.t('kit.error.title')
  const id = drawPanel({
    title:
      title ?? (retry && mayPass(refused) ? i18n.t('kit.form.notSaved', { defaultValue: general }) : general),
    mark: 'error',
    size: 480,
    children: <RefusedDetails refused={refused} retry={retry} onClose={() => modals.close(id)} />,
  })
}

/** An answer that did not come, or a fault of the server, may be gone the next time. */
const mayPass = ({ status }: CallRefused) => status === 0 || status >= 500

function RefusedDetails({
  refused,
  retry,
  onClose,
}: {
  refused: CallRefused
  retry: (() => void) | undefined
  onClose: () => void
}) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  const facts = detailsOf(refused)
  const copy = async () => {
    await copyText(facts.map(([label, value]) => `${label}: ${value}`).join('\n'))
    setCopied(true)
  }
  return (
    <>
      <p className={css.said}>{refused.message}</p>
      <dl className={css.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={label === 'Message' ? undefined : 'k-mono'}>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={css.foot}>
        <Group justify="space-between">
          <Button
            variant="default"
            leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            onClick={() => void copy()}
          >
            {t(copied ? 'kit.action.copied' : 'kit.action.copyDetails')}
          </Button>
          <Group gap={8}>
            <WhyButton refused={refused} onPress={onClose} />
            {retry && mayPass(refused) ? (
              <>
                <Button variant="default" onClick={onClose}>
                  {t('kit.action.close')}
                </Button>
                <Button
                  data-autofocus
                  onClick={() => {
                    onClose()
                    retry()
                  }}
                >
                  {t('kit.action.tryAgain')}
                </Button>
              </>
            ) : (
              <Button onClick={onClose} data-autofocus>
                {t('kit.action.close')}
              </Button>
            )}
          </Group>
        </Group>
      </div>
    </>
  )
}

function detailsOf(refused: CallRefused): [string, string][] {
  const at = new Date(refused.timestamp)
  const time = Number.isNaN(at.getTime())
    ? refused.timestamp
    : writePattern('YYYY-MM-DD HH:mm:ss', at, false, 'en')
  const permission = missingPermission(refused)
  return [
    ['Message', refused.message],
    ['ErrorCode', refused.code],
    ...(permission === null ? [] : [['Permission', permission] as [string, string]]),
    ['Timestamp', time],
    ...(refused.reference ? [['Reference', refused.reference] as [string, string]] : []),
  ]
}
