// `npm run check`: everything that can be said about the code without running the product. A line per step.
import { spawn } from 'node:child_process'
import { availableParallelism, freemem } from 'node:os'

// The compiler is a program in Go that spends nearly half of its processor time on garbage collection. Without it, it
// needs 8 GB.
const GIB = 2 ** 30
const withoutGc = freemem() > 14 * GIB ? { GOGC: 'off', GOMEMLIMIT: '10GiB' } : {}

const STEPS = [
  {
    // What the compiler says and what the linter says, from one reading of the types.
    name: 'types and lint',
    command: ['node_modules/.bin/oxlint', '--type-aware', '--type-check', '--deny-warnings', '--format=unix'],
    env: withoutGc,
  },
  { name: 'format', command: ['node_modules/.bin/oxfmt', '--check'] },
  { name: 'dead code', command: ['node_modules/.bin/knip', '--no-progress', '--no-config-hints'] },
  { name: 'boundaries', command: [process.execPath, 'scripts/boundaries.mjs'] },
  { name: 'migrations', command: [process.execPath, 'scripts/migrations.mjs'] },
  { name: 'queries', command: [process.execPath, 'scripts/queries.mjs'] },
  { name: 'exact prices', command: [process.execPath, 'scripts/exact-prices.mjs'] },
  { name: 'messages', command: [process.execPath, 'scripts/messages.mjs'] },
  { name: 'text in screens', command: [process.execPath, 'scripts/messages.mjs', '--screens'] },
]

/** Runs the steps, as many at once as there are cores; answers each with its name, whether it passed, and what it said. */
export async function check({ steps = STEPS, say = (line) => console.log(line) } = {}) {
  const waiting = [...steps]
  const results = []
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const result = await run(step)
      results.push(result)
      say(`${result.passed ? '✓' : '✗'} ${result.name.padEnd(24)} ${result.seconds.toFixed(1).padStart(5)} s`)
    }
  }
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work))
  for (const { name, output } of results.filter(({ passed }) => !passed))
    say(`\n── ${name} ──\n${output.trimEnd()}`)
  return results
}

async function run({ name, command: [program, ...parameters], env = {} }) {
  const begun = Date.now()
  const child = spawn(program, parameters, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const code = await new Promise((done) =>
    child.on('error', (error) => done(error.message)).on('close', done),
  )
  if (typeof code === 'string') output += code
  return { name, passed: code === 0, output, seconds: (Date.now() - begun) / 1000 }
}

if (import.meta.main) {
  const results = await check()
  process.exitCode = results.every(({ passed }) => passed) ? 0 : 1
}
