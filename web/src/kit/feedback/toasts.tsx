import { Button, CloseButton, Progress } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
  IconLoader2,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { i18n } from '../i18n/i18n.ts'
import { wantHost } from './hostReady.ts'
import css from './toasts.module.css'

// Toasts stay three seconds (SHL-021). What must not vanish, such as running work and partial results, is a notice.

export type ToastTone = 'info' | 'success' | 'warning' | 'error'
type Action = { label: string; run: () => void }
type Content = { title: string; text?: ReactNode; action?: Action }

const toastTime = 3_000
const icons: Record<ToastTone | 'work', TablerIcon> = {
  info: IconInfoCircle,
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  error: IconAlertCircle,
  work: IconLoader2,
}

export function toast(tone: ToastTone, content: string | Content): string {
  const given = typeof content === 'string' ? { title: content } : content
  return show(newId(), tone, given, toastTime)
}

/** A success that can be taken back. */
export function toastWithUndo(title: string, undo: () => void): string {
  return toast('success', { title, action: { label: i18n.t('kit.action.undo'), run: undo } })
}

/** Stays until it is closed or replaced under the same id. */
export function notice(
  tone: ToastTone | 'work',
  content: Content & { progress?: number | null; count?: string },
  id = newId(),
): string {
  return show(id, tone, content, false)
}

export function closeNotice(id: string): void {
  notifications.hide(id)
}

const shown = new Set<string>()
let next = 0
const newId = () => `notice-${++next}`

function show(
  id: string,
  tone: ToastTone | 'work',
  content: Content & { progress?: number | null; count?: string },
  autoClose: number | false,
): string {
  const data = {
    id,
    autoClose,
    withCloseButton: false,
    withBorder: false,
    role: tone === 'error' || tone === 'warning' ? 'alert' : 'status',
    classNames: { root: css.root!, body: css.body!, description: css.description! },
    message: <Toast id={id} tone={tone} {...content} />,
    onClose: () => shown.delete(id),
  }
  void wantHost()
  if (shown.has(id)) notifications.update(data)
  else {
    shown.add(id)
    notifications.show(data)
  }
  return id
}

function Toast({
  id,
  tone,
  title,
  text,
  action,
  progress,
  count,
}: Content & { id: string; tone: ToastTone | 'work'; progress?: number | null; count?: string }) {
  const Icon = icons[tone]
  return (
    <div className={css.toast} data-tone={tone}>
      <Icon size={18} aria-hidden className={css.icon} />
      <div className={css.words}>
        <div className={css.title}>{title}</div>
        {text !== undefined && <div className={css.text}>{text}</div>}
      </div>
      {count !== undefined && <span className={`${css.count} k-number`}>{count}</span>}
      {action && (
        <Button
          variant="transparent"
          size="xs"
          className={css.action}
          onClick={() => {
            notifications.hide(id)
            action.run()
          }}
        >
          {action.label}
        </Button>
      )}
      {tone !== 'work' && (
        <CloseButton
          size={24}
          aria-label={i18n.t('kit.action.close')}
          onClick={() => notifications.hide(id)}
        />
      )}
      {progress !== undefined && (
        <Progress
          className={css.progress}
          size={4}
          value={progress ?? 100}
          animated={progress === null}
          striped={progress === null}
          aria-label={title}
        />
      )}
    </div>
  )
}
