// Debian's Chromium, for component tests, journeys and pictures alike: the one without a window, which takes a quarter
// less time for the same tests. Where only the usual one is installed, that.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

const withoutWindow = '/usr/bin/chromium-headless-shell'
const usual = '/usr/bin/chromium'

export const chromium = {
  get executablePath() {
    return existsSync(withoutWindow) || !existsSync(usual) ? withoutWindow : usual
  },
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
  // Where no locale is set, Chromium saves every file whose name is not ASCII as “download”.
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
}

const PACKAGES = ['chromium-headless-shell', 'fonts-liberation']
const TRIES = 3

/** Installs it where it is missing and this user may; otherwise throws the sentence that says what to type. */
export async function installChromium({
  say = (line) => console.log(line),
  run = runQuietly,
  isThere = () => existsSync(chromium.executablePath),
} = {}) {
  if (isThere()) return
  const become = await asRoot(run)
  const byHand = `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${PACKAGES.join(' ')}`
  if (!become)
    throw new Error(
      `The tests need Chromium, and installing it takes root. Run this once:\n\n    ${byHand}\n`,
    )
  say('Kervan: installing Chromium, once …')
  for (let tries = 1; !isThere(); tries++) {
    try {
      await run([...become, 'apt-get', 'update', '-q'])
      await run([
        ...become,
        'apt-get',
        'install',
        '-y',
        '-q',
        '--no-install-recommends',
        '-o',
        'DPkg::Lock::Timeout=300',
        ...PACKAGES,
      ])
    } catch (error) {
      if (tries === TRIES)
        throw new Error(
          `Chromium could not be installed. Run this and see why:\n\n    ${byHand}\n\n${error.stderr ?? error.message}`,
          { cause: error },
        )
      await pause(tries * 2000)
    }
  }
}

// The words in front of a command that make it run as root; null when this user cannot.
async function asRoot(run) {
  const become = [
    ...(process.getuid?.() === 0 ? [] : ['sudo', '-n']),
    'env',
    'DEBIAN_FRONTEND=noninteractive',
  ]
  try {
    await run([...become, 'apt-get', '--version'])
    return become
  } catch {
    return null
  }
}

async function runQuietly([program, ...parameters]) {
  await promisify(execFile)(program, parameters, { maxBuffer: 50_000_000 })
}
