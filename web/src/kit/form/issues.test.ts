import { describe, expect, it } from 'vitest'
import { NewUsername } from '@kervan/contract/access/username'
import { PersonName } from '@kervan/contract/kit/values'
import { z } from 'zod'
import { installIssueWords } from './issues.ts'

installIssueWords()
const said = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message

describe('[USR-002] what is wrong with a field', () => {
  it.each([
    ['a name', PersonName, ''],
    ['a name of blanks', PersonName, '   '],
    ['a user name', NewUsername, ''],
    ['an address', z.email(), ''],
    ['a text of at least three', z.string().min(3), ''],
  ])('is that it is missing, for %s', (_, schema, value) => {
    expect(said(schema, value)).toBe('kit.issue.required')
  })

  it.each([
    ['no address', z.email(), 'elif', 'kit.issue.email'],
    ['a control character', PersonName, 'a\u0000', 'kit.issue.format'],
    ['two letters of three', z.string().min(3), 'ab', 'kit.issue.tooShort?minimum=3'],
    ['a number too small', z.number().min(3), 2, 'kit.issue.tooSmall?minimum=3'],
    ['an empty list', z.array(z.string()).min(1), [], 'kit.issue.chooseOne'],
  ])('is told by its kind: %s', (_, schema, value, expected) => {
    expect(said(schema, value)).toBe(expected)
  })
})
