// `npm test`: everything, from a machine that has only Node and npm to one line that says how it went. While one works,
// `-- --area order` runs the tests of an area, and `-- --since main` those of what was touched since a commit.
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { check } from './check.mjs'
import { installChromium } from './chromium.mjs'
import { oldestIsHere } from './oldest.mjs'
import { areasOf, scoped, touchedSince } from './test-scope.mjs'

// For what hangs only: on a machine three times slower than usual the longest stage takes half an hour.
const STAGE_LIMIT_MS = 60 * 60_000

// As many as there are cores: by default there would be one fewer, and of two cores one would stand idle.
const workers = `--maxWorkers=${Math.max(2, availableParallelism())}`

const STAGES = [
  vitest('unit', '{contract,scripts,simulators,engine,bench,server,web}/**/*.test.ts', {
    followsImports: true,
  }),
  vitest('http', 'server/**/*.http.test.ts'),
  ...(oldestIsHere() ? [onOldest(vitest('http', 'server/src/kit/database/*.http.test.ts'))] : []),
  // The React that users get; the one for development takes a sixth longer.
  vitest('component', 'web/src/**/*.test.tsx', {
    followsImports: true,
    inBrowser: true,
    env: { NODE_ENV: 'production' },
  }),
  {
    name: 'journeys',
    inBrowser: true,
    files: 'e2e/**/*.spec.ts',
    homes: ['e2e/{area}.'],
    command: ['playwright', 'test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'],
    report: 'PLAYWRIGHT_JSON_OUTPUT_NAME',
    count: ({ stats, errors, suites }) => ({
      passed: stats.expected + stats.flaky,
      failures: [...unexpected(suites), ...errors.map(({ message }) => firstLine(message))],
    }),
  },
]

/** The same on the oldest PostgreSQL we support, for the handful of files that `scripts/oldest.mjs` names. */
function onOldest({ command: [, , , , ...parameters], ...stage }) {
  return { ...stage, name: 'http on PostgreSQL 15', command: ['node', 'scripts/oldest.mjs', ...parameters] }
}

function vitest(project, files, { followsImports = false, inBrowser = false, env = {} } = {}) {
  return {
    env,
    inBrowser,
    name: project,
    files,
    homes: ['contract/src/{area}/', 'server/src/{area}/', 'web/src/{area}/'],
    followsImports,
    command: ['vitest', 'run', '--project', project, '--reporter=default', '--reporter=json', workers],
    report: '--outputFile.json',
    count: ({ numPassedTests, testResults }) => ({
      passed: numPassedTests,
      failures: testResults.flatMap(failuresOfFile),
    }),
  }
}

function failuresOfFile({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((one) => one.status === 'failed')
  // A file may fail as a whole: it does not compile, or a hook around its tests breaks.
  if (failed.length === 0) return status === 'failed' ? [`${relative('.', name)}: ${firstLine(message)}`] : []
  return failed.map((one) => `${relative('.', name)} › ${one.fullName}: ${firstLine(one.failureMessages[0])}`)
}

/** A line for each journey of a report that failed: its file, its title, and why. */
export function unexpected(suites) {
  return suites.flatMap(({ file, specs, suites: inner = [] }) => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ title, tests }) => `${file} › ${title}: ${reasonOf(tests[0]?.results.at(-1))}`),
    ...unexpected(inner),
  ])
}

/**
 * What a journey waited for stands below the first line of its error, and where it waited, beside it. What stood in the
 * way is in the snapshot of the page that is kept with a failure; of a run elsewhere nothing else is left.
 */
function reasonOf({ error: { message, location } = {}, attachments = [] } = {}) {
  const waited = stripVTControlCharacters(message ?? '').match(/^Locator: .*$/m)?.[0]
  const place = location && `${relative('.', location.file)}:${location.line}`
  const { path } = attachments.find(({ name }) => name === 'error-context') ?? {}
  const open = path && existsSync(path) ? openOn(readFileSync(path, 'utf8')) : ''
  return [firstLine(message), waited, place, open].filter(Boolean).join(' · ')
}

