import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freshPortal } from '../../../test/render.tsx'
import { bundled as turkish } from './bundled.tr.ts'
import { chooseLanguage, i18n } from './i18n.ts'

// The page is that of other test files as well: it gets back what these tests take from it.
let english: object = {}
beforeEach(() => {
  english = structuredClone(i18n.getResourceBundle('en', 'translation') as object)
})
afterEach(async () => {
  vi.restoreAllMocks()
  i18n.addResourceBundle('en', 'translation', english, true, true)
  i18n.addResourceBundle('tr', 'translation', turkish, true, true)
  await chooseLanguage('en')
})

/** What the server answers when it is asked for words; the calls of these tests ask it for nothing else. */
const serves = (answer: () => Response) =>
  vi.spyOn(window, 'fetch').mockImplementation(() => Promise.resolve(answer()))

test('[SHL-013] without the server’s words the page has those of the release', async () => {
  await freshPortal()
  serves(() => new Response('', { status: 503 }))
  await chooseLanguage('de')
  expect(i18n.t('access.login.password')).toBe('Passwort')
})

test('[SHL-013] a key that the server lacks comes from the release, what the server says stays', async () => {
  await freshPortal()
  // The sign-in page alone has few English words.
  i18n.removeResourceBundle('en', 'translation')
  serves(() => Response.json({ access: { login: { title: 'Hoş geldiniz' } } }))
  await chooseLanguage('tr')
  // Asked for once, it is fetched.
  i18n.t('home.services.title')
  await vi.waitFor(() => expect(i18n.t('home.services.title')).toBe('Hizmetler'))
  expect(i18n.t('access.login.title')).toBe('Hoş geldiniz')
})

test('[SHL-013] of two languages that are chosen one after the other the later one holds', async () => {
  await freshPortal()
  const first = Promise.withResolvers<Response>()
  vi.spyOn(window, 'fetch').mockImplementation((asked) =>
    new Request(asked).url.endsWith('/de.json')
      ? first.promise
      : Promise.resolve(new Response('', { status: 503 })),
  )
  const german = chooseLanguage('de')
  await chooseLanguage('en')
  first.resolve(new Response('', { status: 503 }))
  await german
  expect(i18n.language).toBe('en')
  expect(document.documentElement.lang).toBe('en')
})
