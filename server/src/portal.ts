// `npm run portal -- <command>`: what an operator does without a screen. What a command needs is read when it runs, so
// that help is there at once.

type Command = {
  /** What follows the name: `--code <code> [--domain <domain>]`. */
  usage: string
  /** One line for the list of all commands. */
  summary: string
  /** What else one has to know before using it. */
  notes?: string
  load(): Promise<(args: string[]) => Promise<number>>
}

const commands: Record<string, Command> = {
  'demo-accounts': {
    usage: '[--json]',
    summary: 'the accounts of the demo data; they exist in demo mode only',
    load: async () => (await import('./commands/checks.ts')).demoAccounts,
  },
  migrate: {
    usage: '',
    summary: 'brings the database to this version and stops',
    load: async () => (await import('./commands/checks.ts')).migrate,
  },
  'create-company': {
    usage:
      '--code <code> --name <name> --domain <domain> [--relation Manufacturer|Retailer|Distributor] [--time-zone Europe/Istanbul] [--currency TRY] [--order-prefix SO] [--maximum-users 100] [--production]',
    summary: 'makes a company with its ready-made roles',
    notes:
      'The domain is what its people choose at sign-in. A company of this code that exists already is left as it is.',
    load: async () => (await import('./commands/companies.ts')).createCompany,
  },
  'create-admin': {
    usage:
      '--company <code> --username <email> --first-name <name> --last-name <name> [--language tr|en|de] [--operator]',
    summary: 'makes a company administrator and prints a temporary password once',
    notes:
      'Somebody who is there already becomes an administrator and keeps the password; whom another company brought in is asked at the door first. Also the way back in when a company has lost its last administrator. With --operator they may make further companies on the screen.',
    load: async () => (await import('./commands/people.ts')).createAdmin,
  },
  'reset-password': {
    usage: '--company <code> --username <email>',
    summary: 'ends somebody’s sessions and prints a temporary password once',
    notes: 'It is good for one sign-in within 24 hours, which asks for a new password.',
    load: async () => (await import('./commands/people.ts')).resetPassword,
  },
  'refresh-roles': {
    usage: '[--company <code>]',
    summary: 'gives the ready-made roles the permissions of this version',
    notes: 'Without --company for all companies. Adds, never takes away.',
    load: async () => (await import('./commands/companies.ts')).refreshRoles,
  },
  'verify-audit': {
    usage: '',
    summary: 'checks that no audit entry was changed or removed; names the first that was',
    notes: 'Ends with 2 when one was.',
    load: async () => (await import('./commands/checks.ts')).verifyAudit,
  },
  backup: {
    usage: '--to <folder>',
    summary: 'writes everything into a new folder, while the portal works',
    notes:
      'The folder holds personal data and the secret that opens second factors: keep it as safe as the installation. Files in a bucket (FILES_URL=s3:…) are backed up by the bucket’s own means.',
    load: async () => (await import('./commands/backup.ts')).backup,
  },
  restore: {
    usage: '--from <folder>',
    summary: 'brings a backup into an empty installation of the same version',
    notes:
      'Everything is checked against the backup’s own sums before and after; if anything differs, nothing stays. Everybody signs in anew.',
    load: async () => (await import('./commands/backup.ts')).restore,
  },
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
  if (!args.includes('--help')) return (await command.load())(args)
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
