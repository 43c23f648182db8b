import { languages } from '@kervan/contract/kit/values'
import { fold } from '../lists/fold.ts'
import { translate } from '../messages.ts'

const words = new Map<string, boolean>([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])
for (const language of languages) {
  words.set(fold(translate(language, 'kit.yes')), true)
  words.set(fold(translate(language, 'kit.no')), false)
}

/**
 * Reads yes or no as a template offers it in any of the languages, as a cell of Excel holds it (`true`, `false`), or as
 * other systems export it (1, 0), whatever the case. Undefined for any other text.
 */
export function parseFlag(text: string): boolean | undefined {
  return words.get(fold(text))
}

/** The words for yes and no by their folded form, with `true` and `false`. */
export const flagWords: ReadonlyMap<string, string> = new Map(
  [...words].map(([word, value]) => [word, String(value)]),
)
