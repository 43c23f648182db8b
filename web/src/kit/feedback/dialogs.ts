import type { ReactNode } from 'react'
import { i18n } from '../i18n/i18n.ts'
import { wasAsked } from '../stepUp/stepUp.ts'
import type { CallRefused } from '../call/refused.ts'
import { wantHost } from './hostReady.ts'

// Dialogs by call (SHL-020, SHL-021). Each answers a promise; closing with Escape is the answer "no". How they look is in
// drawings.tsx, which comes with their host: the page for signing in does without.

export type DialogButton<K extends string> = {
  key: K
  label: string
  tone?: 'primary' | 'danger' | 'default'
}
export type DialogMark = 'info' | 'warning' | 'error'
/** `onShown` is called once the dialog stands on the page; what draws it may have to be fetched first. */
export type Text = { title: string; text?: ReactNode; onShown?: () => void }

/** Asks and gives the key of the pressed button, or null when the dialog was closed. The last button is the main one. */
export async function ask<K extends string>(
  asked: Text & { buttons: readonly DialogButton<K>[]; mark?: DialogMark },
): Promise<K | null> {
  const { drawAsking } = await wantHost()
  return new Promise((answer) => drawAsking(asked, answer))
}

/** Asks before something that cannot be taken back. The button names the action, never "Yes". */
export async function confirm({
  title,
  text,
  action,
  keep,
  danger,
}: Text & { action: string; keep?: string; danger?: boolean }): Promise<boolean> {
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

export const inform = (said: Text) => tell('info', said)
export const warn = (said: Text) => tell('warning', said)
export const alert = (said: Text) => tell('error', said)

async function tell(mark: DialogMark, said: Text): Promise<void> {
  await ask({ ...said, mark, buttons: [{ key: 'close', label: i18n.t('kit.action.close') }] })
}

/** A dialog over whatever screen the user has come to, opened from where no component stands, such as a notice. */
export function showDialog(draw: (close: () => void) => ReactNode): void {
  void wantHost().then(({ drawDialog }) => drawDialog(draw))
}

/** The error dialog of SHL-020: what did not happen, why, and what the help desk needs. A form may be sent again from it. */
export function showRefused(refused: CallRefused, title?: string, retry?: () => void): void {
  if (wasAsked(refused)) return
  void wantHost().then(({ drawRefused }) => drawRefused(refused, title, retry))
}
