import { z } from 'zod'
import { tDynamic, type Translate } from '../i18n/words.ts'

// What is wrong with a field travels as a key of the messages, with its figures behind a question mark:
// `kit.issue.tooShort?minimum=3`. It is said where it is shown, in the language of that moment.

type RawIssue = {
  code?: string
  input?: unknown
  minimum?: unknown
  maximum?: unknown
  origin?: string
  format?: string
}

/** Gives every check without words of its own a sentence. Installed once, at start. */
export function installIssueWords(): void {
  z.config({ customError: (issue) => keyOf(issue) })
}

export function keyOf(issue: RawIssue): string {
  const isText = issue.origin === 'string' || typeof issue.input === 'string'
  // Nobody who left a field empty wants to hear which form its content should have had.
  if (isText && isEmpty(issue.input) && ['too_small', 'invalid_format'].includes(issue.code ?? ''))
    return 'kit.issue.required'
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null || issue.input === ''
        ? 'kit.issue.required'
        : issue.input !== issue.input
          ? 'kit.issue.number'
          : 'kit.issue.invalid'
    case 'too_small':
      if (isText)
        return Number(issue.minimum) <= 1
          ? 'kit.issue.required'
          : `kit.issue.tooShort?minimum=${String(issue.minimum)}`
      return issue.origin === 'array'
        ? 'kit.issue.chooseOne'
        : `kit.issue.tooSmall?minimum=${String(issue.minimum)}`
    case 'too_big':
      return isText
        ? `kit.issue.tooLong?maximum=${String(issue.maximum)}`
        : `kit.issue.tooBig?maximum=${String(issue.maximum)}`
    case 'invalid_format':
      return issue.format === 'email'
        ? 'kit.issue.email'
        : issue.format === 'date'
          ? 'kit.issue.date'
          : 'kit.issue.format'
    case 'invalid_value':
      return 'kit.issue.choose'
    default:
      return 'kit.issue.invalid'
  }
}

function isEmpty(input: unknown): boolean {
  return typeof input === 'string' && input.trim() === ''
}

/** The server's code of an issue (Zod's names), as a key. */
export function serverIssueKey(code: string): string {
  const key = keyOf({ code, input: 'x' })
  return key.includes('?') ? 'kit.issue.invalid' : key
}

export function sayIssue(t: Translate, message: string): string {
  const [key = '', figures] = message.split('?')
  const values = Object.fromEntries(new URLSearchParams(figures))
  return tDynamic(t, key, message, values)
}
