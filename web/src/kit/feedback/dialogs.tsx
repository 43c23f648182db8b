import { Button, Group } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconAlertCircle, IconAlertTriangle, IconCheck, IconCopy, IconInfoCircle } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { i18n } from '../i18n/i18n.ts'
import { writePattern } from '../format.ts'
import { wasAsked } from '../proof/proving.ts'
import type { CallRefused } from '../refused.ts'
import { missingPermission, WhyButton } from '../why.tsx'
import css from './dialogs.module.css'
import { wantHost } from './hostReady.ts'

// Dialogs by call (SHL-020, SHL-021). Each answers a promise; closing with Escape is the answer "no".

export type DialogButton<K extends string> = { key: K; label: string; tone?: 'primary' | 'danger' | 'default' }
type Text = { title: string; text?: ReactNode }

let dialogs = 0
function openDialog(settings: Parameters<typeof modals.open>[0]): string {
  const modalId = `dialog-${++dialogs}`
  void wantHost().then(() => modals.open({ ...settings, modalId }))
  return modalId
}

/** Asks and gives the key of the pressed button, or null when the dialog was closed. The last button is the main one. */
export function ask<K extends string>({ title, text, buttons, icon }: Text & { buttons: readonly DialogButton<K>[]; icon?: ReactNode }): Promise<K | null> {
  // What destroys is never the button that a hurried Enter presses.
  const focused = buttons.some(({ tone }) => tone === 'danger') ? 0 : buttons.length - 1
  return new Promise((answer) => {
    const id = openDialog({
      title: <DialogTitle icon={icon}>{title}</DialogTitle>,
      closeButtonProps: { 'aria-label': i18n.t('kit.action.close') },
      size: 420,
      classNames: { header: css.header!, title: css.title!, body: css.body! },
      onClose: () => answer(null),
      children: (
        <>
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
  })
}

/** Asks before something that cannot be taken back. The button names the deed, never "Yes". */
export async function confirm({ title, text, action, keep, danger }: Text & { action: string; keep?: string; danger?: boolean }): Promise<boolean> {
  const answer = await ask({
    title,
    text,
    buttons: [
      { key: 'keep', label: keep ?? i18n.t('kit.action.cancel'), tone: 'default' },
      { key: 'act', label: action, tone: danger ? 'danger' : 'primary' },
    ],
  })
  return answer === 'act'
}

export async function inform({ title, text }: Text): Promise<void> {
  await ask({ title, text, icon: <IconInfoCircle size={18} className={css.info} />, buttons: closeOnly() })
}
export async function warn({ title, text }: Text): Promise<void> {
  await ask({ title, text, icon: <IconAlertTriangle size={18} className={css.warning} />, buttons: closeOnly() })
}
export async function alert({ title, text }: Text): Promise<void> {
  await ask({ title, text, icon: <IconAlertCircle size={18} className={css.error} />, buttons: closeOnly() })
}
const closeOnly = () => [{ key: 'close', label: i18n.t('kit.action.close') }] as const

/** Something to look at over the screen, opened from where no component stands, such as a notice. */
export function showPanel({ title, size, children }: { title: string; size: number; children: ReactNode }): void {
  openDialog({
    title: <DialogTitle>{title}</DialogTitle>,
    closeButtonProps: { 'aria-label': i18n.t('kit.action.close') },
    size,
    classNames: { header: css.header!, title: css.title!, body: css.body! },
    children,
  })
}

/** The error dialog of SHL-020: what did not happen, why, and what the help desk needs. */
export function showRefused(refused: CallRefused, title?: string): void {
  if (wasAsked(refused)) return
  const id = openDialog({
    title: <DialogTitle icon={<IconAlertCircle size={18} className={css.error} />}>{title ?? i18n.t('kit.error.title')}</DialogTitle>,
    closeButtonProps: { 'aria-label': i18n.t('kit.action.close') },
    size: 480,
    classNames: { header: css.header!, title: css.title!, body: css.body! },
    children: <RefusedDetails refused={refused} onClose={() => modals.close(id)} />,
  })
}

function RefusedDetails({ refused, onClose }: { refused: CallRefused; onClose: () => void }) {
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
          <Button variant="default" leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />} onClick={() => void copy()}>
            {t(copied ? 'kit.action.copied' : 'kit.action.copyDetails')}
          </Button>
          <Group gap={8}>
            <WhyButton refused={refused} onPress={onClose} />
            <Button onClick={onClose} data-autofocus>
              {t('kit.action.close')}
            </Button>
          </Group>
        </Group>
      </div>
    </>
  )
}

function detailsOf(refused: CallRefused): [string, string][] {
  const at = new Date(refused.timestamp)
  const time = Number.isNaN(at.getTime()) ? refused.timestamp : writePattern('YYYY-MM-DD HH:mm:ss', at, false, 'en')
  const permission = missingPermission(refused)
  return [
    ['Message', refused.message],
    ['ErrorCode', refused.code],
    ...(permission === null ? [] : [['Permission', permission] as [string, string]]),
    ['Timestamp', time],
    ...(refused.reference ? [['Reference', refused.reference] as [string, string]] : []),
  ]
}

export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  // Without https there is no clipboard interface; the old command still works.
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}

function DialogTitle({ icon, children }: { icon?: ReactNode; children: string }) {
  return (
    <span className={css.titleLine}>
      {icon}
      {children}
    </span>
  )
}
