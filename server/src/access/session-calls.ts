import { getDateFormats, logout, refreshSession } from '@kervan/contract/access/authentication'
import { dateFormats } from '@kervan/contract/kit/values'
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

const patternsOf = (date: string) => ({
  date,
  dateTime: `${date} HH:mm`,
  dateTimeSeconds: `${date} HH:mm:ss`,
})
const choices = { Iso: 'YYYY-MM-DD', Dots: 'DD.MM.YYYY', Slashes: 'DD/MM/YYYY' } as const
const longDates = { en: 'dddd, D MMMM YYYY', tr: 'D MMMM YYYY dddd', de: 'dddd, D. MMMM YYYY' } as const

/** The formats of SHL-015, what else can be chosen, and the caller's own choice; the long date is the language's. */
export const getDateFormatsHandler = handle(getDateFormats, async ({ tx, actor, language }) => {
  const own = await tx
    .selectFrom('membership')
    .select(['date_format', 'time_zone'])
    .where('company_id', '=', actor.company.id)
    .where('id', '=', actor.membershipId)
    .executeTakeFirstOrThrow()
  return {
    ...patternsOf(choices.Iso),
    longDate: longDates[language],
    choices: dateFormats.map((dateFormat) => ({ dateFormat, ...patternsOf(choices[dateFormat]) })),
    dateFormat: dateFormats.find((one) => one === own.date_format) ?? null,
    timeZone: own.time_zone,
  }
})
