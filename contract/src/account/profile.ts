import { z } from 'zod'
import { NewUsername } from '../access/username.ts'
import { call, Done, Nothing } from '../kit/call.ts'
import { dateFormats, Instant, isTimeZone, languages } from '../kit/values.ts'

// What users change about themselves (USR-001).

export const getProfile = call('UserManagement/GetProfile', {
  reads: true,
  input: Nothing,
  output: z.strictObject({
    username: z.string(),
    language: z.enum(languages),
    joinedAt: Instant,
    roles: z.array(z.string()),
    /** A change of the own user name that waits for its code. */
    change: z.strictObject({ username: z.string(), expiresAt: Instant }).nullable(),
  }),
  refusals: [],
})

/** Sends a code to the new address. Nothing changes until it is entered; a new request takes the place of the old. */
export const requestUsernameChange = call('UserManagement/ChangeOwnUsername', {
  input: z.strictObject({ username: NewUsername, password: z.string().min(1).max(200) }),
  output: z.strictObject({ expiresAt: Instant }),
  refusals: ['OldPasswordWrong', 'UsernameTaken', 'NotHomeCompany', 'NothingToChange', 'TooManyRequests'],
})

export const usernameCodeTries = 3
export const usernameCodeMinutes = 15

export const confirmUsernameChange = call('UserManagement/ConfirmOwnUsername', {
  input: z.strictObject({ code: z.string().regex(/^\d{6}$/) }),
  output: z.strictObject({ username: z.string() }),
  refusals: ['AddressCodeWrong', 'AddressCodeExpired', 'UsernameTaken'],
})

/** The language of the portal, of mails, and of what the server writes for this user. */
export const setOwnLanguage = call('UserManagement/SetOwnLanguage', {
  input: z.strictObject({ language: z.enum(languages) }),
  output: Done,
  refusals: [],
})

/** How dates and times are written for this user, on every device; null is as the language and the device have it. */
export const setOwnFormats = call('UserManagement/SetOwnFormats', {
  input: z.strictObject({
    dateFormat: z.enum(dateFormats).nullable(),
    timeZone: z.string().max(64).refine(isTimeZone, 'timeZone').nullable(),
  }),
  output: Done,
  refusals: [],
})
