import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { codeOf } from './error-code.ts'
import { hostname } from 'node:os'
import { join } from 'node:path'

export type TemporaryFolders = {
  /** A new empty folder; whoever asked for it removes it. */
  make(purpose: string): Promise<string>
}

/**
 * Folders below the data folder for what is being uploaded and read. Each process has one of its own; a start removes
 * what processes of this machine left behind that are no more, with customers' files in it.
 */
export async function openTemporaryFolders(dataDir: string): Promise<TemporaryFolders> {
  const all = join(dataDir, 'temporary')
  const mine = `${hostname()}.${process.pid}`
  await mkdir(all, { recursive: true, mode: 0o700 })
  for (const name of await readdir(all))
    if (name.startsWith(`${hostname()}.`) && (name === mine ? !opened.has(all) : !isAlive(name)))
      await rm(join(all, name), { recursive: true, force: true })
  opened.add(all)
  return {
    async make(purpose) {
      await mkdir(join(all, mine), { recursive: true, mode: 0o700 })
      return mkdtemp(join(all, mine, `${purpose}-`))
    },
  }
}

/** In a container each start has the number of the one before: what stands there at the first start is not ours. */
const opened = new Set<string>()

function isAlive(name: string): boolean {
  try {
    return process.kill(Number(name.split('.').at(-1)), 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}
