import type { Session } from '@kervan/contract/access/authentication'
import type { Actor } from '../context.ts'
import type { Tx } from '../database/db.ts'

/** What an area adds to the session that a sign-in answers with. */
export type SessionFacts = (tx: Tx, actor: Actor) => Promise<Partial<Session>>
