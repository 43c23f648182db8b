import { defaultLanguage, languages, type Language } from '@kervan/contract/kit/values'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { readStored, writeStored } from '../storage/storage.ts'
import { bundled } from './bundled.en.ts'
import { loadFormats } from '../values/format.ts'

// SHL-013: strings come from the server at run time; missing ones from the bundle, then from English, then the key.

export const i18n = i18next.createInstance()

export function isLanguage(value: unknown): value is Language {
  return languages.some((one) => one === value)
}

/** The first of those the browser asks for that there is, the default one where it asks for none of them. */
export function languageOfBrowser(wanted: readonly string[] = navigator.languages): Language {
  return wanted.map((one) => one.split('-')[0]?.toLowerCase()).find(isLanguage) ?? defaultLanguage
}

/** Words of the release itself, for a language whose strings the server does not give, or not in time. */
const bundles = {
  en: () => import('./bundledScreens.en.ts'),
  tr: () => import('./bundled.tr.ts'),
  de: () => import('./bundled.de.ts'),
} satisfies Record<Language, () => Promise<{ bundled: object }>>

/** Words of the language of this page; screens behind the sign-in wait for them. */
let words: Promise<void> = Promise.resolve()
export const wordsThere = (): Promise<void> => words

/**
 * Starts in the language that was last used here, on a first visit in that of the browser. Strings of the server are
 * waited for, but not longer than a user would; then those of the release are taken. The sign-in page has its English
 * words with it.
 */
export async function startI18n(patience = 2_500): Promise<void> {
  await i18n.use(initReactI18next).init({
    lng: defaultLanguage,
    fallbackLng: defaultLanguage,
    resources: { en: { translation: bundled } },
    partialBundledLanguages: true,
    returnEmptyString: false,
    interpolation: { escapeValue: false },
    initAsync: false,
    react: { bindI18nStore: 'added' },
    saveMissing: true,
    // A server of another release may lack a key that this page has.
    missingKeyHandler: () => void addBundled(isLanguage(i18n.language) ? i18n.language : defaultLanguage),
  })
  const language = readStored('kervan.language') ?? languageOfBrowser()
  const loaded = chooseLanguage(language, false)
  words = Promise.race([loaded, new Promise<void>((done) => setTimeout(done, patience))]).then(() =>
    fetched.has(language) ? undefined : addBundled(language),
  )
  if (language !== defaultLanguage) await words
}

/** The language that was asked for last: words that arrive later than those of the next choice change nothing. */
let asked: Language = defaultLanguage

/** Switches at run time, without a reload. An unknown language is the default one; of two choices the later one holds. */
export async function chooseLanguage(wanted: string, remember = true): Promise<void> {
  const language = isLanguage(wanted) ? wanted : defaultLanguage
  asked = language
  if (remember) writeStored('kervan.language', language)
  const strings = await fetchStrings(language)
  if (strings) i18n.addResourceBundle(language, 'translation', strings, true, true)
  else if (!fetched.has(language)) await addBundled(language)
  if (asked !== language) return
  await i18n.changeLanguage(language)
  if (asked !== language) return
  document.documentElement.lang = language
  loadFormats(language)
}

let keep: ((language: Language) => void) | null = null
/** Chosen on this page while nobody was signed in. */
let chosen: Language | null = null

/** Who keeps for somebody signed in what they choose; null when nobody is. */
export function whenLanguageChosen(then: typeof keep): void {
  keep = then
}

/** Chosen by somebody who looks at the page. Who is signed in has it from then on; before that it is for this visit. */
export async function chooseByHand(language: Language): Promise<void> {
  if (keep) keep(language)
  else chosen = language
  await chooseLanguage(language)
}

/** After signing in the person's own language, unless another was chosen on the page a moment ago. */
export async function adoptLanguage(own: Language | undefined): Promise<void> {
  const wanted = chosen ?? own
  chosen = null
  if (wanted !== undefined && wanted !== i18n.language) await chooseLanguage(wanted)
}

const fetched = new Set<Language>()

async function fetchStrings(language: Language): Promise<object | null> {
  if (fetched.has(language)) return null
  try {
    const response = await fetch(`/assets/localization/${language}.json`)
    if (!response.ok || !response.headers.get('Content-Type')?.includes('json')) return null
    const strings: object = await response.json()
    fetched.add(language)
    return strings
  } catch {
    return null
  }
}

const added = new Map<Language, Promise<void>>()

/** Adds what the release has and the server has not given. Whoever asks a second time waits for the same words. */
function addBundled(language: Language): Promise<void> {
  const adding =
    added.get(language) ??
    bundles[language]().then(({ bundled: own }) => {
      i18n.addResourceBundle(language, 'translation', own, true, false)
    })
  added.set(language, adding)
  return adding
}
