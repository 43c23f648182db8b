import { ZodError } from 'zod'
import { refusal, Refusal } from '@kervan/contract/kit/refusals'
import { codeOf } from '../error-code.ts'
import { WorkbookRefused } from '../excel/refused.ts'
import { sqlState } from '../database/db.ts'

/**
 * What went wrong, as one of the catalogue's refusals: refusals stay what they are, faults of the surroundings that
 * pass (database away, too slow, disk full) get their own, everything else is a fault of the server.
 */
export function toRefusal(error: unknown): { refusal: Refusal; fault: boolean } {
  if (error instanceof Refusal) return { refusal: error, fault: false }
  if (error instanceof ZodError)
    return {
      refusal: refusal('InvalidInput', { issues: error.issues.slice(0, 50).map(describeIssue) }),
      fault: false,
    }
  if (error instanceof WorkbookRefused) return { refusal: ofWorkbook(error), fault: false }
  const state = sqlState(error)
  if (state) return { refusal: ofDatabase(state), fault: true }
  const code = codeOf(error)
  if (causesOf(error).some((cause) => fullDisk.has(codeOf(cause))))
    return { refusal: refusal('StorageFull'), fault: true }
  if (isQueueTooLong(error)) return { refusal: refusal('Overloaded', { seconds: 2 }), fault: true }
  if (isConnectionLoss(error, code))
    return { refusal: refusal('DatabaseUnavailable', { seconds: 2 }), fault: true }
  return { refusal: refusal('ServerFault'), fault: true }
}

const fullDisk = new Set(['ENOSPC', 'EDQUOT'])

/** An error and what it was made from: libraries wrap what the system said. */
function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = []
  for (let at = error; at instanceof Error && causes.length < 10; at = at.cause) causes.push(at)
  return causes
}

/** The caller closed the connection before the answer was through: nobody's fault. */
export function isGoneCaller(error: unknown): boolean {
  return codeOf(error) === 'ERR_STREAM_PREMATURE_CLOSE'
}

/** Where in the input and what is wrong; the client puts it beside the field. */
function describeIssue(issue: ZodError['issues'][number]) {
  const keys = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 5) : []
  return {
    path: [...issue.path.map(String), ...keys].join('.'),
    code: issue.code === 'invalid_format' ? `invalid_format.${issue.format}` : issue.code,
  }
}

function ofWorkbook(error: WorkbookRefused): Refusal {
  switch (error.code) {
    case 'ExcelNotAWorkbook':
    case 'ExcelEncrypted':
    case 'ExcelDamaged':
      return refusal(error.code)
    case 'ExcelOldFormat':
      return refusal(error.code, { format: String(error.facts['found'] ?? 'xls') })
    case 'ExcelTooManySheets':
    case 'ExcelTooManyRows':
      return refusal(error.code, { limit: error.facts['allowed'] ?? 0 })
    case 'ExcelTooManyColumns':
    case 'CsvLongText':
      return refusal(error.code, { limit: error.facts['allowed'] ?? 0, row: error.facts['row'] ?? 0 })
    case 'CsvQuotes':
      return refusal(error.code, { row: error.facts['row'] ?? 0 })
    case 'ExcelTimedOut':
      return refusal(error.code, { seconds: Math.round(Number(error.facts['milliseconds'] ?? 0) / 1000) })
    case 'ExcelTooLarge':
      return refusal('ExcelTooLarge', { limit: error.facts['limit'] ?? '' })
  }
}

/**
 * A statement or a transaction that took too long (57014, 25P04), one that we left idle too long because the machine gave
 * us no time (25P03), no room for more (53300, 53200), and what was tried again and still met others (40001, 40P01).
 */
const overloadStates = new Set(['57014', '25P03', '25P04', '53300', '53200', '40001', '40P01'])

function ofDatabase(state: string): Refusal {
  if (state === '53100') return refusal('StorageFull')
  if (state === '55P03') return refusal('RequestInFlight')
  if (overloadStates.has(state)) return refusal('Overloaded', { seconds: 2 })
  if (state.startsWith('08') || state.startsWith('57P')) return refusal('DatabaseUnavailable', { seconds: 2 })
  return refusal('ServerFault')
}

/** All connections were in use until patience ran out: the database is there, and many ask it. */
const isQueueTooLong = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect'

function isConnectionLoss(error: unknown, code: string): boolean {
  if (['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(code)) return true
  // The socket of a database that is down is a file that is gone.
  if (code === 'ENOENT' && error instanceof Error && 'syscall' in error && error.syscall === 'connect')
    return true
  return (
    error instanceof Error &&
    /Connection terminated|connection error and is not queryable/.test(error.message)
  )
}
