import type { Call } from '@kervan/contract/kit/call'
import { Refusal, refusal, type RefusalCode } from '@kervan/contract/kit/refusals'
import type { Tx } from '../../database/db.ts'
import type { JobHandler, JobRun } from '../../work/jobs.ts'
import { holds } from '../../http/gates.ts'
import { inOwnRun } from '../../work/staged-file.ts'
import { settleChange } from '../apply.ts'
import { readHead } from '../change.sql.ts'
import { revertChange } from '../changes.ts'
import { servedByKey, type MasterContext } from '../kind.ts'
import { readAnew } from './changes.ts'
import { readFiles } from './read-files.ts'
import {
  isSettled,
  moveSet,
  openSet,
  setSheet,
  sheetsOf,
  type FileSet,
  type StandingSheet,
} from './set.sql.ts'

// What a worker does with a set of files: it reads the files, lets their changes take effect one after the other, and
// takes them back. Each step is a transaction that finds in the tables what is to be done next, so a worker that takes over
// goes on where the other one has died.

type Run = JobRun<'masterData.fileSet'>
/** Whether there is another step. */
type Step = 'again' | 'ended'

export const fileSetJob: JobHandler<'masterData.fileSet'> = {
  async run(run) {
    for (let step: Step = 'again'; step === 'again';) {
      await readFiles(run, (tx) => contextOf(run, tx))
      step = await guarded(run)
      await run.progress({ done: 0, total: null })
    }
    return null
  },
  async stopped(tx, { companyId, input }) {
    const company = { company: { id: companyId } }
    const set = await openSet(tx, company, { lock: true })
    if (set?.id !== input.setId) return
    if (set.state === 'Reading') await moveSet(tx, company, set, 'read')
    else if (set.state === 'Running' || set.state === 'Reverting') await moveSet(tx, company, set, 'stop')
  },
  tells: () => false,
}

const contextOf = ({ services, actor, input }: Run, tx: Tx): MasterContext => ({
  tx,
  actor,
  services,
  language: input.language,
  now: services.clock.now(),
})

/** A sheet that is refused, with what refused it. */
class SheetRefused extends Error {
  readonly sheet: StandingSheet
  readonly refused: Refusal
  constructor(sheet: StandingSheet, refused: Refusal) {
    super(refused.code)
    this.sheet = sheet
    this.refused = refused
  }
}

/** One step. What is refused is kept at its sheet, in a transaction of its own. */
async function guarded(run: Run): Promise<Step> {
  try {
    return await inOwnRun(run, (tx) => oneStep(contextOf(run, tx), run.input.setId))
  } catch (error) {
    if (!(error instanceof SheetRefused)) throw error
    const { code, facts } = error.refused
    await inOwnRun(run, (tx) => keepRefusal(tx, run, error.sheet, code, facts))
    return 'again'
  }
}

const keepRefusal = (
  tx: Tx,
  { actor }: Run,
  { id }: StandingSheet,
  code: RefusalCode,
  facts: Refusal['facts'],
): Promise<void> => setSheet(tx, actor, id, { refusal: code, refusal_facts: JSON.stringify(facts) })

async function oneStep(context: MasterContext, setId: string): Promise<Step> {
  const { tx, actor } = context
  const set = await openSet(tx, actor, { lock: true })
  if (set?.id !== setId) return 'ended'
  const sheets = await sheetsOf(context, setId)
  if (set.state === 'Reading') {
    // Files that came meanwhile are read first.
    if (sheets.every(({ sheet }) => sheet !== null)) await moveSet(tx, actor, set, 'read')
    return 'again'
  }
  if (set.state === 'Reverting') return takeBack(context, set, sheets)
  const outdated = sheets.filter(isOutdated)
  for (const sheet of outdated) await readAnew(context, sheet)
  if (set.state !== 'Running') return 'ended'
  const ready = outdated.length > 0 ? undefined : sheets.find(({ state }) => state === 'Ready')
  if (ready) return takeEffect(context, ready)
  // What is being read, or waits for a second person, lets the set go on when it comes to its end.
  const isUnderWay = ({ state }: StandingSheet) => state === 'Reading' || state === 'WaitsApproval'
  if (outdated.length > 0 || sheets.some(isUnderWay)) return 'ended'
  const isOpen = (sheet: StandingSheet) => !isSettled(sheet) && sheet.state !== 'Unreadable'
  await moveSet(tx, actor, set, sheets.some(isOpen) ? 'stop' : 'finish')
  return 'ended'
}

/** What it needs took effect after it was read, or its records were changed since. */
const isOutdated = ({ stale, waitsFor, change_state: state }: StandingSheet): boolean =>
  waitsFor.length === 0 &&
  (state === 'ReValidate' || (stale && (state === 'Succeeded' || state === 'ValidationFailed')))

/** Who set the files going may do by them what they may do by hand. */
function assertMay(call: Call, { actor }: MasterContext, sheet: StandingSheet): void {
  if (holds(call, actor)) return
  throw new SheetRefused(sheet, refusal('PermissionMissing', { permission: call.permission ?? '' }))
}

async function takeEffect(context: MasterContext, sheet: StandingSheet): Promise<Step> {
  const served = servedByKey.get(sheet.kind ?? '')
  if (!served || sheet.change_id === null) return 'ended'
  const head = await readHead(context.tx, served, context.actor, sheet.change_id, { lock: true })
  // Somebody has just moved it on its own page.
  if (head.state !== 'Succeeded') return 'again'
  assertMay(served.kind.activate, context, sheet)
  try {
    // What takes effect lets its set go on by itself.
    const outcome = await settleChange(context, served, { id: sheet.change_id, source: 'File' })
    return outcome === 'applied' ? 'ended' : 'again'
  } catch (error) {
    if (error instanceof Refusal) throw new SheetRefused(sheet, error)
    throw error
  }
}

/** Takes the last sheet that is in effect back. One that is refused stays; what it uses is refused by itself. */
async function takeBack(
  context: MasterContext,
  set: FileSet,
  sheets: readonly StandingSheet[],
): Promise<Step> {
  const { tx, actor } = context
  const active = sheets.filter(({ change_state: state }) => state === 'Active')
  const last = active.findLast(({ refusal }) => refusal === null)
  const served = servedByKey.get(last?.kind ?? '')
  if (!last || !served || last.change_id === null) {
    await moveSet(tx, actor, set, active.length > 0 ? 'stop' : 'takenBack')
    return 'ended'
  }
  const head = await readHead(tx, served, actor, last.change_id, { lock: true })
  if (head.state !== 'Active') return 'again'
  assertMay(served.kind.revert, context, last)
  try {
    const { outcome } = await revertChange(context, served, head, false)
    if (outcome === 'applied') return 'again'
    // Somebody else has to agree first; the records that others need stay until then.
    throw new Refusal('SecondPersonNeeded', {})
  } catch (error) {
    if (error instanceof Refusal) throw new SheetRefused(last, error)
    throw error
  }
}
