import { expect, test } from 'vitest'
import { runStages } from './test.mjs'

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
  expect(await runStages(stages, say)).toEqual({
    passed: 4,
    failures: ['stage: a breaks', 'stage: b breaks'],
  })
})

test.each([
  ['ends badly without a failed test', `write('{"passed":3,"failures":[]}'); process.exit(1)`, 3],
  ['says nothing', '', 0],
  ['breaks off', `write('{"pass'); process.kill(process.pid, 'SIGKILL')`, 0],
])('a stage that %s counts as one failed', async (_, script, passed) => {
  expect(await runStages([stage(script)], say)).toEqual({
    passed,
    failures: [expect.stringMatching(/^stage: ./)],
  })
})
