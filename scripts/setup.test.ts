import { spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kervan-setup-'))
  mkdirSync(join(root, 'scripts'))
  cpSync(new URL('setup.mjs', import.meta.url), join(root, 'scripts/setup.mjs'))
  lockFile({
    'node_modules/zod': { version: '4.6.7' },
    'node_modules/fsevents': { version: '2.0.0', optional: true },
  })
  npm(`mkdir -p node_modules && echo installed >> installs.log && sleep 0.3`)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('installs what the lock file says, once, and again when the lock file changes', async () => {
  expect((await run()).code).toBe(0)
  const second = await run()
  expect(second).toMatchObject({ code: 0, output: '' })
  expect(installs()).toBe(1)

  lockFile({ 'node_modules/zod': { version: '4.7.0' } })
  expect((await run()).output).toContain('installing packages')
  expect(installs()).toBe(2)
})

test('two at once install once', async () => {
  const both = await Promise.all([run(), run()])
  expect(both.map(({ code }) => code)).toEqual([0, 0])
  expect(installs()).toBe(1)
})

test('a lock left by a killed process does not stop the next one', async () => {
  mkdirSync(join(root, '.cache/setup.lock'), { recursive: true })
  writeFileSync(join(root, '.cache/setup.lock/pid'), '4194999')
  const three = await Promise.all([run(), run(), run()])
  expect(three.map(({ code }) => code)).toEqual([0, 0, 0])
  expect(installs()).toBe(1)
  expect(existsSync(join(root, '.cache/setup.lock'))).toBe(false)
})

test('does not reinstall what `npm install` just brought', async () => {
  mkdirSync(join(root, 'node_modules'))
  writeFileSync(
    join(root, 'node_modules/.package-lock.json'),
    JSON.stringify({ packages: { 'node_modules/zod': { version: '4.6.7' } } }),
  )
  expect(await run()).toMatchObject({ code: 0, output: '' })
  expect(existsSync(join(root, 'installs.log'))).toBe(false)
})

test("a failed installation shows npm's words and is tried again next time", async () => {
  npm('echo no such package >&2; exit 3')
  const failed = await run()
  expect(failed.code).toBe(1)
  expect(failed.output).toMatch(/could not be installed.*\n.*no such package/)
  npm('mkdir -p node_modules; echo installed >> installs.log')
  expect((await run()).code).toBe(0)
  expect(installs()).toBe(1)
})

test.each(['', '1.16.22'])(
  'accepts a lock file that lacks the binaries of other platforms (%s)',
  async (version) => {
    lockFile({ 'node_modules/@swc/core': { optionalDependencies: { '@swc/core-darwin-x64': '1.16.22' } } })
    npm(
      `[ $1 = install ] && mkdir -p node_modules && echo $@ >> installs.log && exit; echo "Missing: @swc/core-darwin-x64@${version} from lock file"; exit 1`,
    )
    expect((await run()).code).toBe(0)
    expect(readFileSync(join(root, 'installs.log'), 'utf8')).toContain('install --no-save')
  },
)

test('but not one that differs from package.json', async () => {
  npm('[ $1 = install ] && mkdir -p node_modules; echo "Missing: zod@4.7.0 from lock file"; exit 1')
  expect((await run()).code).toBe(1)
})

test('the lock file of this project names the binaries of every platform', () => {
  const { packages } = JSON.parse(
    readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8'),
  ) as {
    packages: Record<string, { optionalDependencies?: Record<string, string> }>
  }
  const names = new Set(
    Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 13)),
  )
  const optional = Object.values(packages).flatMap((each) => Object.keys(each.optionalDependencies ?? {}))
  expect(optional.filter((name) => !names.has(name))).toEqual([])
})

test('says how to mend a Node that is too old', async () => {
  npm(
    `mkdir -p node_modules/.bin; printf '#!/bin/sh\\necho v20.1.0' > node_modules/.bin/node; chmod +x node_modules/.bin/node`,
  )
  const failed = await run()
  expect(failed.code).toBe(1)
  expect(failed.output).toContain('Install Node 24 or newer')
})

function lockFile(packages: object) {
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }))
}

function npm(script: string) {
  mkdirSync(join(root, 'bin'), { recursive: true })
  writeFileSync(join(root, 'bin/npm'), `#!/bin/sh\n${script}\n`)
  chmodSync(join(root, 'bin/npm'), 0o755)
}

const installs = () => readFileSync(join(root, 'installs.log'), 'utf8').trim().split('\n').length

async function run() {
  const child = spawn(process.execPath, [join(root, 'scripts/setup.mjs')], {
    env: { ...process.env, PATH: `${join(root, 'bin')}:${process.env.PATH}` },
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const code = await new Promise<number | null>((done) => child.on('close', done))
  return { code, output }
}
