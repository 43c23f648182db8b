import { Agent, request, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

const agent = new Agent({ keepAlive: true })

export type Posted = { status: number; body: unknown; headers: Headers }

/**
 * A request as the browser sends it, with its answer read to the end; of a stream of events what it says first, for some
 * go on for as long as anybody listens. Over plain http: `fetch` takes three times as much of the processor, and the
 * walks send thousands.
 */
export async function postTo(
  url: string,
  body: string | Buffer,
  headers: Record<string, string>,
): Promise<Posted> {
  const response = await send(url, body, headers)
  return { status: response.statusCode ?? 0, body: await readBody(response), headers: headersOf(response) }
}

/** A kept connection that the server closed while the request was on its way is no answer: as a browser does, it is sent again. */
function send(url: string, body: string | Buffer, headers: Record<string, string>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      agent,
      method: 'POST',
      headers: { 'user-agent': 'Kervan tests', ...headers, 'content-length': Buffer.byteLength(body) },
    })
    sent
      .on('response', resolve)
      .on('error', (error: NodeJS.ErrnoException) => {
        if (sent.reusedSocket && error.code === 'ECONNRESET') send(url, body, headers).then(resolve, reject)
        else reject(error)
      })
      .end(body)
  })
}

/** A form with files, as it travels. */
export async function postForm(
  url: string,
  form: FormData,
  headers: Record<string, string>,
): Promise<Posted> {
  const written = new Response(form)
  return postTo(url, Buffer.from(await written.arrayBuffer()), {
    'content-type': written.headers.get('content-type') ?? '',
    ...headers,
  })
}

async function readBody(response: IncomingMessage): Promise<unknown> {
  const type = response.headers['content-type'] ?? ''
  if (type.startsWith('text/event-stream')) return firstOf(response)
  const body = await buffer(response)
  return type.startsWith('application/json') ? JSON.parse(body.toString()) : body
}

async function firstOf(response: IncomingMessage): Promise<Buffer> {
  for await (const chunk of response) return chunk
  return Buffer.alloc(0)
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at]!, rawHeaders[at + 1]!)
  return headers
}
