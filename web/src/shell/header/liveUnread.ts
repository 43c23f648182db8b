import { countMyNotices, watchMyNotices } from '@kervan/contract/account/own-notices'
import type { QueryClient } from '@tanstack/react-query'
import { followStream } from '../../kit/call/follow.ts'
import { read } from '../../kit/call/query.ts'

/**
 * Keeps the count of unread notices as the server has it (ORD-024), until the signal aborts. One tab of the browser
 * listens and tells the others, because a browser opens only six connections to a portal. `owner`: whose notices.
 * Where browsers give no locks (pages without https) nobody listens, and the count comes by asking.
 */
export function followUnread(queries: QueryClient, owner: string, signal: AbortSignal): void {
  if (!navigator.locks) return
  const name = `kervan.notices.${owner}`
  const tabs = new BroadcastChannel(name)
  const show = (unread: number) => queries.setQueryData(read(countMyNotices, {}).queryKey, { unread })
  tabs.addEventListener('message', ({ data }) => show(Number(data)))
  signal.addEventListener('abort', () => tabs.close())

  const listen = async () => {
    const items = followStream(
      watchMyNotices,
      {},
      {
        signal,
        isLast: () => false,
        failuresBorne: Infinity,
        longestPause: 30_000,
      },
    )
    for await (const { unread } of items) {
      show(unread)
      tabs.postMessage(unread)
    }
  }
  // A refusal ends it: the session has ended, which the next call of the screen says.
  void navigator.locks.request(name, { signal }, listen).catch(() => {})
}
