import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runStages, unexpected } from './test.mjs'
import { areasOf, scoped } from './test-scope.mjs'

const stage = (script: string, rest: object = {}) => ({
  name: 'stage',
  files: 'scripts/test.test.ts',
  command: [
    'node',
    '-e',
    `const report = process.env.REPORT, write = (text) => require('fs').writeFileSync(report, text); ${script}`,
  ],
  report: 'REPORT',
  count: (report: { passed: number; failures: string[] }) => report,
  ...rest,
})
const say = () => {}

test('adds up what the stages count and skips those without files', async () => {
  const stages = [
    stage(`write('{"passed":3,"failures":[]}')`),
    stage(`write('{"passed":1,"failures":["a breaks","b breaks"]}'); process.exit(1)`),
    stage(`write('{"passed":9,"failures":[]}')`, { files: 'no/such/**/*.ts' }),
  ]
  expect(await runStages(stages, { say })).toEqual({
    passed: 4,
    failures: ['stage: a breaks', 'stage: b breaks'],
  })
})

test('those in the browser run beside the others, once what they wait for is there', async () => {
  const said: string[] = []
  const passing = (name: string, rest: object = {}) =>
    stage(`write('{"passed":1,"failures":[]}')`, { name, ...rest })
  const gate = Promise.withResolvers<void>()
  const stages = [passing('unit'), passing('http'), passing('component', { inBrowser: true })]
  const running = runStages(stages, {
    before: () => gate.promise,
    say: (line: string) => {
      said.push(line)
      if (line.startsWith('── http:')) gate.resolve()
    },
  })
  expect(await running).toEqual({ passed: 3, failures: [] })
  expect(said.map((line) => line.trim().replace(/: .*| ──$/g, ''))).toEqual([
    '── unit',
    '── unit',
    '── http',
    '── http',
    '── component',
    '── component',
  ])
})

test.each([
  ['ends badly without a failed test', `write('{"passed":3,"failures":[]}'); process.exit(1)`, 3],
  ['says nothing', '', 0],
  ['breaks off', `write('{"pass'); process.kill(process.pid, 'SIGKILL')`, 0],
])('a stage that %s counts as one failed', async (_, script, passed) => {
  expect(await runStages([stage(script)], { say })).toEqual({
    passed,
    failures: [expect.stringMatching(/^stage: ./)],
  })
})

test('a journey that failed says what it waited for, where, and what stood on the page; one that passed says nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kervan-page-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'error-context.md')
  writeFileSync(
    path,
    `
- main:
  - grid "Orders"
- dialog "Not saved":
  - paragraph: Somebody is working on this.
  - button "Close"
- status
`,
  )
  const message =
    "Error: expect(locator).toBeVisible() failed\n\nLocator: getByRole('status')\nTimeout: 60000ms"
  const location = { file: join(import.meta.dirname, '../e2e/order.spec.ts'), line: 7, column: 1 }
  const spec = (title: string, ok: boolean, error?: object, attachments?: object[]) => ({
    title,
    ok,
    tests: [{ results: [{ error, attachments }] }],
  })
  const page = { name: 'error-context', path }
  const suites = [
    {
      file: 'order.spec.ts',
      specs: [spec('passes', true), spec('waits', false, { message, location })],
      suites: [{ file: 'order.spec.ts', specs: [spec('breaks', false, { message: 'Error: gone' }, [page])] }],
    },
  ]
  expect(unexpected(suites)).toEqual([
    "order.spec.ts › waits: Error: expect(locator).toBeVisible() failed · Locator: getByRole('status') · e2e/order.spec.ts:7",
    'order.spec.ts › breaks: Error: gone · - dialog "Not saved": - paragraph: Somebody is working on this. - button "Close"',
  ])
})

test.each([
  [
    ['web/src/order/new/Cart.tsx', 'server/src/order/cart.ts', 'e2e/access.consent.spec.ts'],
    ['access', 'order'],
  ],
  [['contract/src/messages/tr/registration.json', 'docs/kit/grid.md', 'bench/src/main.ts'], ['registration']],
  [['web/src/order/new/Cart.tsx', 'server/src/kit/clock.ts'], null],
  [['server/migrations/0001.ts'], null],
  [['e2e/portal.ts'], null],
  [[], []],
])('%j belong to %j', (files, areas) => {
  expect(areasOf(files)).toEqual(areas)
})

test('of the stages those with tests of an area are run, and no other tests in them', () => {
  const homes = ['server/src/{area}/', 'web/src/{area}/']
  const stages = [
    { name: 'http', files: 'server/**/*.http.test.ts', command: ['vitest'], homes },
    { name: 'unit', files: 'web/**/*.test.ts', command: ['vitest'], homes, followsImports: true },
    { name: 'journeys', files: 'e2e/**/*.spec.ts', command: ['playwright'], homes: ['e2e/{area}.'] },
  ]
  const commands = (scope: Parameters<typeof scoped>[1]) =>
    scoped(stages, scope).map(({ command }) => command.filter((word) => word !== '--pass-with-no-tests'))
  expect(commands({ areas: ['order', 'demo'] })).toEqual([
    ['vitest', 'server/src/order/', 'server/src/demo/'],
    ['vitest', 'web/src/order/'],
    ['playwright', 'e2e/order.'],
  ])
  expect(commands({ areas: ['registration'], since: 'main' })).toEqual([
    ['vitest', 'server/src/registration/'],
    ['vitest', '--changed', 'main'],
    ['playwright', 'e2e/registration.'],
  ])
  expect(commands({ areas: [], since: 'main' })).toEqual([['vitest', '--changed', 'main']])
  expect(scoped(stages, { areas: null })).toEqual(stages)
})
