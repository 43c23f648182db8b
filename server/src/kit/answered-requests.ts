import { createHash } from 'node:crypto'
import type { Call } from '@kervan/contract/kit/call'
import { refusal } from '@kervan/contract/kit/refusals'
import type { Actor } from './context.ts'
import { writeLast, type Tx } from './db.ts'

/**
 * Runs `work` once for a request key (D40): the key is taken in the work's own transaction, so a second request with
 * it waits for the first and then gets the first answer. The same key with other input is refused.
 */
export async function answerOnce<T>(tx: Tx, actor: Actor, request: { key: string; call: Call; input: unknown; now: Date }, work: () => Promise<T>): Promise<T> {
  const inputHash = createHash('sha256').update(JSON.stringify(request.input)).digest()
  const id = { company_id: actor.company.id, membership_id: actor.membershipId, key: request.key }
  const taken = await tx
    .insertInto('answered_request')
    .values({ ...id, call: request.call.name, input_hash: inputHash, answer: JSON.stringify(null), at: request.now })
    .onConflict((conflict) => conflict.columns(['company_id', 'membership_id', 'key']).doNothing())
    .executeTakeFirst()
  if (taken.numInsertedOrUpdatedRows === 1n) {
    const answer = await work()
    writeLast(tx, tx.updateTable('answered_request').set({ answer: JSON.stringify(withoutSecrets(request.call, answer)) }).where((where) => where.and(id)).compile())
    return answer
  }
  const first = await tx.selectFrom('answered_request').select(['call', 'input_hash', 'answer']).where((where) => where.and(id)).executeTakeFirstOrThrow()
  if (first.call !== request.call.name || !inputHash.equals(first.input_hash)) throw refusal('RequestKeyReused')
  return first.answer as T
}

/** What is told once is not kept: whoever repeats the request gets the rest of the answer. */
function withoutSecrets(call: Call, answer: unknown): unknown {
  if (call.tellsOnce.length === 0) return answer
  return { ...(answer as object), ...Object.fromEntries(call.tellsOnce.map((field) => [field, null])) }
}
