import type { ParseKeys, TFunction } from 'i18next'
import { columnWords } from '@kervan/contract/kit/column-words'
import { createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { i18n } from './i18n.ts'

// Every function takes `t`: it is what changes with the language, and what the compiler of the screens watches. Words
// asked for without it would be remembered in the language of the first time.

/** A key of the messages; a misspelt one does not compile. */
export type MessageKey = ParseKeys
export type Translate = TFunction

/** Whose words name the columns of what is shown inside: `PageList.words`. */
export const ColumnsOf = createContext<string | null>(null)

/** The words that belong to the contract: names of columns and of enumeration values. */
export function useWords() {
  const { t } = useTranslation(undefined, { i18n })
  const owner = useContext(ColumnsOf)
  return {
    t,
    column: (key: string) => tFirst(t, owner === null ? [`column.${key}`] : columnWords(owner, key), key),
    state: (group: string, value: string) => tDynamic(t, `state.${group}.${value}`, value),
  }
}

/** The first of some messages that there is, and the given word where there is none. */
export function tFirst(t: Translate, keys: readonly string[], otherwise: string): string {
  return tDynamic(t, keys.find((key) => i18n.exists(key)) ?? '', otherwise)
}

/** "12,431 orders": the plural form follows the count, the amount is written in the reader's digits. */
export function tPlural(t: Translate, key: MessageKey, count: number, amount: string): string {
  return tDynamic(t, key, amount, { count, amount })
}

/** As `tPlural`, with a key made at run time. */
export function tPluralDynamic(t: Translate, key: string, count: number, amount: string): string {
  return tDynamic(t, key, amount, { count, amount })
}

/** A key made at run time: the messages are asked whether they have it, and the given word stands in when they do not. */
export function tDynamic(
  t: Translate,
  key: string,
  otherwise: string,
  values?: Record<string, unknown>,
): string {
  return i18n.exists(key, values)
    ? (t as unknown as (key: string, values?: Record<string, unknown>) => string)(key, values)
    : otherwise
}
