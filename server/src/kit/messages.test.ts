import { refusal } from '@kervan/contract/kit/refusals'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { refusalMessage } from './messages.ts'

test.each([
  [refusal('EdiMessageState', { document: 'PO-1', ediState: 'Repeated' }), 'Wiederholung', 'Tekrar'],
  [refusal('JobFinished', { jobState: 'Succeeded' }), 'Fertig', 'Tamamlandı'],
  [refusal('ImportNotReady', { importState: 'Taken' }), 'Übernommen', 'Sepete alındı'],
  [refusal('RegistrationDecided', { registrationState: 'Rejected' }), 'Abgelehnt', 'Reddedildi'],
  [refusal('GoodsIssueState', { line: 'SO-1-1', state: 'Completed' }), 'Abgeschlossen', 'Tamamlandı'],
])('[SHL-013] a refusal says the state it is about in the language of its reader: %o', (refused, de, tr) => {
  expect(refusalMessage('de', refused)).toContain(de)
  expect(refusalMessage('tr', refused)).toContain(tr)
})

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
