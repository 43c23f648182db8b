import { join } from 'node:path'
import { importCsv, type ImportOf } from '../../kit/master/import-csv.ts'
import { cities, countries, districts } from '../geography.ts'

/** Gives a company some countries, and the 81 provinces of Türkiye with their 973 districts. */
export async function importGeography(of: ImportOf): Promise<void> {
  for (const [{ served }, name] of [
    [countries, 'countries'],
    [cities, 'cities'],
    [districts, 'districts'],
  ] as const)
    await importCsv(of, served, join(import.meta.dirname, `${name}.csv`))
}
