import { describe, expect, it } from 'vitest'
import { answerOf, faultOf } from '../../../../simulators/medula/envelope.ts'
import { readXml } from '../xml.ts'
import { UnknownAnswer } from '../../kit/outside/deliver.ts'
import type { HealthNotice } from './notifier.ts'
import { envelopeOf, readAnswer } from './soap.ts'

const notice: HealthNotice = {
  transactionNo: '3F5K/1',
  pharmacyGln: '8699999100010',
  barcode: '8699999000017',
  quantity: 12,
  orderDetailCode: 'SO-26-00042-1',
  orderDate: '2026-11-23',
}
const settings = { paths: null, successCodes: ['0000'] }
const read = (text: string) => {
  try {
    return readAnswer(text, settings)
  } catch (error) {
    return error instanceof UnknownAnswer ? error.code : error
  }
}

describe('[ORD-015] the envelope to the health-insurance service', () => {
  it('holds the six fields of the order detail, whatever characters they have, and nothing of anybody', () => {
    const template =
      '<e u="{{kullanici}}"><a>{{islemNo}}</a><b>{{eczaneGln}}</b><c>{{barkod}}</c><d>{{adet}}</d><f>{{siparisNo}}</f><g>{{tarih}}</g><h>{{hasta}}</h></e>'
    const text = envelopeOf(
      template,
      { ...notice, transactionNo: `<&>"'{{sifre}}` },
      { username: 'a&b', password: 'secret' },
    )
    expect(text).not.toContain('secret')
    const root = readXml(text)
    expect(root.attributes).toEqual({ u: 'a&b' })
    expect(root.children.map(({ name, text: said }) => [name, said])).toEqual([
      ['a', `<&>"'{{sifre}}`],
      ['b', '8699999100010'],
      ['c', '8699999000017'],
      ['d', '12'],
      ['f', 'SO-26-00042-1'],
      ['g', '2026-11-23'],
      ['h', ''],
    ])
  })
})

describe('[ORD-015] an answer of the health-insurance service', () => {
  it.each([
    [answerOf('0000', 'Alındı', 'B1'), { ok: true, responseText: '0000 Alındı', notificationId: 'B1' }],
    [
      answerOf('1102', 'Yok & <b>', null),
      { ok: false, responseText: '1102 Yok & <b>', notificationId: null },
    ],
    [answerOf('1102', '', 'B1'), { ok: false, responseText: '1102', notificationId: null }],
    [answerOf('0000', 'Alındı', null), 'NoNumber'],
    [answerOf('0000', 'a\n\n b '.padEnd(900, 'x'), 'B1'), { ok: true, notificationId: 'B1' }],
    [faultOf('Server', 'out of order'), 'NoResult'],
    ['', 'Malformed'],
    ['<html><p>Gateway', 'Malformed'],
    ['<soap:Envelope><soap:Body><ns2:siparisBild', 'Malformed'],
    ['<a>'.repeat(5_000) + '</a>'.repeat(5_000), 'Malformed'],
    [`<!DOCTYPE a [<!ENTITY b "${'x'.repeat(99)}">]>${answerOf('0000', '&b;', 'B1')}`, 'Malformed'],
  ])('%#', (text, expected) => {
    const got = read(text)
    if (typeof expected === 'string') expect(got).toBe(expected)
    else expect(got).toMatchObject(expected)
    if (typeof got === 'object' && got !== null && 'responseText' in got)
      expect(String(got.responseText)).toMatch(/^[^\n]{1,500}$/)
  })

  it('is read where the operator says it stands', () => {
    const text = '<x:E xmlns:x="q"><R><kod>OK</kod><no>0007</no></R></x:E>'
    const paths = { code: 'E.R.kod', message: 'E.R.metin', id: 'E.R.no' }
    expect(readAnswer(text, { paths, successCodes: ['OK', '1'] })).toEqual({
      ok: true,
      responseText: 'OK',
      notificationId: '0007',
    })
  })
})
