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

/** Starts in the stored language. Waits for its strings, but not longer than a user would. */
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
  const language = readStored('kervan.language') ?? defaultLanguage
  const loaded = chooseLanguage(language, false)
  if (language === defaultLanguage) return
  await Promise.race([loaded, new Promise((done) => setTimeout(done, patience))])
}

/** Switches at run time, without a reload. An unknown language is the default one. */
export async function chooseLanguage(wanted: string, keep = true): Promise<void> {
  const language = isLanguage(wanted) ? wanted : defaultLanguage
  if (keep) writeStored('kervan.language', language)
  const strings = await fetchStrings(language)
  if (strings) i18n.addResourceBundle(language, 'translation', strings, true, true)
  else await addBundled(language)
  await i18n.changeLanguage(language)
  document.documentElement.lang = language
  loadFormats(language)
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
