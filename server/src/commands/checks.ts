import { parseArgs } from 'node:util'
import { readyDatabase } from '../database.ts'
import { demoAccounts as accountsOfDemo } from '../demo/accounts.ts'
import { verifyAudit as verify } from '../kit/records/audit.ts'
import { firstLostHead } from '../kit/records/audit-heads.ts'
import { openFiles } from '../kit/records/files.ts'
import { readConfig } from '../config.ts'
import { ConfigProblem } from '../kit/config.ts'
import { print, withOwner } from './command.ts'

export async function demoAccounts(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } })
  if (readConfig(process.env).production)
    throw new ConfigProblem('Demo accounts do not exist with NODE_ENV=production.')
  const accounts = accountsOfDemo()
  if (values.json) print(JSON.stringify(accounts, null, 2))
  else
    for (const account of accounts)
      print(
        `${account.companyName.padEnd(28)} ${account.role.padEnd(26)} ${account.username.padEnd(44)} ${account.password}`,
      )
  return 0
}

export async function migrate(): Promise<number> {
  const database = await readyDatabase(readConfig(process.env), print)
  await database.leave()
  print('The database is at this version.')
  return 0
}

export const verifyAudit = (): Promise<number> =>
  withOwner(async (db) => {
    const companies = await db.shared.selectFrom('company').select(['id', 'name']).orderBy('id').execute()
    const files = await openFiles(readConfig(process.env))
    let broken = 0
    for (const company of companies) {
      const { entries, firstBroken, lost } = await db.withCompany(
        company.id,
        async (tx) => ({
          ...(await verify(tx, company.id)),
          lost: await firstLostHead(tx, files, company.id),
        }),
        { long: true },
      )
      if (firstBroken !== null || lost !== null) broken += 1
      if (firstBroken !== null) print(`${company.name}: entry ${firstBroken} does not fit the one before it`)
      else if (lost !== null)
        print(`${company.name}: entry ${lost}, kept outside, is not in the log any more`)
      else print(`${company.name}: ${entries} entries, all in order`)
    }
    return broken === 0 ? 0 : 2
  })
