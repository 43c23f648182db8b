import { Refusal } from '@kervan/contract/kit/refusals'
import type { Services } from '../kit/context.ts'
import type { DropStore } from '../kit/config.ts'
import { openSpool, type Upload } from '../kit/http/uploads.ts'
import { BucketRefused, openBucket, type Bucket, type StoredFile } from '../kit/outside/bucket.ts'
import { OutsideUnavailable } from '../kit/outside/outside.ts'
import { partsOf } from '../kit/parts.ts'
import { droppedEndings, type DropFolder } from '../kit/work/drop-ways.ts'
import { repeat } from '../kit/work/repeat.ts'
import { contextOf, folderOf, waitForTurn, wayOf, type Addressed } from './drop-ways.ts'

// Files that another system puts into a store, under `<prefix><company code>/<kind key>/`, or in a folder of an area
// (DAT-002, MCI-002, ORD-023). They become what files of the drop folder become. No transaction is open while
// the store is asked: a file is fetched, then begun in a transaction, then moved to `<prefix>taken/`. A worker that dies in
// between leaves a file that the next look knows by its bytes, its name and its time.

const lookEveryMs = 60_000
/** A file that changed this lately may have come from a clock that is ahead. */
const restMs = 10_000
/** How long a file that could not be taken is left alone, so that it is not fetched every minute. */
const refusedMs = 15 * 60_000
const takenFolder = 'taken'

type Dropped = Addressed & { file: StoredFile; name: string }
type Company = { id: number; code: string }
type Store = { services: Services; settings: DropStore; bucket: Bucket; refused: Map<string, number> }

export type LookCounts = {
  filesTaken: number
  filesMoved: number
  filesLeft: number
  filesOfUnknownKind: number
  answersWritten: number
}

/** Looks into the store every minute, where one is configured. Returns how to stop it. */
export function watchDropStore(services: Services): () => Promise<void> {
  const stopping = new AbortController()
  const look = lookingIntoStore(services, stopping.signal)
  if (!look) return async () => {}
  const stop = repeat('drop store', lookEveryMs, services.log, look)
  return () => {
    // A store that does not answer must not hold up the end of the process.
    stopping.abort()
    return stop()
  }
}

/**
 * How to look once through all companies; null where no store is configured. A look answers null when the store fails;
 * the next one tries again. `signal` ends a look that is under way.
 */
export function lookingIntoStore(
  services: Services,
  signal?: AbortSignal,
): (() => Promise<LookCounts | null>) | null {
  const settings = services.config.dropStore
  if (!settings) return null
  const refused = new Map<string, number>()
  let opened: Promise<Bucket> | null = null
  return async () => {
    try {
      opened ??= openBucket(services.outside, settings, signal)
      return await look({ services, settings, bucket: await opened, refused })
    } catch (error) {
      if (!(error instanceof OutsideUnavailable) && !(error instanceof BucketRefused)) throw error
      if (!signal?.aborted)
        services.log.warn({ cause: error.code }, 'the store of dropped files cannot be read')
      return null
    }
  }
}

async function look(store: Store): Promise<LookCounts> {
  const { services, settings, bucket, refused } = store
  const counts = { filesTaken: 0, filesMoved: 0, filesLeft: 0, filesOfUnknownKind: 0, answersWritten: 0 }
  const now = services.clock.now().getTime()
  for (const [mark, until] of refused) if (until <= now) refused.delete(mark)
  const folders = new Set(await bucket.foldersIn(settings.prefix))
  const companies = await services.db.shared.selectFrom('company').select(['id', 'code']).execute()
  for (const company of companies) {
    const folder = `${settings.prefix}${company.code}/`
    if (company.code === takenFolder) continue
    // A store has no empty folders: what was taken from there may have left none.
    for (const one of partsOf('dropFolder'))
      counts.answersWritten += await writeAnswers(store, company, folder, one)
    if (!folders.has(folder)) continue
    for await (const file of bucket.filesIn(folder)) {
      const dropped = addressOf(file, folder)
      if (dropped) counts[await take(store, company, dropped)] += 1
    }
  }
  if (counts.filesLeft + counts.filesOfUnknownKind > 0)
    services.log.warn(counts, 'files in the store were not taken')
  return counts
}

