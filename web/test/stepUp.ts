import { getOwnProof } from '@kervan/contract/access/own-security'
import type { Call } from '@kervan/contract/kit/call'
import { page } from 'vitest/browser'
import type { RefusalCode } from '@kervan/contract/kit/refusals'
import type { z } from 'zod'
import type { MemoryServer } from './MemoryServer.ts'

/** A server that wants a proof for `call`: the password `right`. What it answers is called first in its handler. */
export function wantsProof(
  server: MemoryServer,
  call: Call<string, z.ZodObject, z.ZodType, RefusalCode>,
  names: readonly string[] = [],
  count = names.length,
) {
  server.answer(getOwnProof, () => ({ proof: 'Password' as const }))
  return (proof: { password: string } | undefined): void => {
    if (!proof)
      server.refuse<RefusalCode, 'ReauthenticationRequired'>(call, 'ReauthenticationRequired', {
        names,
        count,
      })
    if (proof.password !== 'right') server.refuse<RefusalCode, 'OldPasswordWrong'>(call, 'OldPasswordWrong')
  }
}

export const proofDialog = () => page.getByRole('dialog', { name: 'Confirm your identity' })

/** Types a password and confirms. */
export async function prove(password = 'right'): Promise<void> {
  await proofDialog().getByLabelText('Current password').fill(password)
  await proofDialog().getByRole('button', { name: 'Confirm' }).click()
}
