// Runs before every npm command, on whatever Node the machine has (20 or newer): brings the packages to the state of
// the lock file, and makes sure that the command itself will run on the Node it needs.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const NEEDED_NODE = 24
const LOCK_WITHOUT_OWNER_MS = 10_000

export async function setup(root, { say = (line) => console.log(line) } = {}) {
  if (!isInstalled(root)) {
    await alone(join(root, '.cache', 'setup.lock'), async () => {
      if (isInstalled(root)) return
      if (!matchesInstalledPackages(root)) await install(root, say)
      writeFileSync(stampOf(root), lockHash(root))
    })
  }
  assertNode(root)
}

const stampOf = (root) => join(root, 'node_modules', '.kervan-lock')

function lockHash(root) {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
}

function isInstalled(root) {
  return readOr(stampOf(root), '') === lockHash(root)
}

// A developer who just ran `npm install <something>` has what the lock file says already; wiping it would only cost time.
function matchesInstalledPackages(root) {
  const installed = JSON.parse(readOr(join(root, 'node_modules', '.package-lock.json'), '{}')).packages
  if (!installed) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const production = process.env.NODE_ENV === 'production'
  const satisfied = ([path, { version, optional, dev, devOptional }]) =>
    path in installed
      ? installed[path].version === version
      : path === '' || optional || (production && (dev || devOptional))
  return Object.entries(wanted).every(satisfied) && Object.keys(installed).every((path) => path in wanted)
}

async function install(root, say) {
  const begun = Date.now()
  say('Kervan: installing packages, once …')
  let { code, output } = await npm(root, ['ci'])
  if (lacksOnlyForeignBinaries(root, output)) ({ code, output } = await npm(root, ['install', '--no-save']))
  if (code !== 0) {
    throw new Error(
      `The packages could not be installed (npm: ${code}). See npm's words, then run the same command again.\n${output}`,
    )
  }
  say(`Kervan: packages installed in ${Math.round((Date.now() - begun) / 1000)} s.`)
}

async function npm(root, command) {
  const flags = ['--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const child = spawn('npm', [...command, ...flags], {
    cwd: root,
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const code = await new Promise((done) =>
    child.on('error', (error) => done(error.message)).on('close', done),
  )
  return { code, output }
}

// A registry may not carry the binaries of other platforms. A lock file written there lacks them, and `npm ci` refuses
// it ("Missing: <name>@<version> from lock file") wherever they can be had; `npm install` takes what it lists.
function lacksOnlyForeignBinaries(root, output) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const optional = new Set(
    Object.values(packages).flatMap((each) => Object.keys(each.optionalDependencies ?? {})),
  )
  const missing = [...output.matchAll(/Missing: (\S+)@\S* from lock file/g)].map(([, name]) => name)
  return missing.length > 0 && !output.includes('Invalid:') && missing.every((name) => optional.has(name))
}

// npm looks for `node` in node_modules/.bin first, so that is the one which runs the command this script precedes.
function assertNode(root) {
  const bundled = join(root, 'node_modules', '.bin', 'node')
  const version = nodeVersion(bundled)
  if (Number.parseInt(version, 10) >= NEEDED_NODE) return
  const platform = `${process.platform}-${process.arch}`
  throw new Error(
    existsSync(bundled)
      ? `The Node in node_modules does not run here (${version || 'it does not start'}; it needs glibc). Install Node ${NEEDED_NODE} or newer from https://nodejs.org and remove node_modules/.bin/node.`
      : `Kervan needs Node ${NEEDED_NODE} or newer and brings none for ${platform}; this is Node ${version}. Install it from https://nodejs.org and run the same command again.`,
  )
}

function nodeVersion(bundled) {
  if (!existsSync(bundled) || realpathSync(bundled) === realpathSync(process.execPath))
    return process.versions.node
  return spawnSync(bundled, ['--version'], { encoding: 'utf8' }).stdout?.trim().replace(/^v/, '') ?? ''
}

// One installer at a time. The lock is a folder, since making one either succeeds or fails as a whole.
async function alone(lock, work) {
  mkdirSync(dirname(lock), { recursive: true })
  const owner = join(lock, 'pid')
  while (!tryMake(lock)) {
    if (isAbandoned(lock, readOr(owner, ''))) remove(lock)
    await new Promise((done) => setTimeout(done, 50))
  }
  try {
    writeFileSync(owner, String(process.pid))
    await work()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

function tryMake(folder) {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function isAbandoned(lock, pid) {
  if (pid) return !isAlive(Number(pid))
  const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
  return age > LOCK_WITHOUT_OWNER_MS
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

// Of several that find the same abandoned lock one takes it away, and only after a second look while no other can: what
// it saw before may have been taken away since, and a fresh lock stand in its place.
function remove(lock) {
  const removing = `${lock}.removing`
  if (!tryMake(removing)) {
    if (isAbandoned(removing, '')) rmSync(removing, { recursive: true, force: true })
    return
  }
  try {
    if (isAbandoned(lock, readOr(join(lock, 'pid'), ''))) rmSync(lock, { recursive: true, force: true })
  } finally {
    rmSync(removing, { recursive: true, force: true })
  }
}

function readOr(file, fallback) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return fallback
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    await setup(resolve(dirname(fileURLToPath(import.meta.url)), '..'))
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
}
