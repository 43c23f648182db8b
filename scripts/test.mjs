// `npm test`: everything, from a machine that has only Node and npm to one line that says how it went.
import { spawn } from 'node:child_process'
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { check } from './check.mjs'
import { installChromium } from './chromium.mjs'

const STAGE_LIMIT_MS = 12 * 60_000

const STAGES = [
  vitest('unit', '{contract,scripts,simulators,engine,bench,server,web}/**/*.test.ts'),
  vitest('http', 'server/**/*.http.test.ts'),
  vitest('component', 'web/src/**/*.test.tsx'),
  {
    name: 'journeys',
    files: 'e2e/**/*.spec.ts',
    command: ['playwright', 'test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'],
    report: 'PLAYWRIGHT_JSON_OUTPUT_NAME',
    count: ({ stats, errors }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length }),
  },
]

function vitest(project, files) {
  return {
    name: project,
    files,
    command: ['vitest', 'run', '--project', project, '--reporter=default', '--reporter=json'],
    report: '--outputFile.json',
    count: ({ numPassedTests, numFailedTests, testResults }) => {
      const broken = testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.every((one) => one.status !== 'failed'))
      return { passed: numPassedTests, failed: numFailedTests + broken.length }
    },
  }
}

/** Runs the stages one after the other, since each uses all cores by itself, and adds up what they count. */
export async function runStages(stages, say = (line) => console.log(line)) {
  const sum = { passed: 0, failed: 0 }
  for (const stage of stages) {
    if (globSync(stage.files, { exclude: (name) => name === 'node_modules' }).length === 0) continue
    say(`\n── ${stage.name} ──`)
    const { passed, failed } = await run(stage)
    sum.passed += passed
    sum.failed += failed
  }
  return sum
}

async function run({ command, report, count }) {
  const folder = mkdtempSync(join(tmpdir(), 'kervan-test-'))
  // Open to enter, since the journeys keep a database in it that another user may have to run.
  chmodSync(folder, 0o755)
  const file = join(folder, 'report.json')
  const [program, ...parameters] = command
  const byFlag = report.startsWith('--')
  try {
    const child = spawn(join('node_modules/.bin', program), [...parameters, ...(byFlag ? [`${report}=${file}`] : [])], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NODE_ENV: 'test', KERVAN_E2E_DATA: join(folder, 'data'), ...(byFlag ? {} : { [report]: file }) },
      timeout: STAGE_LIMIT_MS,
    })
    const code = await new Promise((done) => child.on('error', done).on('close', done))
    const counted = count(JSON.parse(readFileSync(file, 'utf8')))
    // A run may fail without a failed test: an unhandled error, a server that does not stop.
    return code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted
  } catch (error) {
    console.error(error.message)
    return { passed: 0, failed: 1 }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

if (import.meta.main) {
  try {
    await installChromium()
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
  const steps = await check()
  const { passed, failed } = await runStages(STAGES)
  const good = steps.filter((step) => step.passed).length
  console.log(`\n${good + passed} passed, ${steps.length - good + failed} failed`)
  process.exitCode = failed > 0 || good < steps.length ? 1 : 0
}