/** The dialogs and alerts in the snapshot of a page: each the line that names it, and those indented below it. */
function openOn(page) {
  const parts = page.matchAll(/^( *)- (?:dialog|alertdialog|alert)\b.*(?:\n\1 +.*)*/gm)
  return [...parts].map(([part]) => part.replaceAll(/\s+/g, ' ').trim().slice(0, 800)).join(' ')
}

const firstLine = (text = 'no message') => stripVTControlCharacters(text).split('\n')[0]

/**
 * Runs the stages, and answers how many tests passed and a sentence for each that failed, so that the last lines of a
 * long log name what broke. Those in the browser run beside the others: each by itself waits, for locks or for a page,
 * and leaves a sixth of the cores idle. `before` is what they wait for.
 */
export async function runStages(stages, { say = (line) => console.log(line), before = async () => {} } = {}) {
  const inTurn = async (some) => {
    const results = []
    for (const stage of some) {
      if (globSync(stage.files, { exclude: (name) => name === 'node_modules' }).length === 0) continue
      say(`\n── ${stage.name} ──`)
      const begun = Date.now()
      const { passed, failures } = await run(stage)
      say(`── ${stage.name}: ${passed} passed in ${Math.round((Date.now() - begun) / 1000)} s ──`)
      results.push({ passed, failures: failures.map((failure) => `${stage.name}: ${failure}`) })
    }
    return results
  }
  const lanes = await Promise.all([
    inTurn(stages.filter(({ inBrowser }) => !inBrowser)),
    before().then(() => inTurn(stages.filter(({ inBrowser }) => inBrowser))),
  ])
  const results = lanes.flat()
  return {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failures: results.flatMap(({ failures }) => failures),
  }
}

async function run({ command, report, count, env = {} }) {
  const folder = mkdtempSync(join(tmpdir(), 'kervan-test-'))
  // Open to enter, since the journeys keep a database in it that another user may have to run.
  chmodSync(folder, 0o755)
  const file = join(folder, 'report.json')
  const [program, ...parameters] = command
  const byFlag = report.startsWith('--')
  try {
    const child = spawn(
      join('node_modules/.bin', program),
      [...parameters, ...(byFlag ? [`${report}=${file}`] : [])],
      {
        stdio: ['ignore', 'inherit', 'inherit'],
        env: {
          ...process.env,
          NODE_ENV: 'test',
          // The many processes that tests start need not read the same code anew, each for itself.
          NODE_COMPILE_CACHE: join(process.cwd(), '.cache', 'compile'),
          KERVAN_E2E_DATA: join(folder, 'data'),
          ...(byFlag ? {} : { [report]: file }),
          ...env,
        },
        timeout: STAGE_LIMIT_MS,
      },
    )
    const code = await new Promise((done) => child.on('error', done).on('close', done))
    const counted = count(JSON.parse(readFileSync(file, 'utf8')))
    // A run may fail without a failed test: an unhandled error, a server that does not stop.
    return code !== 0 && counted.failures.length === 0
      ? { ...counted, failures: [`ended with ${code} though no test failed`] }
      : counted
  } catch (error) {
    return { passed: 0, failures: [firstLine(error.message)] }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { area: { type: 'string', multiple: true }, since: { type: 'string' } },
  })
  const areas = values.area ?? (values.since ? areasOf(touchedSince(values.since)) : null)
  const stages = scoped(STAGES, { areas, since: values.since })
  if (stages.length === 0) {
    console.error(`There are no tests of ${areas.join(', ')}.`)
    process.exit(1)
  }
  const installed = installChromium()
  try {
    // Who may not install it is told before anything runs; installing it takes half a minute, beside other work.
    await Promise.race([installed, pause(1_000)])
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
  let steps = []
  const { passed, failures } = await runStages(stages, {
    async before() {
      if (!values.area && !values.since) steps = await check()
      // Without it the tests in the browser fail, each by itself; this says why.
      await installed.catch((error) => console.error(error.message))
    },
  })
  const failed = [...steps.filter((step) => !step.passed).map((step) => `check: ${step.name}`), ...failures]
  if (failed.length > 0) console.log(['\nFailed:', ...failed].join('\n  ✗ '))
  console.log(`\n${steps.filter((step) => step.passed).length + passed} passed, ${failed.length} failed`)
  process.exitCode = failed.length > 0 ? 1 : 0
}
