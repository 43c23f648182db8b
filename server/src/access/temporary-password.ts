import { createHash, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { invitationDays, type temporaryPasswordOrigins } from '@kervan/contract/access/words'
import type { Shared, Tx } from '../kit/database/db.ts'
import { newId } from '../kit/database/uuid.ts'
import { hashPassword, verifyPassword } from './password.ts'

// Temporary passwords (D20, ACC-009): 20 random characters, good for one sign-in that can do nothing but replace the
// password. The current password goes on working, so asking for one takes nothing from anybody.

type Origin = (typeof temporaryPasswordOrigins)[number]

/** How long each kind can be used. */
export const temporaryMinutes: Record<Origin, number> = {
  Mail: 60,
  Administrator: 24 * 60,
  Invitation: invitationDays * 24 * 60,
}

// Without letters and digits that are mistaken for one another when read out.
const alphabets = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789', '-+=?%#*'] as const
const length = 20

/**
 * Makes a temporary password for this person and returns it, the only time it exists in clear. It counts from the
 * commit of `tx` on. `companyId` is the company in whose name it is given; a newer one of the same origin takes its location.
 * Never write it down: not in an audit entry, a job or a log.
 */
export async function issueTemporaryPassword(
  tx: Tx,
  { identityId, companyId, origin }: { identityId: string; companyId: number; origin: Origin },
): Promise<{ temporaryPassword: string; expiresAt: Date }> {
  const temporaryPassword = randomPassword()
  const passwordHash = await hashPassword(temporaryPassword)
  await tx
    .updateTable('temporary_password')
    .set({ used_at: sql`now()` })
    .where('identity_id', '=', identityId)
    .where('origin', '=', origin)
    .where('used_at', 'is', null)
    .execute()
  const { expires_at: expiresAt } = await tx
    .insertInto('temporary_password')
    .values({
      id: newId(),
      identity_id: identityId,
      company_id: companyId,
      origin,
      mark: markOf(temporaryPassword),
      password_hash: passwordHash,
      expires_at: sql`now() + make_interval(mins => ${temporaryMinutes[origin]})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { temporaryPassword, expiresAt }
}

/** 20 characters of all four kinds, each location drawn by itself; drawn again in the rare case that a kind is missing. */
export function randomPassword(): string {
  const all = alphabets.join('')
  for (;;) {
    const drawn = Array.from({ length }, () => all[randomInt(all.length)]).join('')
    if (alphabets.every((alphabet) => Array.from(drawn).some((letter) => alphabet.includes(letter))))
      return drawn
  }
}

/** Two bytes of a hash: enough to find the right one among a person's few, so that every try checks exactly one. */
function markOf(password: string): number {
  return createHash('sha256').update(password).digest().readUInt16BE()
}

/** The id of the temporary password that was typed, or null after the same work. Does not use it up. */
export async function findTemporaryPassword(
  db: Shared,
  identityId: string | null,
  typed: string,
): Promise<string | null> {
  const found = await db
    .selectFrom('temporary_password')
    .select(['id', 'password_hash'])
    .where('identity_id', '=', identityId)
    .where('mark', '=', markOf(typed))
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  const right = await verifyPassword(found?.password_hash ?? null, typed)
  return found && right ? found.id : null
}

/** Uses it up: of two that try at once, one is told true. */
export async function spendTemporaryPassword(db: Shared, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('temporary_password')
    .set({ used_at: sql`now()` })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
