import { readFileSync } from 'node:fs'

/** Names a process for good: ids are used again, in containers after every start, but not with the same time of birth. */
export function ownToken() {
  return `${process.pid}-${bornAt(process.pid)}`
}

export function isRunning(token: string) {
  const [pid, born] = token.split('-')
  return bornAt(Number(pid)) === born
}

function bornAt(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return null
  }
}
