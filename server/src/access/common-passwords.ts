import { commonCores } from '@kervan/contract/access/password-rules'

let common: Promise<ReadonlySet<string>> | null = null

/** Whether the password, or the word it stands on, is one of the 49,000 that breaches have made known (D19). */
export async function isCommon(password: string): Promise<boolean> {
  // Half a megabyte that most processes never need, so it is loaded when the first password is changed.
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  )
  const words = await common
  return commonCores(password).some((word) => words.has(word))
}
