import { afterEach, expect, test, vi } from 'vitest'
import { freshPortal } from '../../../test/render.tsx'
import { chooseLanguage, i18n } from './i18n.ts'

afterEach(async () => {
  vi.restoreAllMocks()
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
