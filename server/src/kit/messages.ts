import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { permissionWords } from '@kervan/contract/administration/permissions'
import { defaultLanguage, languages, type Language } from '@kervan/contract/kit/values'
import { keysOf } from '@kervan/contract/kit/typed'
import { mergeMessages, type MessageTree } from '@kervan/contract/kit/merge-messages'
import type { FactValue, Refusal } from '@kervan/contract/kit/refusals'

const folder = join(fileURLToPath(import.meta.resolve('@kervan/contract/registry')), '../messages')

/** Every message of a language, one branch an area, as `assets/localization/{lang}.json` serves it (SHL-013). */
export const messages: Record<Language, MessageTree> = {
  en: readLanguage('en'),
  tr: readLanguage('tr'),
  de: readLanguage('de'),
}

/** Adds the messages of a kind of records that no area declares. */
export function addMessages(language: Language, more: MessageTree): void {
  messages[language] = mergeMessages([messages[language], more])
}

/**
 * The messages as a browser is given them. No message claims that a mail was sent; those of the branch `mailed`, which has
 * the same keys, do, and take their places where mails leave.
 */
export function messagesFor(language: Language, { mailsLeave }: { mailsLeave: boolean }): MessageTree {
  const { mailed, ...plain } = messages[language]
  return mailsLeave && typeof mailed === 'object' ? mergeMessages([plain, mailed]) : plain
}

function readLanguage(language: Language): MessageTree {
  const files = readdirSync(join(folder, language)).filter((file) => file.endsWith('.json'))
  return mergeMessages(
    files.map((file): MessageTree => JSON.parse(readFileSync(join(folder, language, file), 'utf8'))),
  )
}

/** The message of `key` with its `{{placeholders}}` filled; English when the language lacks it, the key when nobody has it. */
export function translate(language: Language, key: string, facts: Record<string, FactValue> = {}): string {
  const found = find(messages[language], key, facts) ?? find(messages[defaultLanguage], key, facts)
  if (found === undefined) return key
  return found.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => show(language, facts[name]))
}

/** The message of the first of some keys that there is; the last key where there is none. */
export function translateFirst(language: Language, keys: readonly string[]): string {
  return translateKnown(language, keys) ?? translate(language, keys.at(-1) ?? '')
}

/** The first of these keys that there is a message for; null where there is none. */
export function translateKnown(language: Language, keys: readonly string[]): string | null {
  const known = keys.find(
    (key) => find(messages[language], key, {}) ?? find(messages[defaultLanguage], key, {}),
  )
  return known === undefined ? null : translate(language, known)
}

// A page of a list says why each action is closed in each of its rows, and mostly it is the same few sentences. A long
// one, which repeats what somebody has sent, is hardly said twice and would only take memory.
const sentences = new Map<string, string>()
const sentencesKept = 1_000
const longestKept = 1_000

/** The sentence of a refusal in the caller's language. */
export function refusalMessage(language: Language, { code, facts }: Refusal): string {
  const key = JSON.stringify([language, code, facts])
  const known = sentences.get(key)
  if (known !== undefined) return known
  const sentence = translate(language, `refusal.${code}`, inWords(language, facts))
  if (key.length > longestKept) return sentence
  if (sentences.size >= sentencesKept) sentences.clear()
  sentences.set(key, sentence)
  return sentence
}

/** Facts that are words of the contract under another name than their group; all others are looked for by their own. */
const spoken: Readonly<Record<string, string | undefined>> = {
  action: 'action',
  state: 'line',
  inCart: 'flow',
  added: 'flow',
  ediState: 'edi',
  importState: 'import',
  jobState: 'job',
}

