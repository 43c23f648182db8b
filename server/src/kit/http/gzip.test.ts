import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { gunzipSync } from 'node:zlib'
import { sendJson } from './gzip.ts'

// Large answers are compressed for who takes that, small ones for nobody.

const large = JSON.stringify(Array.from({ length: 1_200 }, (_, at) => ({ lineNo: at + 1, state: 'Open' })))
const small = JSON.stringify({ status: 'Türkçe' })

async function ask(text: string, encoding: string) {
  const app = Fastify()
  app.get('/', (request, reply) => sendJson(request, reply, text))
  const answer = await app.inject({ url: '/', headers: { 'accept-encoding': encoding } })
  await app.close()
  return answer
}

test('a large answer arrives in less than a quarter of its size, and is the same', async () => {
  const { headers, rawPayload } = await ask(large, 'br, gzip, deflate')
  expect(headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': 'application/json; charset=utf-8',
    vary: 'accept-encoding',
  })
  expect(rawPayload.length).toBeLessThan(large.length / 4)
  expect(gunzipSync(rawPayload).toString()).toBe(large)
})

test('who does not take it and who asks for little gets text', async () => {
  for (const [text, encoding] of [
    [large, 'identity'],
    [small, 'gzip'],
  ] as const) {
    const { headers, payload } = await ask(text, encoding)
    expect(headers['content-encoding']).toBeUndefined()
    expect(payload).toBe(text)
  }
})
