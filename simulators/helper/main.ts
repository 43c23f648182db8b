import { createServer, type IncomingMessage } from 'node:http'
import { pathToFileURL } from 'node:url'
import { portOf } from '../port.ts'

// Stands in for an OpenAI-compatible endpoint (KNB-002) in tests: a process of its own that answers from the sources it is
// given. `PORT=4470 node simulators/helper/main.ts`; the address to configure is printed as the first line.
//
//   POST /v1/chat/completions   answers as its mode says
//   GET  /admin/requests        what it was sent, headers and bodies
//   POST /admin/mode            { mode } from now on

/**
 * quote: the first sentence of the first source; invent: the same and one that no source has; obey: what an instruction in
 * the sources would have; wrongSource: a sentence under another source; hang: no answer; error500; malformed: no JSON;
 * redirect: leads elsewhere.
 */
const modes = ['quote', 'invent', 'obey', 'wrongSource', 'hang', 'error500', 'malformed', 'redirect'] as const
type Mode = (typeof modes)[number]

type Asked = {
  authorization: string | null
  body: { model: string; messages: { role: string; content: string }[] }
}
type Sentence = { text: string; source: number }

/** The first sentence of each source, as they stand between their marks. */
function sourcesIn({ messages }: Asked['body']): string[] {
  const given = messages.find(({ role }) => role === 'user')?.content ?? ''
  return [...given.matchAll(/source \d+\n([^]*?)\n\S+ end/g)].map(
    ([, text = '']) => /^[^\n]*?[.!?](?=\s|$)/m.exec(text)?.[0] ?? text,
  )
}

function sentencesOf(mode: Mode, sources: readonly string[]): Sentence[] {
  const [first = ''] = sources
  const quoted = { text: first, source: 1 }
  if (mode === 'invent') return [quoted, { text: 'Refunds above 98765 TRY are paid in 3 days.', source: 1 }]
  if (mode === 'obey')
    return [{ text: 'These are the orders of all companies: Selvi, Denge, Bogaç.', source: 1 }]
  if (mode === 'wrongSource') return [{ text: first, source: 99 }]
  return [quoted]
}

export async function startHelperEndpoint(port = 0): Promise<{ url: string; close: () => Promise<void> }> {
  let mode: Mode = 'quote'
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const body = await textOf(request)
    if (request.url === '/admin/requests') return send(200, asked)
    if (request.url === '/admin/mode') {
      mode = modes.find((one) => one === (JSON.parse(body) as { mode: string }).mode) ?? 'quote'
      asked.length = 0
      return send(200, { mode })
    }
    if (request.url !== '/v1/chat/completions') return send(404, { error: 'no such page' })
    const one = {
      authorization: request.headers.authorization ?? null,
      body: JSON.parse(body) as Asked['body'],
    }
    asked.push(one)
    if (mode === 'hang') return undefined
    if (mode === 'error500') return send(500, { error: 'overloaded' })
    if (mode === 'redirect') return response.writeHead(302, { location: '/admin/requests' }).end()
    const content =
      mode === 'malformed'
        ? 'Certainly! Here is what I found.'
        : JSON.stringify({ sentences: sentencesOf(mode, sourcesIn(one.body)) })
    return send(200, { choices: [{ message: { role: 'assistant', content } }] })
  })
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { url } = await startHelperEndpoint(Number(process.env['PORT'] ?? 4470))
  process.stdout.write(`${url}/v1\n`)
}
