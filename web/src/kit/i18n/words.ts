import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'
import { i18n } from './i18n.ts'

/** A key of the messages; a misspelt one does not compile. */
export type MessageKey = ParseKeys

/** The words that belong to the contract: names of columns and of enumeration values. */
export function useWords() {
  const { t } = useTranslation(undefined, { i18n })
  return { t, column: (key: string) => said(`column.${key}`, key), state: (group: string, value: string) => said(`state.${group}.${value}`, value) }
}

/** "12,431 orders": the plural form follows the count, the amount is written in the reader's digits. */
export function counted(key: MessageKey, count: number, amount: string): string {
  return said(key, amount, { count, amount })
}

type Say = (key: string, values?: Record<string, unknown>) => string

/** A key made at run time: the messages are asked whether they have it, and the given word stands in when they do not. */
export function said(key: string, otherwise: string, values?: Record<string, unknown>): string {
  return i18n.exists(key, values) ? (i18n.t as unknown as Say)(key, values) : otherwise
}
