import { expect, test } from 'vitest'
import { check } from './check.mjs'

test('every step has its line, a failing one its whole output after them', async () => {
  const said: string[] = []
  const steps = [
    { name: 'bad', command: ['sh', '-c', 'echo to out; echo to err >&2; exit 1'] },
    { name: 'good', command: ['sh', '-c', 'echo quiet'] },
    { name: 'gone', command: ['/no/such/program'] },
  ]
  const results = await check({ steps, say: (line: string) => said.push(line) })
  expect(Object.fromEntries(results.map(({ name, passed }) => [name, passed]))).toEqual({
    bad: false,
    good: true,
    gone: false,
  })
  expect(said.slice(0, 3).join()).toMatch(/✓ good +\d/)
  const details = said.slice(3).join('\n')
  expect(details).toMatch(/── bad ──\nto out\nto err/)
  expect(details).toContain('ENOENT')
  expect(details).not.toContain('quiet')
})
