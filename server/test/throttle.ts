// What tests of slowed-down sign-ins share.
import type { Portal } from './portal.ts'

/**
 * Makes a wait that failures have brought about outlast the test: the shortest is one second, which a busy machine may
 * take for the next request. Whoever need not wait need not afterwards either.
 */
export async function prolongWait(portal: Portal, { username }: { username: string }): Promise<void> {
  await portal.owner.query(
    `update login_throttle set blocked_until = blocked_until + interval '1 hour' where starts_with(key, $1)`,
    [`account ${username} `],
  )
}
