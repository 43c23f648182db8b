// `npm run dev`: the server, started anew whenever its code changes, and in front of it the development server of Vite,
// which hands /api to it. Ctrl-C ends both.
import { spawn } from 'node:child_process'

const port = process.env.PORT ?? '3000'
const environment = { ...process.env, PORT: port, KERVAN_DEV: '1', KERVAN_SERVER: `http://127.0.0.1:${port}` }

const parts = [
  ['server', process.execPath, '--watch', '--watch-preserve-output', 'server/src/main.ts'],
  ['web', process.execPath, 'node_modules/vite/bin/vite.js', 'web', '--clearScreen', 'false'],
].map(([name, program, ...parameters]) => {
  const child = spawn(program, parameters, { env: environment, stdio: ['ignore', 'inherit', 'inherit'] })
  const ended = new Promise((done) => child.on('close', (code) => done({ name, code })))
  return { child, ended }
})

let asked = false
const stop = () => {
  for (const { child } of parts) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    asked = true
    stop()
  })
}

// A server whose code has a fault waits for the next change; a part that really ends leaves the other without use.
const { name, code } = await Promise.race(parts.map(({ ended }) => ended))
stop()
await Promise.all(parts.map(({ ended }) => ended))
if (!asked) console.error(`Kervan: the ${name} part ended by itself (${code}).`)
process.exitCode = asked ? 0 : 1