/** The facts in the reader's words; what has no word stays as it is. */
export function inWords(language: Language, facts: Record<string, FactValue>): Record<string, FactValue> {
  const word = (group: string, value: FactValue | undefined) =>
    typeof value === 'string' ? find(messages[language], `state.${group}.${value}`, {}) : undefined
  const words = keysOf(facts).flatMap((fact) => {
    const said = word(spoken[fact] ?? fact, facts[fact])
    return said === undefined ? [] : [[fact, said] as const]
  })
  const { permission, permissions, states } = facts
  const label = typeof permission === 'string' && { permission: permissionLabel(language, permission) }
  return {
    ...facts,
    ...Object.fromEntries(words),
    ...label,
    ...(Array.isArray(states) && { states: states.map((one: string) => word('line', one) ?? one) }),
    ...(Array.isArray(permissions) && {
      permissions: inShort(permissions.map((one) => permissionLabel(language, String(one)))),
    }),
  }
}

/** What a permission is called; one that has no label yet goes by its own name. */
export function permissionLabel(language: Language, permission: string): string {
  const { own, derived } = permissionWords(permission)
  const label = find(messages[language], own, {})
  const records = derived && find(messages[language], derived.records, {})
  return label ?? (records ? translate(language, derived.act, { records }) : permission)
}

const wordsInSentence = 8

function inShort(words: readonly string[]): string {
  const more = words.length - wordsInSentence
  return words.slice(0, wordsInSentence).join(', ') + (more > 0 ? ` +${more}` : '')
}

function find(tree: MessageTree, key: string, facts: Record<string, FactValue>): string | undefined {
  const walk = (path: string) =>
    path
      .split('.')
      .reduce<string | MessageTree | undefined>(
        (node, part) => (typeof node === 'object' ? node[part] : undefined),
        tree,
      )
  const plain = walk(key)
  if (typeof plain === 'string') return plain
  const plural = walk(`${key}_${facts['count'] === 1 ? 'one' : 'other'}`)
  return typeof plural === 'string' ? plural : undefined
}

const numbers = {
  en: new Intl.NumberFormat('en'),
  tr: new Intl.NumberFormat('tr'),
  de: new Intl.NumberFormat('de'),
}

const dayParts = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
const days = {
  en: new Intl.DateTimeFormat('en-GB', dayParts),
  tr: new Intl.DateTimeFormat('tr', dayParts),
  de: new Intl.DateTimeFormat('de', dayParts),
}

/** A decimal as the language writes it, with all the places it came with; what is none is left as it is. */
export function sayAmount(language: Language, value: string): string {
  return sayDecimal(language, value, {})
}

/** An amount of money with the sign of its currency, as screens write it. */
export function sayMoney(language: Language, value: string, currency: string): string {
  return sayDecimal(language, value, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
}

function sayDecimal(language: Language, value: string, style: Intl.NumberFormatOptions): string {
  if (!/^-?\d+(\.\d+)?$/.test(value)) return value
  const places = value.split('.')[1]?.length ?? 0
  return new Intl.NumberFormat(language, {
    ...style,
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  }).format(value as `${number}`)
}

function show(language: Language, value: FactValue | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return numbers[language].format(value)
  if (Array.isArray(value)) return value.map(String).join(', ')
  return typeof value === 'string' ? sayDay(language, value) : String(value)
}

/** A day as the screens write it; what only looks like one is left as it is. */
export function sayDay(language: Language, value: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return value
  const day = new Date(`${value}T00:00:00Z`)
  const isDay = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
  return isDay ? days[language].format(day) : value
}

/** A moment by the clock of `timeZone`, as the screens write it: for mails and files, which have no reader's clock. */
export const sayMoment = (language: Language, timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  }).format(at)

/** A text with the days in it as the screens write them, such as what a record is called that is named by a day too. */
export const sayDays = (language: Language, text: string): string =>
  text.replace(/\b\d{4}-\d{2}-\d{2}\b/g, (day) => sayDay(language, day))

/** The best of our languages for an Accept-Language header; English when none fits (SHL-014). */
export function languageOf(header: string | undefined): Language {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters
        .map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1])
        .find((value) => value !== undefined)
      return { language: tag.slice(0, 2).toLowerCase(), quality: quality === undefined ? 1 : Number(quality) }
    })
    .toSorted((a, b) => b.quality - a.quality)
  return (
    languages.find(
      (language) =>
        language ===
        wanted.find(({ language: tag, quality }) => quality > 0 && languages.some((known) => known === tag))
          ?.language,
    ) ?? defaultLanguage
  )
}
