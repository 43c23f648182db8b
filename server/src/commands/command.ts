import { readyDatabase } from '../database.ts'
import { recordOf } from '@kervan/contract/kit/typed'
import { readConfig } from '../config.ts'
import { openDatabase, type Database } from '../kit/database/db.ts'

// What an operator does without a screen: one function each, safe to repeat. It answers the exit code, and throws
// `CommandProblem` with a sentence that says how to mend it.

/** Something the operator can mend. */
export class CommandProblem extends Error {}

/** Who did it, in the audit log. */
export const operator = { id: null, name: 'Operator' } as const

export const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** Runs `work` on the migrated database as its owner, who may make companies; row-level security binds it all the same. */
export async function withOwner<T>(work: (db: Database, ownerUrl: string) => Promise<T>): Promise<T> {
  const database = await readyDatabase(readConfig(process.env), print)
  const db = openDatabase(database.ownerUrl, { max: 2, onError: () => {}, lockSeconds: 10 })
  try {
    return await work(db, database.ownerUrl)
  } finally {
    await db.close()
    await database.leave()
  }
}

/** The company of this code or number. */
export async function findCompany(
  db: Database,
  wanted: string | undefined,
): Promise<{ id: number; code: string; name: string }> {
  const companies = await db.shared
    .selectFrom('company')
    .select(['id', 'code', 'name'])
    .orderBy('id')
    .execute()
  const found = companies.find((company) => company.code === wanted || String(company.id) === wanted)
  if (found) return found
  const known = companies.map(({ code }) => code).join(', ') || 'none yet; make one with create-company'
  throw new CommandProblem(
    wanted ? `There is no company ${wanted}. Known: ${known}.` : `--company is missing. Known: ${known}.`,
  )
}

/** The options that must be there, by name; throws with the first that is missing. */
export function needed<K extends string>(
  values: Partial<Record<string, string | boolean>>,
  ...names: K[]
): Record<K, string> {
  for (const name of names)
    if (typeof values[name] !== 'string' || values[name].trim() === '')
      throw new CommandProblem(`--${name} is missing.`)
  return recordOf(names, (name) => String(values[name]).trim())
}
