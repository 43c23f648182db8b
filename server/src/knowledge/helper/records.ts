import type { HelperAnswer } from '@kervan/contract/knowledge/helper'
import type { FoundRecord } from '@kervan/contract/kit/found-record'
import type { SessionContext } from '../../kit/context.ts'
import { fold } from '../../kit/lists/fold.ts'
import { translate } from '../../kit/messages.ts'
import { partsOf } from '../../kit/parts.ts'

// What the helper says of records that a question names by their codes (KNB-002). They are found as the palette finds
// them, so nobody is told of a record that they do not find there; the sentence is made of its facts and nothing else.

/** Codes looked for in a question, and letters that a code has at least. */
const mostCodes = 3
const shortest = 4
const code = /[\p{L}\d]+(?:[-/._][\p{L}\d]+)+|\p{L}+\d+/gu

/** The words of a question that are written as codes are: letters and digits, mostly with hyphens. */
export const codesIn = (question: string): string[] =>
  [...new Set(question.match(code) ?? [])]
    .filter((word) => word.length >= shortest && /\d/.test(word))
    .slice(0, mostCodes)

/** Records with exactly these codes, each with its sentence. */
export async function recordsNamed(
  context: SessionContext,
  question: string,
): Promise<HelperAnswer['records']> {
  const said: HelperAnswer['records'] = []
  for (const asked of codesIn(question))
    for (const { kind, allowed, find } of partsOf('finder')) {
      if (!allowed(context.actor)) continue
      const found = await find(context, asked, 1)
      for (const one of found)
        if (fold(one.code ?? '') === fold(asked)) {
          const record = { kind, ...one }
          said.push({ text: sentenceOf(context, record), record })
        }
    }
  return said
}

/** Code and name, what tells it from others, and of orders pieces and state. */
function sentenceOf(
  { language }: SessionContext,
  { kind, code: named, name, hint, quantity, state }: FoundRecord,
) {
  const facts = [
    hint,
    ...(quantity === null ? [] : [translate(language, 'knowledge.helper.pieces', { count: quantity })]),
    ...(state === null ? [] : [translate(language, `state.order.${state}`)]),
  ].filter(Boolean)
  return `${translate(language, `knowledge.helper.kind.${kind}`)} ${named}, ${name}: ${facts.join(', ')}.`
}
