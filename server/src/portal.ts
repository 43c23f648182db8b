import { parseArgs } from 'node:util'
import { readyDatabase } from './database.ts'
import { demoAccounts } from './demo/accounts.ts'
import { refreshRolesCommand } from './account/roles/refresh-roles.ts'
import { verifyAudit } from './kit/audit.ts'
import { ConfigProblem, readConfig } from './kit/config.ts'
import { openDatabase } from './kit/db.ts'

// `npm run portal -- <command>`: what an operator does without a screen.

type Command = { help: string; run: (args: string[]) => Promise<number> }
const print = (line: string) => process.stdout.write(`${line}\n`)

const commands: Record<string, Command> = {
  'demo-accounts': {
    help: 'demo-accounts [--json]   the accounts of the demo data; they exist in demo mode only',
    async run(args) {
      const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } })
      if (readConfig(process.env).production) throw new ConfigProblem('Demo accounts do not exist with NODE_ENV=production.')
      const accounts = demoAccounts()
      if (values.json) print(JSON.stringify(accounts, null, 2))
      else for (const account of accounts) print(`${account.companyName.padEnd(28)} ${account.role.padEnd(26)} ${account.username.padEnd(44)} ${account.password}`)
      return 0
    },
  },
  migrate: {
    help: 'migrate                  brings the database to this version and stops',
    async run() {
      const database = await readyDatabase(readConfig(process.env), print)
      await database.leave()
      print('The database is at this version.')
      return 0
    },
  },
  'refresh-roles': {
    help: 'refresh-roles [--company N]   gives the ready-made roles what this version defines for them; takes nothing away',
    run: (args) => refreshRolesCommand(args, print),
  },
  'verify-audit': {
    help: 'verify-audit             checks that no audit entry was changed or removed; names the first that was',
    async run() {
      const database = await readyDatabase(readConfig(process.env), print)
      const db = openDatabase(database.appUrl, { max: 2, onError: () => {} })
      try {
        const companies = await db.shared.selectFrom('company').select(['id', 'name']).orderBy('id').execute()
        let broken = 0
        for (const company of companies) {
          const { entries, firstBroken } = await db.withCompany(company.id, (tx) => verifyAudit(tx, company.id), { long: true })
          if (firstBroken !== null) broken += 1
          print(firstBroken === null ? `${company.name}: ${entries} entries, all in order` : `${company.name}: entry ${firstBroken} does not fit the one before it`)
        }
        return broken === 0 ? 0 : 2
      } finally {
        await db.close()
        await database.leave()
      }
    },
  },
}

async function main([name, ...args]: string[]): Promise<number> {
  const command = name ? commands[name] : undefined
  if (!command || args.includes('--help')) {
    print(`Usage: npm run portal -- <command>\n\n${Object.values(commands).map((one) => `  ${one.help}`).join('\n')}`)
    return command || name === undefined || name === '--help' ? 0 : 1
  }
  return command.run(args)
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  },
)
