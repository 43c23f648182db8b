import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Services } from '../context.ts'
import { codeOf } from '../error-code.ts'
import { openSpool, type Upload } from '../http/uploads.ts'

// Folders below `<data folder>/drop/<company code>` into which other systems put files (DAT-002, ORD-023). A file is read
// once it rests, and is moved to `taken/` by the step after the commit of what it became.

/** A file that changed this lately may still be written. */
const restMs = 10_000
const takenFolder = 'taken'

export type DroppedFile = { folder: string; name: string }

/** The drop folder of a company, or null where none was made. */
export async function dropFolderOf({ config }: Services, companyCode: string): Promise<string | null> {
  const root = join(config.dataDir, 'drop')
  const isMade = (await entriesIn(root)).some((entry) => entry.isDirectory() && entry.name === companyCode)
  return isMade ? join(root, companyCode) : null
}

/** The names of the folders in a folder, in their order. */
export const foldersIn = async (folder: string): Promise<string[]> =>
  (await entriesIn(folder)).flatMap((entry) => (entry.isDirectory() ? entry.name : []))

/** The files of these endings in a folder, in the order of their names. */
export const filesIn = async (folder: string, endings: RegExp): Promise<DroppedFile[]> =>
  (await entriesIn(folder)).flatMap((entry) =>
    entry.isFile() && !entry.name.startsWith('.') && endings.test(entry.name)
      ? { folder, name: entry.name }
      : [],
  )

async function entriesIn(folder: string) {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  return entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

export const isThere = async (file: DroppedFile): Promise<boolean> => (await stateOf(file)) !== null

/** Null for a file that is gone. */
async function stateOf({ folder, name }: DroppedFile): Promise<{ bytes: number; changedAt: Date } | null> {
  try {
    const { size, mtime } = await stat(join(folder, name))
    return { bytes: size, changedAt: mtime }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** Reads a file that rests, as an upload; `waits` for one that is still being written. */
export async function readDropped<T>(
  { temporary }: Services,
  now: Date,
  file: DroppedFile,
  maxBytes: number,
  take: (upload: Upload, changedAt: Date) => Promise<T>,
): Promise<T | 'waits'> {
  const before = await stateOf(file)
  if (!before || now.getTime() - before.changedAt.getTime() < restMs) return 'waits'
  const spool = await openSpool(temporary, 'file drop', { maxFiles: 1, maxBytes })
  try {
    const upload = await spool.add(file.name, createReadStream(join(file.folder, file.name)))
    const after = await stateOf(file)
    if (after?.bytes !== before.bytes || after.changedAt.getTime() !== before.changedAt.getTime())
      return 'waits'
    return await take(upload, before.changedAt)
  } finally {
    await spool.remove()
  }
}

/** Moves a file away under the id of what it has become. `waits` where the portal may not write; then the file is known. */
export async function moveAway(
  { log }: Services,
  { folder, name }: DroppedFile,
  id: string,
): Promise<'moved' | 'waits'> {
  try {
    await mkdir(join(folder, takenFolder), { recursive: true, mode: 0o700 })
    await rename(join(folder, name), join(folder, takenFolder, `${id}-${name}`))
    return 'moved'
  } catch (error) {
    log.warn({ err: error }, 'a dropped file could not be moved')
    return 'waits'
  }
}
