import type { MessageKey } from '../kit/i18n/words.ts'

/** What the sign-in page says on its next opening: why somebody came back to it. Told once. */
export type Notice = { key: MessageKey; tone: 'info' | 'error' } | { said: string; tone: 'info' | 'error' }

let waiting: Notice | null = null

export function leaveNotice(notice: Notice): void {
  waiting = notice
}
export function takeNotice(): Notice | null {
  const taken = waiting
  waiting = null
  return taken
}
