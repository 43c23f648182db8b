import { getDateFormats, logout, refreshSession } from '@kervan/contract/access/authentication'
import { handle } from '../kit/http/handle.ts'
import { endSession, rotateSession } from '../kit/http/session.ts'
import { presentSession } from './present-session.ts'

/** Ends the session in every process at once: the next request with its token finds it ended. */
export const logoutHandler = handle(logout, async ({ services, tokenHash }) => {
  await endSession(services.db, tokenHash)
  return { done: true } as const
})

/** A new token for the old one, with the permissions of now (ACC-008). */
export const refreshSessionHandler = handle(refreshSession, async (context) => {
  const token = await rotateSession(context.services.db, context.tokenHash, context)
  return presentSession(context, token)
})

/** The formats of SHL-015; only the long date reads differently from language to language. */
export const getDateFormatsHandler = handle(getDateFormats, async ({ language }) => ({
  date: 'YYYY-MM-DD',
  dateTime: 'YYYY-MM-DD HH:mm',
  dateTimeSeconds: 'YYYY-MM-DD HH:mm:ss',
  longDate: { en: 'D MMMM YYYY', tr: 'D MMMM YYYY', de: 'D. MMMM YYYY' }[language],
}))
