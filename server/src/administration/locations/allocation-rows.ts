import type { AllocationColumn } from '@kervan/contract/administration/user-locations'
import { foldUsername } from '@kervan/contract/access/username'
import type { Refusal } from '@kervan/contract/kit/refusals'
import { keysOf } from '@kervan/contract/kit/typed'
import { fold } from '../../kit/lists/fold.ts'
import type { FoundUser } from '../users/user.sql.ts'
import type { AllocationChange, Location } from './allocations.sql.ts'

// The rows of an allocation workbook: what they are called in three languages, and what they come to.

export type AllocationRow = {
  sheet: string
  row: number
  username: string
  locationCode: string
  action: string
}
export type AllocationHeader = Partial<Record<AllocationColumn, number>>
export type AllocationLookups = {
  users: ReadonlyMap<string, { user: FoundUser; refused: Refusal | null; held: ReadonlySet<string> }>
  locations: ReadonlyMap<string, Location>
}

const titles: Record<AllocationColumn, readonly string[]> = {
  username: [
    'user name',
    'username',
    'user',
    'e-mail',
    'email',
    'kullanici adi',
    'kullanici',
    'e-posta',
    'benutzername',
    'benutzer',
  ],
  locationCode: [
    'location code',
    'location',
    'lokasyon kodu',
    'lokasyon',
    'standortnummer',
    'standort',
    'standortcode',
  ],
  action: ['action', 'islem', 'aktion'],
}
const actions: Record<'add' | 'remove', readonly string[]> = {
  add: ['add', 'ekle', 'hinzufugen', '+'],
  remove: ['remove', 'kaldir', 'cikar', 'entfernen', '-'],
}

/** Understands a row as the header when it names user and location. Without a column of actions every row adds. */
export function readAllocationHeader(cells: readonly string[]): AllocationHeader | null {
  const header: AllocationHeader = {}
  cells.forEach((cell, at) => {
    const name = fold(cell)
      .replace(/[*:().]+/g, '')
      .trim()
    const column = keysOf(titles).find((one) => titles[one].includes(name))
    if (column && header[column] === undefined) header[column] = at
  })
  return header.username !== undefined && header.locationCode !== undefined ? header : null
}

export type RowFault = {
  sheet: string
  row: number
  column: AllocationColumn
  value: string
  code: 'UserUnknown' | 'LocationUnknown' | 'ActionUnknown' | 'Contradiction'
  refused: Refusal | null
}

/** What all rows come to, for each user. Every fault of every row is found; a row that says what is so already counts as unchanged. */
export function checkAllocations(
  rows: readonly AllocationRow[],
  { users, locations }: AllocationLookups,
): { changes: AllocationChange[]; faults: RowFault[]; unchanged: number } {
  const faults: RowFault[] = []
  const requested = new Map<string, 'add' | 'remove'>()
  const changes = new Map<string, AllocationChange>()
  let unchanged = 0
  for (const row of rows) {
    const found = users.get(foldUsername(row.username))
    const location = locations.get(fold(row.locationCode))
    const action = actionOf(row.action)
    const fault = (
      column: AllocationColumn,
      value: string,
      code: RowFault['code'],
      refused: Refusal | null = null,
    ) => faults.push({ sheet: row.sheet, row: row.row, column, value, code, refused })
    if (!found) fault('username', row.username, 'UserUnknown')
    else if (found.refused) fault('username', row.username, 'UserUnknown', found.refused)
    if (!location) fault('locationCode', row.locationCode, 'LocationUnknown')
    if (!action) fault('action', row.action, 'ActionUnknown')
    if (!found || found.refused || !location || !action) continue
    const key = `${found.user.id} ${location.id}`
    const before = requested.get(key)
    if (before !== undefined && before !== action) {
      fault('action', row.action, 'Contradiction')
      continue
    }
    requested.set(key, action)
    if (before !== undefined || found.held.has(location.id) === (action === 'add')) {
      unchanged += 1
      continue
    }
    const change = changes.get(found.user.id) ?? { user: found.user, add: [], remove: [] }
    change[action].push(location)
    changes.set(found.user.id, change)
  }
  return { changes: [...changes.values()], faults, unchanged }
}

function actionOf(text: string): 'add' | 'remove' | null {
  const word = fold(text)
  if (word === '' || actions.add.includes(word)) return 'add'
  return actions.remove.includes(word) ? 'remove' : null
}
