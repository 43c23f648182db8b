// Builds the web application when its sources changed since the last build. The server calls this before it listens.
import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sources } from './sources.mjs'

const ROOT = join(import.meta.dirname, '..')
const SOURCES = [
  'web/{src,public}/**/*.*',
  'web/*.{ts,json,html}',
  'contract/src/**/*.{ts,json}',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
]

/** Answers whether it built. With KERVAN_DEV the development server of Vite serves the web, and nothing is built. */
export async function buildWebWhenStale({
  root = ROOT,
  say = (line) => console.log(line),
  build = buildWith,
} = {}) {
  const dist = join(root, 'web/dist')
  const stamp = join(dist, '.kervan-build')
  if (process.env.KERVAN_DEV || !existsSync(join(root, 'web/src'))) return false
  const state = fingerprint(root)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return false
  const begun = Date.now()
  say('Building the web application …')
  const aside = join(root, '.cache', `web-${randomUUID()}`)
  try {
    mkdirSync(aside, { recursive: true })
    await build(root, aside)
    compress(aside)
    writeFileSync(join(aside, '.kervan-build'), state)
    takeLocation(aside, dist)
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
  say(`Built the web application in ${((Date.now() - begun) / 1000).toFixed(1)} s.`)
  return true
}

function fingerprint(root) {
  const hash = createHash('sha256')
  for (const { path, text } of sources(root, ...SOURCES)) {
    if (!/\.test\.tsx?$/.test(path)) hash.update(path).update('\0').update(text).update('\0')
  }
  return hash.digest('hex')
}

async function buildWith(root, folder) {
  const vite = join(root, 'node_modules/.bin/vite')
  if (!existsSync(vite))
    throw new Error(
      'The web application is not built and its tools are not installed. Run `npm ci`, or bring a built web/dist.',
    )
  const child = spawn(vite, ['build', 'web', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const code = await new Promise((done) =>
    child.on('error', (error) => done(error.message)).on('close', done),
  )
  if (code !== 0) throw new Error(`The web application could not be built (${code}).\n${output}`)
}

// What compresses well is compressed once here and not for every visitor.
function compress(folder) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (/\.(js|css|html|svg|json|wasm)$/.test(name))
      writeFileSync(join(folder, `${name}.gz`), gzipSync(readFileSync(join(folder, name)), { level: 9 }))
  }
}

// Of two that build at once each puts a whole build in place, one after the other.
function takeLocation(aside, dist) {
  const old = `${aside}.old`
  for (let tries = 0; ; tries++) {
    try {
      if (existsSync(dist)) renameSync(dist, old)
      renameSync(aside, dist)
      return rmSync(old, { recursive: true, force: true })
    } catch (error) {
      if (tries === 10) throw error
      rmSync(old, { recursive: true, force: true })
    }
  }
}

if (import.meta.main) await buildWebWhenStale()
