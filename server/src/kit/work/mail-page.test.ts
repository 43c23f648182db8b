import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aboutMails, readEnvironment } from '../config.ts'
import { mailPage } from './mail-page.ts'

const words = {
  language: 'de',
  subject: 'Ihr Code',
  text: 'Guten Tag,\n\nIhr Code:\n\n123456\n\nZeile eins\nZeile zwei\n',
  foot: 'Gesendet vom Portal von Selvi.',
} as const

describe('[ACC-009] [REG-002] a mail as a page', () => {
  test('sets a code apart, keeps line breaks, and leads to the portal', () => {
    const page = mailPage({
      ...words,
      secret: '123456',
      link: { url: 'https://portal.example/?a=1&b=2', words: 'Portal öffnen' },
    })
    expect(page).toMatch(/<p class="secret"[^>]*>123456<\/p>/)
    expect(page).toContain('Zeile eins<br>Zeile zwei')
    expect(page).toMatch(
      /<a class="button" href="https:\/\/portal.example\/\?a=1&#38;b=2"[^>]*>Portal öffnen<\/a>/,
    )
    expect(page).toContain('<html lang="de">')
    expect(page).toContain(words.foot)
  })

  test('without a code and a link has neither', () => {
    const page = mailPage(words)
    expect(page).not.toContain('class="secret"')
    expect(page).not.toContain('<a ')
    expect(page).toContain('>123456</p>')
  })

  test('lets nobody write markup, and loads nothing, whatever people call themselves', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (name, company) => {
        const hostile = `<img src=x onerror="${name}">'${company}</td><script>`
        const page = mailPage({
          ...words,
          subject: hostile,
          text: `Hello ${hostile}`,
          secret: hostile,
          foot: hostile,
        })
        const bare = mailPage({ ...words, subject: '', text: 'Hello ', foot: '' })
        const tags = (html: string) => html.match(/<[a-z/!][^>]*>/gi)
        expect(tags(page)).toEqual(tags(bare))
        expect(page).not.toMatch(/\bsrc=x onerror="|url\(/)
      }),
    )
  })
})

describe('where mails lead', () => {
  test.each([
    [
      'what is said, without a slash at its end',
      { PUBLIC_URL: 'https://portal.example/' },
      'https://portal.example',
    ],
    ['the port of a development machine', { PORT: '3100' }, 'http://localhost:3100'],
    ['nowhere in production, as long as nobody has said it', { NODE_ENV: 'production' }, null],
  ])('%s', (_, env, url) => expect(readEnvironment(env, {}).config.publicUrl).toBe(url))

  test('an address that is none stops the start', () =>
    expect(() => readEnvironment({ PUBLIC_URL: 'portal' }, {}).config).toThrow(
      'PUBLIC_URL must look like https://portal.example',
    ))
})

describe('what the start says of mails', () => {
  const said = (env: Record<string, string>) =>
    aboutMails(readEnvironment({ PORTAL_DATA_DIR: '/srv/kervan', ...env }, {}).config)

  test.each([
    ['none leaves', { NODE_ENV: 'production' }, 'Mails are kept in /srv/kervan/mails.'],
    ['none leaves', { DEMO: 'false' }, 'Mails are shown at /dev/mails.'],
  ])('%s, and where they are: %o', (_, env, where) => {
    expect(said(env)).toBe(`SMTP_URL is not set, so no mail leaves this portal. ${where}`)
  })

  test('nothing where they leave, and where the demo says it itself', () => {
    expect(said({ NODE_ENV: 'production', SMTP_URL: 'smtp://mail.example:587' })).toBeNull()
    expect(said({})).toBeNull()
  })
})
