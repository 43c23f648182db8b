import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { languages, type Language } from '@kervan/contract/kit/values'
import { portaMateSeconds, takePortaMateJob } from '@kervan/contract/porta/porta-mate'
import { z } from 'zod'
import { openLog } from '../server/src/kit/log.ts'
import { translate } from '../server/src/kit/messages.ts'
import { openOutside } from '../server/src/kit/outside/outside.ts'
import { portaConfig, portaEnvironment } from '../server/src/porta/config.ts'
import { itsUserName, openIts, type Its } from '../server/src/porta/evidence/its.ts'
import type { ItsCredentials } from '../server/src/porta/evidence/port.ts'
import { machineName, pair, readPairing, type Paired } from './pairing.ts'
import { PortalRefused, PortalSilent, post, speak } from './portal.ts'
import { ask } from './prompt.ts'
import { work, type Job } from './work.ts'

// PortaMate (DSC-010): runs on the pharmacist's own machine, asks ITS there and tells the portal what it said. User name
// and password of ITS are typed here or come from this machine's environment, are kept in memory only, and are sent to ITS
// only. Where ITS is comes from this machine as well, never from the portal.
//
//   npm run portamate -- --portal https://portal.example [--pair] [--language tr]
//
//   PORTAMATE_PORTAL, PORTAMATE_CODE, PORTAMATE_FOLDER   address, pairing code, where the pairing is kept
//   PORTAMATE_ITS_USER, PORTAMATE_ITS_PASSWORD           instead of the prompt
//   ITS_URL, ITS_PAGES_URL, ITS_SPACING_MS, …            as in docs/operations.md

const version = '1.0.0'
const longestPauseMs = 30_000
const itsAddress = 'https://its2.saglik.gov.tr'
/** Refusals that are about the one job. */
const passing = new Set(['NotFound', 'PortaMateJobOver'])
const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

const { values: given } = parseArgs({
  options: {
    portal: { type: 'string' },
    pair: { type: 'boolean', default: false },
    language: { type: 'string' },
  },
})
const { env } = process
const language = languageOf(given.language ?? env['LANG'] ?? '')
speak(language)
const words = (key: string, facts: Record<string, string | number> = {}) =>
  translate(language, `portaMate.program.${key}`, facts)
const say = (sentence: string) => console.log(`${new Date().toLocaleTimeString(language)}  ${sentence}`)

/** Ends the program with a sentence for who started it. */
class Problem extends Error {}

try {
  await run()
} catch (error) {
  if (!(error instanceof Problem) && !(error instanceof PortalRefused)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function run(): Promise<void> {
  const portal = portalOf(given.portal ?? env['PORTAMATE_PORTAL'] ?? '')
  const folder = env['PORTAMATE_FOLDER'] ?? join(homedir(), '.kervan-portamate')
  const paired = (given.pair ? null : await readPairing(folder, portal)) ?? (await pairNow(folder, portal))
  say(words('paired', { portal }))
  const its = openItsHere()
  let credentials = await readCredentials()
  say(words('ready'))
  for (let pause = portaMateSeconds.every * 1_000; ;) {
    const job = await nextJob(paired)
    if (job === 'silent') {
      pause = Math.min(longestPauseMs, pause * 2)
      say(words('silent', { seconds: Math.round(pause / 1_000) }))
      await wait(pause)
      continue
    }
    pause = portaMateSeconds.every * 1_000
    if (job !== null && !(await doJob(its, paired, job, credentials)))
      credentials = await readCredentials(true)
    await wait(pause)
  }
}

/** Answers false where ITS has not accepted user name and password. */
async function doJob(its: Its, paired: Paired, job: Job, credentials: ItsCredentials): Promise<boolean> {
  say(words('asks', { count: job.packs.length }))
  try {
    const { answered, signInRefused, refused } = await work(its, paired, job, credentials)
    // Asked again and again for nothing, ITS would lock the pharmacist out.
    if (refused && !passing.has(refused.code)) throw refused
    if (refused) say(words('refused', { why: refused.message }))
    else say(words('done', { answered, of: job.packs.length }))
    return !signInRefused
  } catch (error) {
    if (!(error instanceof PortalSilent)) throw error
    say(words('lost'))
    return true
  }
}

async function nextJob(paired: Paired): Promise<Job | null | 'silent'> {
  try {
    return (await post(paired.portal, takePortaMateJob, { helperVersion: version }, paired)).job
  } catch (error) {
    if (error instanceof PortalSilent) return 'silent'
    throw error
  }
}

async function pairNow(folder: string, portal: string): Promise<Paired> {
  const code = env['PORTAMATE_CODE'] ?? (await ask(words('code')))
  if (!code) throw new Problem(words('codeNeeded'))
  return pair(folder, portal, code, machineName()).catch((error: unknown) => {
    if (error instanceof PortalSilent) throw new Problem(words('unreachable', { portal }))
    throw error
  })
}

/** Typed, or from the environment of this machine. `again`: those there are were refused. */
async function readCredentials(again = false): Promise<ItsCredentials> {
  if (again) say(words('signInRefused'))
  const [user, secret] = again ? [] : [env['PORTAMATE_ITS_USER'], env['PORTAMATE_ITS_PASSWORD']]
  const userName = user ?? (await ask(words('userName')))
  const password = secret ?? (await ask(words('password'), { hidden: true }))
  if (!userName || !password) throw new Problem(words('credentialsNeeded'))
  if (!itsUserName.test(userName)) throw new Problem(words('userNameWrong'))
  return { userName, password }
}

function openItsHere(): Its {
  const read = z.object(portaEnvironment).safeParse({ ITS_URL: itsAddress, ...env })
  const target = read.success ? portaConfig(read.data).its : null
  if (!target) throw new Problem(read.error?.issues.map(({ message }) => message).join('\n') ?? itsAddress)
  const clock = { now: () => new Date() }
  return openIts(openOutside({ clock, log: openLog('silent') }), target, clock.now)
}

/** What travels to the portal is signed and not secret, but its answers are acted on. */
function portalOf(text: string): string {
  if (!URL.canParse(text)) throw new Problem(words('portalNeeded'))
  const { origin, protocol, hostname } = new URL(text)
  if (protocol === 'https:' || (protocol === 'http:' && loopback.has(hostname))) return origin
  throw new Problem(words('portalUnsafe'))
}

function languageOf(text: string): Language {
  return languages.find((one) => text.toLowerCase().startsWith(one)) ?? 'en'
}
