import { expect, test } from 'vitest'
import { insertManyQueries } from './insert-many.ts'

const written = (name: unknown) =>
  JSON.parse(String(insertManyQueries('role', [{ name } as never])[0]?.parameters[0]))[0].name

test.each<[string, unknown, unknown]>([
  ['a text stands as it is', 'İzmir „ß“ \u{1F600}', 'İzmir „ß“ \u{1F600}'],
  ['half of a surrogate pair is replaced, as a parameter would be', 'a\ud800b', 'a\ufffdb'],
  ['a text that looks like an escape stays that text', String.raw`a\ud800b`, String.raw`a\ud800b`],
  ['bytes are written as PostgreSQL reads them', Buffer.from([0, 255]), String.raw`\x00ff`],
  ['a text that looks like bytes stays that text', '"type":"Buffer"', '"type":"Buffer"'],
])('%s', (_, value, expected) => {
  expect(written(value)).toBe(expected)
})
