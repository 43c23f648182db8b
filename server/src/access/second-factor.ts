import type { Tx } from '../kit/db.ts'

/** Takes the second factor from somebody who has lost it, with the recovery codes. Returns whether there was one. */
export async function forgetSecondFactor(tx: Tx, identityId: string): Promise<boolean> {
  await tx.deleteFrom('recovery_code').where('identity_id', '=', identityId).execute()
  const { numDeletedRows } = await tx.deleteFrom('second_factor').where('identity_id', '=', identityId).where('confirmed_at', 'is not', null).executeTakeFirst()
  return numDeletedRows > 0n
}
