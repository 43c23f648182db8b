import { join } from 'node:path'
import { Refusal } from '@kervan/contract/kit/refusals'
import type { Services } from '../kit/context.ts'
import { codeOf } from '../kit/error-code.ts'
import type { MasterContext } from '../kit/master/kind.ts'
import {
  dropFolderOf,
  filesIn,
  foldersIn,
  isThere,
  moveAway,
  readDropped,
  type DroppedFile,
} from '../kit/work/drop-folder.ts'
import { droppedEndings, type DropWay } from '../kit/work/drop-ways.ts'
import type { CalendarWork } from '../kit/work/schedule.ts'
import { contextOf, folderOf, waitForTurn, wayOf, type Addressed } from './drop-ways.ts'

// Files that another system puts into `<data folder>/drop/<company code>/<kind key>/`, or `…/mci/<entity code>/` (DAT-002,
// MCI-002). Each becomes a change, or a file of its entity, as an upload does. What was taken is moved to `taken/` by the
// step after the commit, so a worker that dies in between leaves a file that the next look knows by its bytes.

type Dropped = DroppedFile & Addressed

export const fileDropWork: CalendarWork = {
  name: 'fileDrop',
  expression: '* * * * *',
  catchUp: 'latest',
  quiet: true,
  isNeeded: async ({ services, companyCode }) => (await dropped(services, companyCode)).length > 0,
  async run({ tx, services, companyId }) {
    await waitForTurn(tx, companyId)
    const counts = { filesOfUnknownKind: 0, filesLeft: 0 }
    const context = await contextOf(tx, services, companyId)
    if (!context) return { counts }
    for (const file of await dropped(services, context.actor.company.code)) {
      const way = await wayOf(context, file)
      if (!way) counts.filesOfUnknownKind += 1
      else if ((await take(context, way, file)) === 'taken') return { counts: { filesTaken: 1 }, more: true }
      else counts.filesLeft += (await isThere(file)) ? 1 : 0
    }
    if (counts.filesOfUnknownKind + counts.filesLeft > 0)
      services.log.warn({ companyId, ...counts }, 'files in the drop folder were not taken')
    return { counts }
  },
}

/** The tables in the folders of a company, in the order of kind, entity and name. */
async function dropped(services: Services, companyCode: string): Promise<Dropped[]> {
  const root = await dropFolderOf(services, companyCode)
  if (root === null) return []
  const files: Dropped[] = []
  for (const kind of await foldersIn(root)) {
    const entities = folderOf(kind)?.holds === 'entities' ? await foldersIn(join(root, kind)) : [null]
    for (const entity of entities)
      for (const file of await filesIn(join(root, kind, entity ?? ''), droppedEndings))
        files.push({ ...file, kind, entity })
  }
  return files
}

/** Begins what becomes of a file, or moves a file away that was begun. `waits`: neither, for now. */
async function take(
  { services, now }: MasterContext,
  { maxBytes, known, begin }: DropWay,
  file: Dropped,
): Promise<'taken' | 'moved' | 'waits'> {
  try {
    return await readDropped(services, now, file, maxBytes, async (upload, changedAt) => {
      const id = await known(upload, changedAt)
      if (id !== null) return moveAway(services, file, id)
      await begin(upload)
      return 'taken'
    })
  } catch (error) {
    if (!(error instanceof Refusal) && codeOf(error) !== 'ENOENT') throw error
    services.log.warn({ err: error, kind: file.kind, entity: file.entity }, 'a dropped file was not taken')
    return 'waits'
  }
}
