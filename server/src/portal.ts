import { backup, restore } from './commands/backup.ts'
import { demoAccounts, migrate, verifyAudit } from './commands/checks.ts'
import type { Command } from './commands/command.ts'
import { createCompany, refreshRoles } from './commands/companies.ts'
import { createAdmin, resetPassword } from './commands/people.ts'

// `npm run portal -- <command>`: what an operator does without a screen.

const commands: Record<string, Command> = {
  'demo-accounts': demoAccounts,
  migrate,
  'create-company': createCompany,
  'create-admin': createAdmin,
  'reset-password': resetPassword,
  'refresh-roles': refreshRoles,
  'verify-audit': verifyAudit,
  backup,
  restore,
}

function help(name: string, { usage, summary, notes }: Command): string {
  return `Usage: npm run portal -- ${name} ${usage}\n\n  ${summary}${notes ? `\n  ${notes}` : ''}`
}

async function main([name, ...args]: string[]): Promise<number> {
  const command = name ? commands[name] : undefined
  if (!name || !command) {
    process.stdout.write(
      `Usage: npm run portal -- <command> [--help]\n\n${Object.entries(commands)
        .map(([key, one]) => `  ${key.padEnd(16)} ${one.summary}`)
        .join('\n')}\n`,
    )
    return !name || name === '--help' ? 0 : 1
  }
  if (!args.includes('--help')) return command.run(args)
  process.stdout.write(`${help(name, command)}\n`)
  return 0
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  },
)
