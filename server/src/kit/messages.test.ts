import { refusal } from '@kervan/contract/kit/refusals'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { languages } from '@kervan/contract/kit/values'
import { messagesFor, refusalMessage } from './messages.ts'

test.each([
  [refusal('EdiMessageState', { document: 'PO-1', ediState: 'Repeated' }), 'Wiederholung', 'Tekrar'],
  [refusal('JobFinished', { jobState: 'Succeeded' }), 'Fertig', 'Tamamlandı'],
  [refusal('ImportNotReady', { importState: 'Taken' }), 'Importiert', 'İçe aktarıldı'],
  [refusal('RegistrationDecided', { registrationState: 'Rejected' }), 'Abgelehnt', 'Reddedildi'],
  [refusal('GoodsIssueState', { line: 'SO-1-1', state: 'Completed' }), 'Abgeschlossen', 'Tamamlandı'],
])('[SHL-013] a refusal says the state it is about in the language of its reader: %o', (refused, de, tr) => {
  expect(refusalMessage('de', refused)).toContain(de)
  expect(refusalMessage('tr', refused)).toContain(tr)
})

/** Every message of a tree, by its key. */
const flat = (tree: object, before = ''): [string, string][] =>
  Object.entries(tree).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? flat(value, `${before}${name}.`)
      : [[`${before}${name}`, String(value)] as [string, string]],
  )
const placeholders = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name)

test.each(languages)(
  '[ACC-009] where no mail leaves, no sentence in %s says that one was sent',
  (language) => {
    const plain = new Map(flat(messagesFor(language, { mailsLeave: false })))
    const sent = new Map(flat(messagesFor(language, { mailsLeave: true })))
    const claims = flat(messagesFor(language, { mailsLeave: true })).filter(
      ([key, text]) => plain.get(key) !== text,
    )
    expect(claims.length).toBeGreaterThan(20)
    // A sentence about mails stands in the place of one without, which says no less of what the screen knows.
    for (const [key, text] of claims) {
      const otherwise = plain.get(key)
      expect(otherwise, key).toBeDefined()
      expect(placeholders(text), key).toEqual(expect.arrayContaining(placeholders(otherwise ?? '')))
    }
    expect([...sent.keys()].toSorted()).toEqual([...plain.keys()].toSorted())
    const saysSent = {
      en: /\b(we (have )?(will )?(sent|send|email|emailed)|we've emailed|emailed|emails a|by email[.,]|password is on its way)\b/i,
      tr: /e-posta(yla)? (gider|gelir|gönderece|gönderdi|gönderilir|sorduk)|gönderdik|göndereceğiz|e-postanıza bakın/i,
      de: /per E-Mail\.|wir (haben|senden|schicken)[^.]*(gesendet|Code|Passwort|E-Mail|gefragt)|ist[^.]* unterwegs|Sehen Sie in Ihr/i,
    }[language]
    const liars = [...plain].filter(
      ([key, text]) => saysSent.test(text) && !/^(mail|notice\.choice)\./.test(key),
    )
    expect(liars).toEqual([])
    expect(claims.filter(([, text]) => saysSent.test(text)).length).toBeGreaterThan(8)
  },
)

test('[SHL-013] a day in a sentence is written as its reader writes days', () => {
  const refused = refusal('DeliveryDateInPast', { date: '2026-03-05' })
  expect(refusalMessage('en', refused)).toContain('5 Mar 2026')
  expect(refusalMessage('de', refused)).toContain('5. März 2026')
  expect(refusalMessage('tr', refused)).toContain('5 Mar 2026')
  for (const date of ['2026-02-30', '2026-13-45'])
    expect(refusalMessage('en', refusal('DeliveryDateInPast', { date }))).toContain(date)
})

test('[SHL-013] sentences that repeat what somebody has sent take no memory once they are said', () => {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  const used = () => {
    if (typeof collect === 'function') collect()
    return process.memoryUsage().heapUsed / 1_000_000
  }
  const before = used()
  for (let number = 0; number < 500; number += 1) {
    const codes = `${number} `.repeat(50_000)
    expect(refusalMessage('en', refusal('CustomersUnknown', { codes }))).toContain(codes)
  }
  expect(used() - before).toBeLessThan(20)
})
