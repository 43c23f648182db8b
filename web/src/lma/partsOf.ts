import type { MessageKey } from '../kit/i18n/words.ts'
import type { ScreenPart } from '../kit/page/part.ts'
import { partsScreen, type PartedComponent } from '../kit/page/PartsScreen.tsx'

/** A screen of several kinds of records. */
export const partsOf = (title: MessageKey, parts: readonly ScreenPart<'data'>[]): PartedComponent =>
  partsScreen({
    title,
    groups: ['data'],
    parts,
    groupWord: () => title,
    partWord: (key) => `kind.${key}.many`,
  })