/** Writes the answers of a folder to its `out`. One whose note was lost is written again under the same name. */
async function writeAnswers(
  { services, bucket }: Store,
  company: Company,
  root: string,
  { folder, answers }: DropFolder,
): Promise<number> {
  if (!answers) return 0
  const due = await services.db.withCompany(company.id, (tx) => answers.due(tx, services, company.id))
  const ids: string[] = []
  try {
    for (const { id, name, body } of due) {
      await bucket.put(`${root}${folder}/out/${name}`, body)
      ids.push(id)
    }
  } catch (error) {
    // A store that takes no answers is read all the same.
    if (!(error instanceof BucketRefused)) throw error
    services.log.warn({ cause: error.code, folder }, 'answers were not written to the store')
  }
  if (ids.length > 0)
    await services.db.withCompany(company.id, (tx) => answers.noteWritten(tx, services, company.id, ids))
  return ids.length
}

/** Null for what is no table, or lies in no folder of a kind or an entity. */
function addressOf(file: StoredFile, folder: string): Dropped | null {
  const [kind = '', ...rest] = file.key.slice(folder.length).split('/')
  const name = rest.at(-1) ?? ''
  if (name.startsWith('.')) return null
  const own = folderOf(kind)
  if (!(own?.endings ?? droppedEndings).test(name)) return null
  if (own?.holds === 'in')
    return rest.length === 2 && rest[0] === 'in' ? { file, name, kind, entity: null } : null
  if (rest.length !== (own ? 2 : 1)) return null
  return { file, name, kind, entity: own ? (rest[0] ?? null) : null }
}

/** Fetches a file, begins what becomes of it, and moves it away; one that was begun before is moved only. */
async function take(store: Store, company: Company, dropped: Dropped): Promise<keyof LookCounts> {
  const { services, bucket, refused } = store
  const { file, name } = dropped
  const mark = `${file.key} ${file.tag}`
  const now = services.clock.now().getTime()
  if (now - file.changedAt.getTime() < restMs || refused.has(mark)) return 'filesLeft'
  const maxBytes = await roomFor(services, company, dropped)
  if (typeof maxBytes === 'string') return maxBytes
  if (file.bytes > maxBytes) return 'filesLeft'
  try {
    const spool = await openSpool(services.temporary, 'drop store', { maxFiles: 1, maxBytes })
    try {
      const upload = await spool.add(name, bucket.read(file))
      const begun = await begin(services, company, dropped, upload)
      if (!begun) return 'filesLeft'
      await bucket.move(file, takenKey(store, dropped, begun.id))
      return begun.isNew ? 'filesTaken' : 'filesMoved'
    } finally {
      await spool.remove()
    }
  } catch (error) {
    if (error instanceof BucketRefused && replaced.has(error.code)) return 'filesLeft'
    if (error instanceof OutsideUnavailable) throw error
    // One that cannot be taken holds up no other.
    services.log.warn(
      { err: error, kind: dropped.kind, entity: dropped.entity },
      'a dropped file was not taken',
    )
    if (error instanceof Refusal || error instanceof BucketRefused) refused.set(mark, now + refusedMs)
    return 'filesLeft'
  }
}

/** Said of a file that another look has moved, or that its sender has replaced. */
const replaced = new Set(['NoSuchKey', 'NotFound', 'PreconditionFailed'])

/** How many bytes a file may have, or why it is not taken. */
function roomFor(services: Services, company: Company, dropped: Dropped): Promise<number | keyof LookCounts> {
  return services.db.withCompany(company.id, async (tx) => {
    const context = await contextOf(tx, services, company.id)
    if (!context) return 'filesLeft'
    return (await wayOf(context, dropped))?.maxBytes ?? 'filesOfUnknownKind'
  })
}

/** What a file has become, whether now or before. Null where nobody can act for the company any more. */
function begin(
  services: Services,
  company: Company,
  dropped: Dropped,
  upload: Upload,
): Promise<{ id: string; isNew: boolean } | null> {
  return services.db.withCompany(company.id, async (tx) => {
    await waitForTurn(tx, company.id)
    const context = await contextOf(tx, services, company.id)
    const way = context && (await wayOf(context, dropped))
    if (!way) return null
    const known = await way.known(upload, dropped.file.changedAt)
    return known === null ? { id: await way.begin(upload), isNew: true } : { id: known, isNew: false }
  })
}

/** `<prefix>taken/<company>/<kind>/<id>-<name>`: the key of the file, below another folder and with the id. */
function takenKey({ settings: { prefix } }: Store, { file, name }: Dropped, id: string): string {
  const folder = file.key.slice(prefix.length, -name.length)
  return `${prefix}${takenFolder}/${folder}${id}-${name}`
}
