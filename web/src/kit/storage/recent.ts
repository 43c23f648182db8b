import { getSession } from '../call/session.ts'
import { readStored, writeStored, type Stored } from './storage.ts'

// What somebody opened last, for the palette. Kept for each user of each company, so that nobody who signs in on the same
// browser is shown what another one looked at, and forgotten when they sign out.

export type Recent = Stored<'kervan.recent'>[string][number]
const kept = 8

export function recentOf(): readonly Recent[] {
  return readStored('kervan.recent')?.[ownerOfSession()] ?? []
}

/** Puts it first. A record that the palette has found stands there once, though its drawer tells of it as well. */
export function rememberRecent(recent: Recent): void {
  const isSame = (other: Recent) =>
    other.id === recent.id ||
    (recent.code !== null && other.code === recent.code && [other.kind, recent.kind].includes('record'))
  const all = recentOf()
  // What was found says more than the heading of a drawer.
  const found =
    recent.kind === 'record' ? all.find((other) => isSame(other) && other.kind !== 'record') : null
  const others = all.filter((other) => !isSame(other))
  writeStored('kervan.recent', {
    ...readStored('kervan.recent'),
    [ownerOfSession()]: [found ?? recent, ...others].slice(0, kept),
  })
}

export function forgetRecent(): void {
  const { [ownerOfSession()]: _own, ...others } = readStored('kervan.recent') ?? {}
  writeStored('kervan.recent', others)
}

/** Names the user and the company of the session, for what a browser keeps of each. */
export function ownerOfSession(): string {
  const session = getSession()
  return session ? `${session.CompanyIntCode} ${session.UserName}` : ''
}
