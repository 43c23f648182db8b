import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { PostgresProblem } from './problem.ts'

export interface Account {
  uid: number
  gid: number
}

/** Who runs the server that owns this folder: null is "the user of this process", which is right for all but root. */
export function accountFor(folder: string): Account | null {
  if (process.getuid?.() !== 0) return null
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const owner = String(statSync(folder).uid)
  const chosen =
    accounts.find(([, , uid]) => uid === owner && uid !== '0') ??
    accounts.find(([name]) => name === 'postgres') ??
    accounts.find(([name]) => name === 'nobody')
  if (!chosen) {
    throw new PostgresProblem(
      'PostgreSQL does not run as root and there is no user named postgres or nobody to run it. Start Kervan as another user.',
    )
  }
  return { uid: Number(chosen[2]), gid: Number(chosen[3]) }
}

/** Asked of the system itself, which knows modes, access lists and mount options better than a look at the mode bits. */
export function canEnter(account: Account | null, folder: string) {
  return (
    !account ||
    spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...account, cwd: '/', stdio: 'ignore' }).status === 0
  )
}
