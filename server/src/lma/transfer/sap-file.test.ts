import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import {
  flatFile,
  flatFileName,
  idocFile,
  perHundred,
  readAcknowledgement,
  type SapBatch,
} from './sap-file.ts'

const common = {
  table: '501',
  salesOrganization: '1000',
  plant: 'IZM1',
  material: 'DSL10',
  vendor: '0000100001',
  validFrom: '2026-04-02',
  reference: 'ITEM-1',
}
const batch: SapBatch = {
  company: 'BOGAC',
  number: 7,
  day: '2026-04-02',
  madeAt: new Date('2026-04-01T10:00:00.000Z'),
  formulaVersion: 'lma-1',
  rows: [
    { ...common, condition: 'YT04', amount: perHundred('626.7850'), currency: 'USD', per: '100' },
    { ...common, condition: 'YFEE', amount: '95.00', currency: 'TRY', per: '1' },
  ],
}

it('[LMA-006] the flat file has a price for 100 M3, the fee beside it, and the hash of its lines', () => {
  expect(flatFileName(batch)).toBe('YT04_BOGAC_20260402_7.csv')
  const above =
    'H;LMA;YT04;7;2026-04-01T10:00:00.000Z;lma-1\r\n' +
    'D;000001;V;YT04;501;1000;IZM1;DSL10;0000100001;20260402;99991231;62678.50;USD;100;M3;C;I;ITEM-1\r\n' +
    'D;000002;V;YFEE;501;1000;IZM1;DSL10;0000100001;20260402;99991231;95.00;TRY;1;M3;C;I;ITEM-1\r\n'
  const hash = createHash('sha256').update(above).digest('hex')
  expect(flatFile(batch)).toBe(`${above}T;2;62773.50;${hash}\r\n`)
  expect(flatFile(structuredClone(batch))).toBe(flatFile(batch))
})

it('[LMA-006] the IDoc has the same rows, one for each condition and key', () => {
  const xml = idocFile(batch)
  expect(xml.match(/<IDOC /g)).toHaveLength(2)
  expect(xml).toContain('<KBETR>62678.50</KBETR><KONWA>USD</KONWA><KPEIN>100</KPEIN><KMEIN>M3</KMEIN>')
  expect(xml).toContain('<KOTABNR>501</KOTABNR><KAPPL>V</KAPPL><KSCHL>YFEE</KSCHL>')
})

it.each([
  ['ACK;7;OK;;', { number: 7, taken: true, words: '' }],
  ['ACK;7;ERR;2;No plant IZM1\r\n', { number: 7, taken: false, words: '2: No plant IZM1' }],
  ['ACK;seven;OK;;', null],
  ['', null],
])('[LMA-006] an acknowledgement %j', (text, expected) => {
  expect(readAcknowledgement(text)).toEqual(expected)
})
