import { existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'

/** The database cannot run, for a reason that the operator can do something about; the message says what. */
export class PostgresProblem extends Error {}

export function explain(error: unknown, folder: string, logFile?: string): PostgresProblem {
  if (error instanceof PostgresProblem) return error
  const words = error instanceof Error ? error.message : String(error)
  const elsewhere = 'set PORTAL_DATA_DIR to another folder'
  if (/ENOSPC|No space left/.test(words) || isFull(folder)) {
    return new PostgresProblem(
      `There is no room left for the database in ${folder}. Free some space, or ${elsewhere}.`,
    )
  }
  if (/EACCES|EPERM|EROFS|Permission denied|Read-only file system/.test(words)) {
    return new PostgresProblem(
      `The data folder ${folder} cannot be written (${words}). Give the user that runs Kervan write access to it, or ${elsewhere}.`,
    )
  }
  if (/ENOTDIR|EEXIST|ENOENT/.test(words)) {
    return new PostgresProblem(
      `The data folder ${folder} cannot be made (${words}). Remove what stands in its place, or ${elsewhere}.`,
    )
  }
  return new PostgresProblem(
    `PostgreSQL did not start: ${words || 'it gave no reason'}.${logFile ? ` Its log is ${logFile}.` : ''}`,
  )
}

// With no room left even the reason may not have reached the log.
function isFull(folder: string) {
  let place = folder
  while (!existsSync(place)) place = dirname(place)
  const { bavail, bsize } = statfsSync(place)
  return bavail * bsize < 1_000_000
}
