// The server under measurement: a process of its own, as an installation runs it.
import { spawn, type ChildProcess } from 'node:child_process'
import { Agent, request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import type { Call, InputOf, OutputOf } from '@kervan/contract/kit/call'
import { recordOf } from '@kervan/contract/kit/typed'
import { freePort } from '../../server/src/kit/postgres/postmaster.ts'
import { benchPassword } from './seed-users.ts'
import { benchUser } from './seed-users.ts'

export type BenchPortal = {
  url: string
  /** Milliseconds from the start of the process to its first answer. */
  startMs: number
  call<C extends Call>(call: C, token: string, input: InputOf<C>): Promise<OutputOf<C>>
  download(call: Call, token: string, input: object): Promise<number>
  upload<C extends Call>(
    call: C,
    token: string,
    name: string,
    body: Buffer,
    input?: Record<string, string>,
  ): Promise<OutputOf<C>>
  signIn(name: string): Promise<string>
  /** Numbers of the server's own metrics, from one look at them: some are counted anew from one look to the next. */
  metrics<N extends string>(...names: N[]): Promise<Record<N, number>>
  stop(): Promise<void>
  /** Ends it as a power failure does: nothing is put away. */
  kill(): Promise<void>
}

export async function startServer(
  databaseUrl: string,
  dataDir: string,
  options: { web?: boolean; env?: Record<string, string> } = {},
): Promise<BenchPortal> {
  const [port, metricsPort] = [await freePort(), await freePort()]
  const begun = performance.now()
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../server/src/main.ts'), ...(options.web ? [] : ['--no-web'])],
    {
      env: {
        ...process.env,
        NODE_ENV: 'production',
        PORT: String(port),
        HOST: '127.0.0.1',
        METRICS_PORT: String(metricsPort),
        PORTAL_DATA_DIR: dataDir,
        LOG_LEVEL: 'error',
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
        ...options.env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  await saysReady(child)
  const url = `http://127.0.0.1:${port}`
  const agent = new Agent({ keepAlive: true })
  // Plain http: the measuring must not take from the two cores what is measured, and fetch costs three times as much.
  const post = (path: string, body: unknown) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const text = JSON.stringify(body)
      const asked = request(
        `${url}${path}`,
        {
          agent,
          method: 'POST',
          headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
        },
        (response) => {
          if (response.statusCode === 200) resolve(response)
          else
            textOf(response).then(
              (said) => reject(new Error(`${path}: ${response.statusCode} ${said}`)),
              reject,
            )
        },
      )
      asked.on('error', reject).end(text)
    })
  const answer = async <T>(path: string, body: unknown): Promise<T> =>
    JSON.parse(await textOf(await post(path, body)))
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await gone
    agent.destroy()
  }
  return {
    url,
    startMs: performance.now() - begun,
    call: (call, token, input) => answer(call.path, { ...input, Token: token }),
    async download(call, token, input) {
      const response = await post(call.path, { ...input, Token: token })
      let bytes = 0
      for await (const chunk of response) bytes += Buffer.byteLength(chunk)
      return bytes
    },
    async upload(call, token, name, body, input = {}) {
      const form = new FormData()
      form.append('Token', token)
      for (const [field, value] of Object.entries(input)) form.append(field, value)
      form.append('files', new Blob([new Uint8Array(body)]), name)
      const response = await fetch(`${url}${call.path}`, { method: 'POST', body: form })
      if (response.status !== 200) throw new Error(await response.text())
      return JSON.parse(await response.text())
    },
    signIn: async (name) =>
      (
        await answer<{ Token: string }>('/api/Authentication/Login', {
          username: benchUser(name),
          password: benchPassword,
          companyIntCode: 1,
        })
      ).Token,
    async metrics(...names) {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      return recordOf(names, (name) =>
        Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1] ?? Number.NaN),
      )
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

function saysReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      if (String(chunk).includes('Kervan runs at')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it answered`)))
  })
}
