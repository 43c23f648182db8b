import { workbookType } from '@kervan/contract/kit/call'
import { sql } from 'kysely'
import {
  allocationColumns,
  allocationRowLimit,
  downloadAllocationTemplate,
  importUserLocations,
  type AllocationColumn,
  type AllocationFault,
} from '@kervan/contract/administration/user-locations'
import { foldUsername } from '@kervan/contract/access/username'
import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import type { Language } from '@kervan/contract/kit/values'
import { record } from '../../kit/records/audit.ts'
import type { SessionContext } from '../../kit/context.ts'
import { readWorkbook, type SheetRow } from '../../kit/excel/read-workbook.ts'
import { writeWorkbook } from '../../kit/excel/write-workbook.ts'
import { fold } from '../../kit/lists/fold.ts'
import type { Upload } from '../../kit/http/uploads.ts'
import { handle, handleDownload } from '../../kit/http/handle.ts'
import { refusalMessage, translate } from '../../kit/messages.ts'
import { refusedAction } from '../users/user-actions.ts'
import { factsOf, findUsers, locationScope, userScope, type FoundUser } from '../users/user.sql.ts'
import {
  checkAllocations,
  readAllocationHeader,
  type AllocationHeader,
  type AllocationLookups,
  type AllocationRow,
} from './allocation-rows.ts'
import { allocationEntry, readAllocations, saveAllocations, type Location } from './allocations.sql.ts'

const shownFaults = 500

const header = (language: Language, column: AllocationColumn) =>
  translate(language, column === 'action' ? 'account.locations.column.action' : `column.${column}`)

/** A workbook with the right header and one line that shows what goes where. */
export const downloadAllocationTemplateHandler = handleDownload(
  downloadAllocationTemplate,
  async ({ tx, actor, language }) => {
    const { rows } = await sql<{
      code: string
    }>`select l.code from location l where ${sql.join(locationScope(actor), sql` and `)} order by l.code limit 1`.execute(
      tx,
    )
    const name = translate(language, 'account.locations.templateName')
    const columns = allocationColumns.map((column) => ({
      header: header(language, column),
      kind: 'text' as const,
      width: 30,
    }))
    const line = [actor.userName, rows[0]?.code ?? '', translate(language, 'account.locations.action.add')]
    return {
      name: `${name}.xlsx`,
      type: workbookType,
      body: writeWorkbook({ sheets: [{ name: name.slice(0, 31), columns, rows: [line] }] }),
    }
  },
)

/**
 * Checks a workbook of allocations, or takes it over (USR-006). The same check runs both times, under the lock of the
 * users the second time: what was shown is what is done, or nothing is.
 */
export const importUserLocationsHandler = handle(importUserLocations, async (context) => {
  const { tx, actor, input, uploads, language, now } = context
  const [upload] = uploads as [Upload]
  const rows = await readRows(upload.path, language)
  if (rows.length === 0) throw importUserLocations.refuse('ImportEmpty')
  const takes = input.dryRun === 'false'
  const lookups = await lookUp(context, rows, takes)
  const { changes, faults, unchanged } = checkAllocations(rows, lookups)
  const told = faults
    .slice(0, shownFaults)
    .map(({ sheet, row, column, value, code, refused }): AllocationFault => ({
      sheet,
      row,
      column: header(language, column),
      value,
      message: refused
        ? refusalMessage(language, refused)
        : translate(language, `account.locations.issue.${code}`),
    }))
  const taken = takes && faults.length === 0
  if (taken && changes.length > 0) {
    await saveAllocations(tx, actor.company.id, changes)
    await record(tx, actor, now, { audit: changes.map(allocationEntry) })
  }
  const count = (of: 'add' | 'remove') => changes.reduce((sum, change) => sum + change[of].length, 0)
  return {
    rows: rows.length,
    added: count('add'),
    removed: count('remove'),
    unchanged,
    faultCount: faults.length,
    faults: told,
    taken,
  }
})

/** All rows under their headers. Throws `ExcelNoHeader` when no sheet has one. */
async function readRows(path: string, language: Language): Promise<AllocationRow[]> {
  const headers = new Map<string, AllocationHeader>()
  const rows: AllocationRow[] = []
  const take = ({ sheet, row, cells }: SheetRow) => {
    const columns = headers.get(sheet)
    if (!columns) {
      const found = readAllocationHeader(cells.map((cell) => cell?.text ?? ''))
      if (found) headers.set(sheet, found)
      return
    }
    const text = (column: AllocationColumn) => cells[columns[column] ?? -1]?.text.trim() ?? ''
    const line = {
      sheet,
      row,
      username: text('username'),
      locationCode: text('locationCode'),
      action: text('action'),
    }
    if (line.username !== '' || line.locationCode !== '') rows.push(line)
  }
  await readWorkbook(path, {
    limits: { rows: allocationRowLimit + 20 },
    locale: language,
    onRows: (some) => some.forEach(take),
  })
  if (headers.size === 0)
    throw refusal('ExcelNoHeader', {
      columns: allocationColumns.map((column) => header(language, column)).join(', '),
    })
  if (rows.length > allocationRowLimit) throw refusal('ExcelTooManyRows', { limit: allocationRowLimit })
  return rows
}

/** The users and locations that the rows name, as far as the caller may see them, and what is allocated by now. */
async function lookUp(
  { tx, actor }: SessionContext,
  rows: readonly AllocationRow[],
  lock: boolean,
): Promise<AllocationLookups> {
  const usernames = [...new Set(rows.map((row) => foldUsername(row.username)))]
  const codes = [...new Set(rows.map((row) => fold(row.locationCode)))]
  const [ids, locations] = await Promise.all([
    sql<{
      id: string
    }>`select m.id from membership m join identity i on i.id = m.identity_id where ${sql.join(userScope(actor), sql` and `)} and i.username_folded = any(${usernames}::text[])`.execute(
      tx,
    ),
    sql<Location>`select l.id, l.code, l.name from location l where ${sql.join(locationScope(actor), sql` and `)} and lower(l.code) = any(${codes}::text[])`.execute(
      tx,
    ),
  ])
  const users = await findUsers(
    tx,
    actor,
    ids.rows.map((row) => row.id),
    { lock },
  )
  const held = await readAllocations(
    tx,
    actor.company.id,
    users.map((user) => user.id),
  )
  const refused = (user: FoundUser): Refusal | null => refusedAction('allocate', factsOf(actor, user))
  return {
    users: new Map(
      users.map((user) => [
        user.username_folded,
        { user, refused: refused(user), held: held.get(user.id) ?? new Set() },
      ]),
    ),
    locations: new Map(locations.rows.map((location) => [fold(location.code), location])),
  }
}
