import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const sources = globSync('{contract,engine,server,web,e2e,bench,scripts,simulators,deploy,.ci}/**/*.*', {
  cwd: root,
  exclude: (name) => /(^|\/)(node_modules|dist)(\/|$)/.test(name),
}).map((path) => `/${path}`)
const named = /`([\w./-]+\.(?:tsx?|mjs|css|yaml))`/g

test.each(globSync(['README.md', 'docs/**/*.md'], { cwd: root }))('%s names files that exist', (page) => {
  const text = readFileSync(join(root, page), 'utf8')
  const names = [...text.matchAll(named)].flatMap(([, name]) => name ?? [])
  expect(
    names.filter((name) => !name.includes('NNNN') && !sources.some((path) => path.endsWith(`/${name}`))),
  ).toEqual([])
})
