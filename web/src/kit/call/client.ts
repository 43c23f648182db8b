import type { Call, CallKind, InputOf, OutputOf } from '@kervan/contract/kit/call'
import { i18n } from '../i18n/i18n.ts'
import { connectionFailed, refusedAnswer, refusedInStream } from './refused.ts'
import { getSession } from './session.ts'

// The wire of API-001, in one place: token, language, answers, files and streams.

// oxlint-disable-next-line typescript/no-explicit-any -- a call of whatever input and refusals
export type AnyCall = Call<string, any, any, any>
export type DownloadedFile = { name: string; blob: Blob }
type Wrapped<O> = O extends { data: infer D } ? D : O
/** What the caller gets: the output, the `data` of a GET, or the file of a download. */
export type AnswerOf<C extends AnyCall> =
  OutputOf<C> extends File | null ? DownloadedFile | Extract<OutputOf<C>, null> : Wrapped<OutputOf<C>>
export type CallExtras = {
  signal?: AbortSignal | undefined
  files?: readonly File[]
  onBytes?: (received: number) => void
}

let sessionEnded: (message: string) => void = () => {}
/** Whoever shows dialogs registers here what happens on 401. */
export function whenSessionEnds(handler: (message: string) => void): void {
  sessionEnded = handler
}

let rightsDiffer: () => void = () => {}
/** And here what happens when the server knows other rights than the browser does (ACC-008). */
export function whenRightsDiffer(handler: () => void): void {
  rightsDiffer = handler
}

/** For whoever has learnt otherwise than by a refusal that the server's rights are not the browser's. */
export const noticeRights = () => rightsDiffer()

export async function callServer<C extends AnyCall>(
  call: C,
  input: InputOf<C>,
  extras: CallExtras = {},
): Promise<AnswerOf<C>> {
  const response = await send(call, input, extras)
  if (call.kind === 'download')
    return (response.status === 204 ? null : await readFile(response, extras)) as AnswerOf<C>
  const body: Record<string, unknown> = await response.json()
  return (call.kind === 'get' && 'data' in body ? body.data : body) as AnswerOf<C>
}

/** The messages of a streaming call, as they arrive. Ends when the server closes or the signal aborts. */
export async function* streamServer<C extends AnyCall>(
  call: C,
  input: InputOf<C>,
  signal?: AbortSignal,
): AsyncGenerator<OutputOf<C>> {
  const response = await send(call, input, { signal })
  if (!response.body) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        // Broken off in the middle, which is no fault of the page: whoever follows takes it up again.
        throw signal?.aborted ? cause : connectionFailed()
      })
      if (done) return
      const events = (rest + value).split(/\r?\n\r?\n/)
      rest = events.pop() ?? ''
      for (const event of events) {
        const lines = event.split(/\r?\n/)
        const data = lines
          .filter((line) => line.startsWith('data:'))
          .map((line) => line.slice(5).trimStart())
          .join('\n')
        if (lines.includes('event: refused')) throw refusedInStream(JSON.parse(data))
        if (data) yield JSON.parse(data)
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** Gives a file to the user under the server's name. */
export function saveFile(file: DownloadedFile): void {
  const address = URL.createObjectURL(file.blob)
  const link = document.createElement('a')
  link.href = address
  link.download = file.name
  // One that stands in no document may be saved as “download”, whatever it is called.
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

async function send(call: AnyCall, input: Record<string, unknown>, extras: CallExtras): Promise<Response> {
  const token = call.access === 'public' ? null : (getSession()?.Token ?? '')
  const response = await fetch(address(call, input), request(call, input, token, extras)).catch(
    (cause: unknown) => {
      if (extras.signal?.aborted) throw cause
      throw connectionFailed()
    },
  )
  if (response.ok) return response
  const refused = await refusedAnswer(response)
  // A late answer to a token that another tab has already renewed says nothing about the session.
  if (response.status === 401 && token && token === getSession()?.Token) sessionEnded(refused.message)
  if (
    refused.is(
      'PermissionMissing',
      'WholeCompanyNeeded',
      'InvitationPending',
      'AcknowledgementPending',
      'PasswordChangeRequired',
      'SecondFactorSetupRequired',
    )
  )
    rightsDiffer()
  throw refused
}

function address(call: AnyCall, input: Record<string, unknown>): string {
  if (call.kind !== 'get' || Object.keys(input).length === 0) return call.path
  const query = Object.entries(input).filter(([, value]) => value !== undefined)
  return `${call.path}?${new URLSearchParams(query.map(([name, value]) => [name, String(value)]))}`
}

function request(
  call: AnyCall,
  input: Record<string, unknown>,
  token: string | null,
  extras: CallExtras,
): RequestInit {
  const signal = extras.signal ? { signal: extras.signal } : {}
  const headers: Record<string, string> = { 'Accept-Language': i18n.language }
  if (call.kind === 'get') return { method: 'GET', headers, ...signal }
  if (call.kind === 'upload')
    return { method: 'POST', headers, body: multipart(input, token, extras.files ?? []), ...signal }
  const body = token === null ? input : { Token: token, ...input }
  return {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', Accept: accepts[call.kind] },
    body: JSON.stringify(body),
    ...signal,
  }
}

const accepts: Record<Exclude<CallKind, 'get' | 'upload'>, string> = {
  json: 'application/json',
  download: '*/*',
  stream: 'text/event-stream',
}

/** The token is the first part, so that the server can turn a stranger away before reading the files. */
function multipart(input: Record<string, unknown>, token: string | null, files: readonly File[]): FormData {
  const form = new FormData()
  if (token !== null) form.append('Token', token)
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined) form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  for (const file of files) form.append('files', file, file.name)
  return form
}

async function readFile(response: Response, extras: CallExtras): Promise<DownloadedFile> {
  const type = response.headers.get('Content-Type') ?? 'application/octet-stream'
  return {
    name: fileName(response.headers.get('Content-Disposition')),
    blob: new Blob(await readParts(response, extras), { type }),
  }
}

async function readParts(response: Response, { onBytes }: CallExtras): Promise<BlobPart[]> {
  if (!onBytes || !response.body) return [await response.arrayBuffer()]
  const parts: BlobPart[] = []
  let received = 0
  const reader = response.body.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value)
    received += next.value.byteLength
    onBytes(received)
  }
  return parts
}

function fileName(disposition: string | null): string {
  const encoded = disposition?.match(/filename\*=UTF-8''([^;]+)/i)?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return disposition?.match(/filename="?([^";]+)"?/i)?.[1] ?? 'kervan'
}
