import { expect } from 'vitest'
import type { Assignment, FileColumns } from '@kervan/contract/kit/file-columns'
import type { ChangeView } from '@kervan/contract/kit/master-change'
import { servedKinds } from '../src/handlers.ts'
import type { ServedRecords } from '../src/kit/master/kind.ts'
import { importFile as importBytes, sheetOf, type Desk } from './walk/desk.ts'
import { watch } from './watch.ts'

// The customer list of an old system, and how its columns are assigned to the fields of locations.

export const servedOf = (key: string) => servedKinds.find(({ kind }) => kind.key === key) as ServedRecords
export const locations = servedOf('location')

/** The customer list of an old system: two title rows, its own headings, its own words. */
export const headings = ['Sıra', 'Cari Kodu', 'Ünvan', 'GLN No', 'İl', 'İlçe', 'Tipi', 'Durum', 'Posta Kodu']
type Line = readonly string[]
export const lines: Line[] = [
  ['1', 'E001', 'Şifa Eczanesi', '8680000000013', 'İstanbul', 'Kadıköy', 'Eczane', 'A', '34710'],
  ['2', 'E002', 'Doğan Eczanesi', '', 'Ankara', 'Çankaya', 'Eczane', 'A', '06690'],
  ['3', 'D001', 'Merkez Depo', '', 'İzmir', 'Bornova', 'Depo', 'P', '35040'],
]
export const oldList = (rows: readonly Line[] = lines, own: readonly string[] = headings) =>
  sheetOf(
    headings.map((_, at) => (at === 0 ? 'Lale Ecza Deposu' : '')),
    [['Cari liste 27.11.2026'], [], own, ...rows].map((row) => [...row]),
  )

export const importFile = async (desk: Desk, body: Uint8Array | Promise<Uint8Array>, mode?: string) =>
  importBytes(desk, await body, mode)

export const columnsOf = async ({ portal, maker }: Desk, changeId: string): Promise<FileColumns> => {
  const { status, body } = await portal.call(locations.kind.columns, maker.token, { changeId })
  expect(status).toBe(200)
  return body
}
/** What the dialog suggests, with the meaning of the file's own words. */
export const suggested = ({ sheets, values }: FileColumns): Assignment => ({
  columns: sheets.flatMap(({ columns }) => columns.map(({ id, field }) => ({ id, field }))),
  values,
})
export const words: Assignment['values'] = [
  { field: 'locationType', from: 'Eczane', to: 'PrimaryPointOfSales' },
  { field: 'locationType', from: 'Depo', to: 'PrimaryCompanyDistributionCenter' },
  { field: 'status', from: 'A', to: 'Active' },
  { field: 'status', from: 'P', to: 'Passive' },
]

export const assign = (desk: Desk, changeId: string, given: Assignment, keep = false) =>
  desk.portal.call(locations.kind.assign, desk.maker.token, { changeId, ...given, keep })

export async function assigned(desk: Desk, change: ChangeView, keep = false): Promise<ChangeView> {
  const columns = await columnsOf(desk, change.id)
  const answer = await assign(desk, change.id, { ...suggested(columns), values: words }, keep)
  expect(answer).toMatchObject({ status: 200, body: { state: 'Pending' } })
  await watch(desk.portal, desk.maker.token, answer.body.jobId as string)
  return (await desk.portal.call(locations.kind.getChange, desk.maker.token, { changeId: change.id })).body
}
