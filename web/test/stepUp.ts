import { getOwnProof } from '@kervan/contract/access/own-security'
import { page } from 'vitest/browser'
import type { MemoryServer } from './MemoryServer.ts'

/** A server that wants a proof for its next writes: the password `right`. What it answers is called first in their handlers. */
export function wantsProof(server: MemoryServer, names: readonly string[] = [], count = names.length) {
  server.answer(getOwnProof, () => ({ proof: 'Password' as const }))
  return (proof: { password: string } | undefined): void => {
    if (!proof)
      server.refuse(422, 'ReauthenticationRequired', 'This needs a proof that it is you.', { names, count })
    if (proof.password !== 'right')
      server.refuse(422, 'OldPasswordWrong', 'The current password is not correct.')
  }
}

export const proofDialog = () => page.getByRole('dialog', { name: 'Confirm your identity' })

/** Types a password and confirms. */
export async function prove(password = 'right'): Promise<void> {
  await proofDialog().getByLabelText('Current password').fill(password)
  await proofDialog().getByRole('button', { name: 'Confirm' }).click()
}
