import {
  activateFileSet,
  addFiles,
  addSampleFiles,
  chooseSheetKind,
  closeFileSet,
  getFileSet,
  revertFileSet,
  type FileSetView,
  type FileSheet,
} from '@kervan/contract/data/file-sets'
import { fileSetTable, type FileSetAct } from '@kervan/contract/kit/file-set'
import { refusal, Refusal } from '@kervan/contract/kit/refusals'
import type { SessionContext } from '../kit/context.ts'
import { handle } from '../kit/http/handle.ts'
import { cancelChange, importableKinds, takeSheetFor } from '../kit/master/file-sets/changes.ts'
import {
  addToSet,
  beginSet,
  forgetRefusals,
  lockSet,
  moveSet,
  openSet,
  sheetsOf,
  startSet,
  type FileSet,
  type StandingSheet,
} from '../kit/master/file-sets/set.sql.ts'
import { assertWholeCompany } from '../kit/master/records.ts'
import { refusalMessage } from '../kit/messages.ts'
import { offer } from '../kit/records/offer.ts'
import { sampleFile } from './sample-file.ts'

// Several files at once (DAT-002): what people do with a set of files. The work is done by `fileSetJob`.

export const addFilesHandler = handle(addFiles, async (context) => {
  const { tx, actor, uploads, services, language, now } = context
  assertWholeCompany(context)
  const set = (await openSet(tx, actor, { lock: true })) ?? (await beginSet(context))
  await moveSet(tx, actor, set, 'add')
  const kept: { fileId: string; name: string }[] = []
  for (const upload of uploads)
    kept.push({ fileId: await services.files.keep(tx, actor, upload, 'master-data'), name: upload.name })
  await addToSet(tx, actor, set, kept)
  await startSet(tx, services, actor, { setId: set.id, language, now })
  return present(context, set)
})

export const addSampleFilesHandler = handle(addSampleFiles, async (context) => {
  const { tx, actor, services, language, now } = context
  assertWholeCompany(context)
  const open = await openSet(tx, actor, { lock: true })
  // Sample data have a set of their own, so that they can be taken back without anything else.
  if (open) throw refusal('FileSetStateWrong', { fileSetState: open.state })
  const set = await beginSet(context)
  const file = await sampleFile(language)
  await addToSet(tx, actor, set, [
    { fileId: await services.files.keepBytes(tx, actor, file, 'master-data'), name: file.name },
  ])
  await startSet(tx, services, actor, { setId: set.id, language, now })
  return present(context, set)
})

export const getFileSetHandler = handle(getFileSet, async (context) => {
  assertWholeCompany(context)
  const set = await openSet(context.tx, context.actor)
  return {
    set: set && (await present(context, set)),
    kinds: importableKinds(context).map(({ kind }) => kind.key),
  }
})

export const chooseSheetKindHandler = handle(chooseSheetKind, async (context) => {
  const { tx, actor, input } = context
  assertWholeCompany(context)
  const set = await lockSet(tx, actor, input.setId)
  const sheet = (await sheetsOf(context, set.id)).find(({ id }) => id === input.sheetId)
  if (!sheet || sheet.sheet === null) throw refusal('NotFound')
  if (!mayChoose(set)) throw refusal('FileSetStateWrong', { fileSetState: set.state })
  if (sheet.kind !== input.kind) await takeSheetFor(context, sheet, input.kind)
  return present(context, set)
})

/** While it is read or takes effect, nobody says what a sheet is. */
const mayChoose = ({ state }: FileSet): boolean => state === 'Open' || state === 'Stopped' || state === 'Done'

const moveHandler = (call: typeof activateFileSet | typeof revertFileSet, act: 'activate' | 'revert') =>
  handle(call, async (context) => {
    const { tx, actor, services, input, language, now } = context
    assertWholeCompany(context)
    const set = await lockSet(tx, actor, input.setId)
    await moveSet(tx, actor, set, act)
    // What was refused before is tried again.
    await forgetRefusals(tx, actor, set)
    await startSet(tx, services, actor, { setId: set.id, language, now })
    return present(context, set)
  })

export const activateFileSetHandler = moveHandler(activateFileSet, 'activate')
export const revertFileSetHandler = moveHandler(revertFileSet, 'revert')

export const closeFileSetHandler = handle(closeFileSet, async (context) => {
  const { tx, actor, input } = context
  assertWholeCompany(context)
  const set = await lockSet(tx, actor, input.setId)
  for (const sheet of await sheetsOf(context, set.id))
    if (sheet.change_state !== 'Active') await cancelChange(context, sheet)
  await moveSet(tx, actor, set, 'close')
  return { done: true } as const
})

const calls = { activate: activateFileSet, revert: revertFileSet, close: closeFileSet }

/** A set as its reader sees it. */
async function present(context: SessionContext, set: FileSet): Promise<FileSetView> {
  const sheets = await sheetsOf(context, set.id)
  return {
    id: set.id,
    state: set.state,
    made: { by: set.made_by_name, at: set.made_at.toISOString() },
    sheets: sheets.map((sheet) => presentSheet(context, set, sheet)),
    actions: offer(context, calls, (act: FileSetAct) => refusedOnSet(act, set, sheets)),
  }
}

function refusedOnSet(act: FileSetAct, set: FileSet, sheets: readonly StandingSheet[]): Refusal | null {
  const isAllowed = fileSetTable.moves[act].from.some((state) => state === set.state)
  if (!isAllowed) return refusal('FileSetStateWrong', { fileSetState: set.state })
  const has = (...states: StandingSheet['state'][]) => sheets.some(({ state }) => states.includes(state))
  if (act === 'activate' && !has('Ready', 'Waits', 'Stopped', 'Reading')) return refusal('ChangeEmpty')
  const isActive = sheets.some(({ change_state: state }) => state === 'Active')
  return act === 'revert' && !isActive ? refusal('ChangeEmpty') : null
}

function presentSheet({ language }: SessionContext, set: FileSet, sheet: StandingSheet): FileSheet {
  const { added, changed, removed, unchanged, faulty } = sheet
  const code = sheet.refusal ?? sheet.change_refusal
  const facts = sheet.refusal === null ? sheet.change_facts : sheet.refusal_facts
  return {
    id: sheet.id,
    fileName: sheet.file_name,
    sheet: sheet.sheet ?? '',
    rows: sheet.row_count,
    kind: sheet.kind,
    state: sheet.sheet === null ? 'Reading' : sheet.state,
    changeId: sheet.change_id,
    counts: { added, changed, removed, unchanged, faulty },
    waitsFor: sheet.waitsFor,
    message: code === null ? null : refusalMessage(language, new Refusal(code, facts ?? {})),
    mayChoose:
      mayChoose(set) &&
      sheet.sheet !== null &&
      sheet.state !== 'Active' &&
      !(sheet.kind === null && sheet.refusal !== null),
  }
}
