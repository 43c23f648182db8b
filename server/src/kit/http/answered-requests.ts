import { createHash } from 'node:crypto'
import { CompiledQuery, type Insertable } from 'kysely'
import type { Call } from '@kervan/contract/kit/call'
import { refusal } from '@kervan/contract/kit/refusals'
import { compiledOnce } from '../database/compiled-once.ts'
import type { AnsweredRequest } from '../database/db.gen.ts'
import { writeAtCommit, type Tx } from '../database/db.ts'
import type { Upload } from './uploads.ts'

type Request = {
  key: string
  call: Call
  input: Record<string, unknown>
  uploads: readonly Upload[]
  now: Date
}
export type Taken = {
  id: { company_id: number; membership_id: string; key: string }
  call: Call
  inputHash: Buffer
  first: boolean
}

const keyInsert = compiledOnce((values: Omit<Insertable<AnsweredRequest>, 'answer'>, db) =>
  db
    .insertInto('answered_request')
    .values({
      company_id: values.company_id,
      membership_id: values.membership_id,
      key: values.key,
      call: values.call,
      input_hash: values.input_hash,
      answer: JSON.stringify(null),
      at: values.at,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'membership_id', 'key']).doNothing())
    .compile(),
)

/**
 * Takes the key of a request in the transaction of its work (D40), so that a second request with it waits for the first.
 * `first` says whether the work is still to be done.
 */
export async function takeRequestKey(
  tx: Tx,
  who: { companyId: number; membershipId: string },
  request: Request,
): Promise<Taken> {
  // Secrets are left out: from a quick hash that is kept a password could be tried out at leisure.
  const { password: _password, proof: _proof, ...said } = request.input
  const files = request.uploads.map(({ name, sha256 }) => [name, sha256.toString('hex')])
  const inputHash = createHash('sha256')
    .update(JSON.stringify([said, files]))
    .digest()
  const id = { company_id: who.companyId, membership_id: who.membershipId, key: request.key }
  const taken = await tx.executeQuery(
    keyInsert({ ...id, call: request.call.name, input_hash: inputHash, at: request.now }),
  )
  return { id, call: request.call, inputHash, first: taken.numAffectedRows === 1n }
}

/** Runs `work` once for a key that was taken; later requests get the first answer. The same key with other input is refused. */
export async function answerOnce<T>(
  tx: Tx,
  { id, call, inputHash, first }: Taken,
  work: () => Promise<T>,
): Promise<T> {
  if (first) {
    const answer = await work()
    const kept = JSON.stringify(withoutSecrets(call, answer))
    writeAtCommit(
      tx,
      CompiledQuery.raw(keepAnswer(completions.get(tx)), [id.company_id, id.membership_id, id.key, kept]),
    )
    return answer
  }
  const before = await tx
    .selectFrom('answered_request')
    .select(['call', 'input_hash', 'answer'])
    .where((where) => where.and(id))
    .executeTakeFirstOrThrow()
  if (before.call !== call.name || !inputHash.equals(before.input_hash)) throw refusal('RequestKeyReused')
  return before.answer as T
}

const keepAnswer = (completed = '$4::jsonb') =>
  `update answered_request set answer = ${completed} where company_id = $1 and membership_id = $2 and key = $3`
const completions = new WeakMap<Tx, string>()

/**
 * For a handler whose answer is complete only with the commit: SQL that makes the whole answer from the one it returns
 * (`$4::jsonb`, of company $1), so that who repeats the request gets the same.
 */
export function completeKeptAnswer(tx: Tx, expression: string): void {
  completions.set(tx, expression)
}

/** What is told once is not kept: whoever repeats the request gets the rest of the answer. */
function withoutSecrets(call: Call, answer: unknown): unknown {
  if (call.tellsOnce.length === 0) return answer
  return Object.assign({}, answer, Object.fromEntries(call.tellsOnce.map((field) => [field, null])))
}
