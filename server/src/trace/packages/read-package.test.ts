import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listXml, transferXml, zipped, type Carrier } from '../../../test/transfer-package.ts'
import { PackageRefused, readPackage, type PackageCarrier, type PackagePack } from './read-package.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kervan-pts-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let files = 0
async function read(body: string | Uint8Array) {
  const path = join(folder, String(++files))
  await writeFile(path, body)
  const carriers: PackageCarrier[] = []
  const packs: PackagePack[] = []
  let most = 0
  const { head, notes } = await readPackage(path, {
    carrier: (carrier) => carriers.push(carrier),
    packs: async (some) => {
      most = Math.max(most, some.length)
      packs.push(...some)
    },
  })
  return { head, notes, carriers, packs, most }
}
const faultOf = async (body: string | Uint8Array) => {
  try {
    await read(body)
    return null
  } catch (error) {
    if (!(error instanceof PackageRefused)) throw error
    return error.fault
  }
}

const gtin = '08689999001018'
const list = { gtin, lot: 'B24A07', expiry: '2027-12-31', serials: ['A1', 'A2'] }
const sscc = '086999990000000126'
const pallet: Carrier[] = [
  {
    label: sscc,
    type: 'P',
    carriers: [
      { label: `00${sscc}`, packs: [list] },
      { label: 'KOLI-7', packs: [{ ...list, serials: ['A3'] }] },
    ],
  },
]

describe('[TRC-004] a package of the transfer system', () => {
  it.each([
    ['a zip', zipped(transferXml(pallet))],
    ['the file alone', transferXml(pallet)],
  ])('is read down to the pack inside a case inside a pallet, from %s', async (_, body) => {
    const { head, carriers, packs, notes } = await read(body)
    expect(head).toEqual({
      sourceGln: '8699999000003',
      destinationGln: '8689999200015',
      action: 'Dispatch',
      shipTo: null,
      documentNumber: 'D-1',
      documentDate: '2026-05-04',
      note: null,
      version: '1.3',
    })
    expect(carriers).toEqual([
      { no: 1, parent: null, label: sscc, containerType: 'P' },
      { no: 2, parent: 1, label: `00${sscc}`, containerType: 'C' },
      { no: 3, parent: 1, label: 'KOLI-7', containerType: 'C' },
    ])
    const pack = { gtin, lotNumber: 'B24A07', expiryDate: '2027-12-31', orderNumber: null }
    expect(packs).toEqual([
      { ...pack, carrierNo: 2, serialNumber: 'A1' },
      { ...pack, carrierNo: 2, serialNumber: 'A2' },
      { ...pack, carrierNo: 3, serialNumber: 'A3' },
    ])
    expect(notes).toEqual(['LabelNotSscc'])
  })

  it('is read whatever the case of its attributes, and with packs in no carrier, which is noted', async () => {
    const attributes = `gtin="${gtin}" LotNumber="B1" ExpirationDate="2027-02-28"`
    const { packs, notes } = await read(transferXml(listXml({ ...list, attributes })))
    expect(packs).toMatchObject([
      { carrierNo: null, lotNumber: 'B1', expiryDate: '2027-02-28' },
      { carrierNo: null },
    ])
    expect(notes).toEqual(['ListOutsideCarrier'])
  })

  it('may be six levels deep and more, and says the same pack once', async () => {
    const deep = Array.from({ length: 8 }).reduce<Carrier>(
      (inside) => ({ label: sscc, carriers: [inside] }),
      { label: sscc, packs: [{ ...list, serials: ['A1', 'A1'] }] },
    )
    const { carriers, packs, notes } = await read(transferXml([deep]))
    expect(carriers).toHaveLength(9)
    expect(packs).toHaveLength(1)
    expect(notes).toEqual(['DeepNesting', 'PackTwice'])
  })

  it('hands its packs over in portions, so that memory does not grow with them', async () => {
    const serials = Array.from({ length: 100_000 }, (_, at) => `S${at}`)
    const { packs, most } = await read(zipped(transferXml([{ label: sscc, packs: [{ ...list, serials }] }])))
    expect(packs).toHaveLength(100_000)
    expect(most).toBeLessThan(10_000)
  })

  const whole = transferXml(pallet)
  it.each<[string, string, string | Uint8Array]>([
    ['a file of something else', 'NotATransfer', '<order/>'],
    ['no XML', 'NotATransfer', 'code;quantity'],
    ['a file that is cut off', 'Damaged', whole.slice(0, -40)],
    ['a zip that is cut off', 'Damaged', zipped(whole).subarray(0, 200)],
    ['an entity', 'Damaged', transferXml(pallet, { before: '<!DOCTYPE t [<!ENTITY a "b">]>' })],
    ['a zip in a zip', 'ZipInZip', zipped(zipped(whole))],
    ['two files', 'SeveralFiles', zipped(whole, whole)],
    ['a bomb', 'TooLarge', zipped(transferXml(`<note>${'0'.repeat(30_000_000)}</note>`))],
    ['more bytes than the system takes', 'TooLarge', Buffer.alloc(10_000_001)],
    ['a wrong check digit of a GLN', 'GlnWrong', transferXml(pallet, { source: '8699999000004' })],
    [
      'a wrong check digit of a GTIN',
      'GtinWrong',
      transferXml([{ label: sscc, packs: [{ ...list, gtin: '08689999001019' }] }]),
    ],
    ['no such day', 'DateWrong', transferXml([{ label: sscc, packs: [{ ...list, expiry: '2027-02-30' }] }])],
    ['an unknown action', 'ActionUnknown', transferXml(pallet, { action: 'Z' })],
    [
      'sender and receiver the same',
      'SenderIsReceiver',
      transferXml(pallet, { destination: '8699999000003' }),
    ],
    ['no receiver', 'FieldMissing', transferXml(pallet).replace(/<destinationGLN>.*<\/destinationGLN>/, '')],
    ['no lot', 'FieldMissing', transferXml([{ label: sscc, packs: [{ ...list, lot: '' }] }])],
    [
      'a serial number with a blank',
      'SerialWrong',
      transferXml([{ label: sscc, packs: [{ ...list, serials: ['A 1'] }] }]),
    ],
    ['no pack', 'NoPacks', transferXml([{ label: sscc }])],
  ])('is refused: %s', async (_, fault, body) => {
    expect(await faultOf(body)).toBe(fault)
  })
})
