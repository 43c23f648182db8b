import { expect, test } from 'vitest'
import { runStages } from './test.mjs'

const stage = (script: string, rest: object = {}) => ({
  name: 'stage',
  files: 'scripts/test.test.ts',
  command: ['node', '-e', `const report = process.env.REPORT, write = (text) => require('fs').writeFileSync(report, text); ${script}`],
  report: 'REPORT',
  count: (report: { passed: number; failed: number }) => report,
  ...rest,
})
const say = () => {}

test('adds up what the stages count and skips those without files', async () => {
  const stages = [
    stage(`write('{"passed":3,"failed":0}')`),
    stage(`write('{"passed":1,"failed":2}'); process.exit(1)`),
    stage(`write('{"passed":9,"failed":0}')`, { files: 'no/such/**/*.ts' }),
  ]
  expect(await runStages(stages, say)).toEqual({ passed: 4, failed: 2 })
})

test.each([
  ['ends badly without a failed test', `write('{"passed":3,"failed":0}'); process.exit(1)`, { passed: 3, failed: 1 }],
  ['says nothing', '', { passed: 0, failed: 1 }],
  ['breaks off', `write('{"pass'); process.kill(process.pid, 'SIGKILL')`, { passed: 0, failed: 1 }],
])('a stage that %s counts as one failed', async (_, script, sum) => {
  expect(await runStages([stage(script)], say)).toEqual(sum)
})
