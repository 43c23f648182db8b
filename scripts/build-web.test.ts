import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import * as module from './build-web.mjs'
import { tree } from './tree.ts'

type Build = (root: string, folder: string) => Promise<void>
const buildWebWhenStale = module.buildWebWhenStale as (options: {
  root: string
  say: () => void
  build: Build
}) => Promise<boolean>

const web = {
  'web/src/main.tsx': 'one',
  'web/index.html': '',
  'contract/src/a.ts': 'a',
  'web/src/a.test.tsx': '',
}
const say = () => {}

const build: Build = async (root, folder) => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'index.html'), readFileSync(join(root, 'web/src/main.tsx')))
}

test('builds once, and again when a source changed, but not for a test', async () => {
  const root = tree(web)
  const start = () => buildWebWhenStale({ root, say, build })
  expect([await start(), await start()]).toEqual([true, false])
  writeFileSync(join(root, 'web/src/a.test.tsx'), 'changed')
  expect(await start()).toBe(false)
  writeFileSync(join(root, 'contract/src/a.ts'), 'changed')
  expect([await start(), await start()]).toEqual([true, false])
})

test('two at once leave one whole build', async () => {
  const root = tree(web)
  await Promise.all(
    [1, 2].map((n) =>
      buildWebWhenStale({ root, say, build: (at, folder) => build(at, folder).then(() => pause(n * 5)) }),
    ),
  )
  expect(readdirSync(join(root, 'web')).filter((name) => name.startsWith('dist'))).toEqual(['dist'])
  expect(readFileSync(join(root, 'web/dist/index.html'), 'utf8')).toBe('one')
  expect(readdirSync(join(root, '.cache'))).toEqual([])
})

test('a build that fails leaves the last one in place and is tried again', async () => {
  const root = tree(web)
  await buildWebWhenStale({ root, say, build })
  writeFileSync(join(root, 'web/src/main.tsx'), 'two')
  const broken: Build = async (at, folder) => {
    await build(at, folder)
    throw new Error('no such import')
  }
  await expect(buildWebWhenStale({ root, say, build: broken })).rejects.toThrow('no such import')
  expect(readFileSync(join(root, 'web/dist/index.html'), 'utf8')).toBe('one')
  expect(await buildWebWhenStale({ root, say, build })).toBe(true)
  expect(readFileSync(join(root, 'web/dist/index.html'), 'utf8')).toBe('two')
})

test('an installation without sources keeps what it has', async () => {
  const root = tree({ 'web/dist/index.html': '' })
  expect(await buildWebWhenStale({ root, say, build })).toBe(false)
  expect(existsSync(join(root, 'web/dist/index.html'))).toBe(true)
})
