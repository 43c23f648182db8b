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

/**
 * Starts in the language that was last used here, on a first visit in that of the browser. Waits for its strings, but not
 * longer than a user would.
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
  })
  const language = readStored('kervan.language') ?? languageOfBrowser()
  const loaded = chooseLanguage(language, false)
  if (language === defaultLanguage) return
  await Promise.race([loaded, new Promise((done) => setTimeout(done, patience))])
}

/** Switches at run time, without a reload. An unknown language is the default one. */
export async function chooseLanguage(wanted: string, remember = true): Promise<void> {
  const language = isLanguage(wanted) ? wanted : defaultLanguage
  if (remember) writeStored('kervan.language', language)
  const strings = await fetchStrings(language)
  if (strings) i18n.addResourceBundle(language, 'translation', strings, true, true)
  else await addBundled(language)
  await i18n.changeLanguage(language)
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

async function addBundled(language: Language): Promise<void> {
  if (language === 'en' || i18n.hasResourceBundle(language, 'translation')) return
  const strings = await (language === 'tr' ? import('./bundled.tr.ts') : import('./bundled.de.ts'))
  i18n.addResourceBundle(language, 'translation', strings.bundled, true, false)
}
