import { getAppVersion } from '@kervan/contract/access/sign-in-page'
import type { MailsKept } from '@kervan/contract/access/words'
import { useRead } from './query.ts'
import { useSession } from './session.ts'

/** Where mails are while none leaves this installation; null where they leave. What a session says, everybody else asks. */
export function useMailsKept(): MailsKept | null {
  const session = useSession()
  const { data } = useRead(getAppVersion, {}, { staleTime: Infinity, enabled: session === null })
  return (session ? session.MailsKept : data?.mailsKept) ?? null
}
