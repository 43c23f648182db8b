import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  archive,
  deflateRepeated,
  main,
  sheetHead,
  sheetTail,
  workbook,
  type Entry,
} from '../../../test/workbooks/archive.ts'
import { BUSY, measure } from '../../../test/workbooks/measure.ts'
import { parseWorkbook } from './parse-workbook.ts'
import { defaultLimits, readWorkbook, WorkbookRefused, type ExcelLimits } from './read-workbook.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'excel-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function file(content: Buffer): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}.xlsx`)
  await writeFile(path, content)
  return path
}

/** Reads the file as a server would, while the thread it serves others from is watched. */
async function attack(entries: Entry[], limits: Partial<ExcelLimits> = {}) {
  const path = await file(archive(entries))
  let outcome: unknown
  const cost = await measure(async () => {
    outcome = await readWorkbook(path, { limits, onRows() {} }).catch((error: unknown) => error)
  })
  expect(cost.lag).toBeLessThan(50 * BUSY)
  expect(cost.megabytes).toBeLessThan(250)
  expect(cost.milliseconds).toBeLessThan(5_000 * BUSY)
  return outcome
}

const sheet = (content: Omit<Entry, 'name'>): Entry[] =>
  workbook('', [{ name: 'xl/worksheets/sheet1.xml', ...content }])
const texts = (content: Omit<Entry, 'name'>): Entry[] =>
  workbook('<row><c t="s"><v>0</v></c></row>', [{ name: 'xl/sharedStrings.xml', ...content }])
/** Lets pass what the first wall would stop, so that the one behind it is tried. */
const withoutFirstWall: Partial<ExcelLimits> = { ratio: 1e9, unpackedBytes: 1e9, sharedTextBytes: 1e9 }

const sheetBomb = () =>
  deflateRepeated(sheetHead, '<row><c><v>1</v></c></row>'.repeat(40_000), 430, sheetTail)
const textBomb = () => deflateRepeated(`<sst ${main}><si><t>`, 'A'.repeat(1_000_000), 480, '</t></si></sst>')

test('a megabyte that becomes a sheet of 450 MB is refused before any of it is inflated', async () => {
  const deflated = sheetBomb()
  expect(deflated.size).toBeGreaterThan(440_000_000)
  expect(deflated.bytes.length).toBeLessThan(2_000_000)
  expect(await attack(sheet({ deflated }))).toMatchObject({
    code: 'ExcelTooLarge',
    facts: { limit: 'ratio' },
  })
})

test('the same sheet under a small declared size is refused as soon as it grows past it', async () => {
  const claims = { size: 1_000_000 }
  expect(await attack(sheet({ deflated: sheetBomb(), claims }))).toMatchObject({
    code: 'ExcelDamaged',
    facts: { reason: 'Size' },
  })
})

test('the same sheet past the first wall stops at the last row allowed', async () => {
  expect(await attack(sheet({ deflated: sheetBomb() }), withoutFirstWall)).toMatchObject({
    code: 'ExcelTooManyRows',
    facts: { row: 100_001 },
  })
})

test('many parts that are harmless each are refused for what they are together', async () => {
  const deflated = deflateRepeated('', ' '.repeat(1_000_000), 4, '')
  const parts = Array.from({ length: 60 }, (_, i) => ({ name: `xl/media/${i}.xml`, deflated }))
  expect(await attack(workbook('', parts))).toMatchObject({
    code: 'ExcelTooLarge',
    facts: { limit: 'unpacked' },
  })
})

test('a single shared string of 480 MB is refused, and past the first wall at its 230,000th character', async () => {
  expect(await attack(texts({ deflated: textBomb() }))).toMatchObject({
    code: 'ExcelTooLarge',
    facts: { limit: 'ratio' },
  })
  expect(await attack(texts({ deflated: textBomb() }), withoutFirstWall)).toMatchObject({
    code: 'ExcelDamaged',
    facts: { reason: 'LongText' },
  })
})

test('ten million empty shared strings stop at the number allowed', async () => {
  const deflated = deflateRepeated(`<sst ${main}>`, '<si/>'.repeat(100_000), 100, '</sst>')
  expect(await attack(texts({ deflated }), withoutFirstWall)).toMatchObject({
    code: 'ExcelTooLarge',
    facts: { limit: 'sharedText' },
  })
})

test('one long shared string in every cell stops at the characters allowed', async () => {
  const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(200)}</row>`
  const entries = workbook(row.repeat(1_000), [
    { name: 'xl/sharedStrings.xml', content: `<sst ${main}><si><t>${'x'.repeat(32_000)}</t></si></sst>` },
  ])
  expect(await attack(entries)).toMatchObject({ code: 'ExcelTooLarge', facts: { limit: 'text' } })
})

test.each([
  [
    'entities that multiply',
    `<!DOCTYPE sst [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><sst ${main}><si><t>&b;</t></si></sst>`,
    'Doctype',
  ],
  [
    'an entity from the disk',
    `<!DOCTYPE sst [<!ENTITY x SYSTEM "file:///etc/passwd">]><sst ${main}><si><t>&x;</t></si></sst>`,
    'Doctype',
  ],
  ['an entity nobody declared', `<sst ${main}><si><t>&x;</t></si></sst>`, 'Entity'],
  [
    'another encoding',
    `<?xml version="1.0" encoding="UTF-7"?><sst ${main}><si><t>x</t></si></sst>`,
    'Encoding',
  ],
  ['UTF-16', Buffer.from(`\uFEFF<sst ${main}><si><t>x</t></si></sst>`, 'utf16le'), 'Encoding'],
  ['elements 5,000 deep', `${'<a>'.repeat(5_000)}${'</a>'.repeat(5_000)}`, 'Depth'],
  ['a tag without end', `<sst a="${'x'.repeat(4_000_000)}"/>`, 'Xml'],
  ['a comment without end', `<sst><!-- ${'x'.repeat(4_000_000)}`, 'Xml'],
  ['elements closed in another order', '<sst><si><t></si></t></sst>', 'Xml'],
  ['a document cut off', `<sst ${main}><si><t>x</t>`, 'Xml'],
] as const)('%s is refused', async (_, content, reason) => {
  expect(await attack(texts({ content }))).toMatchObject({ code: 'ExcelDamaged', facts: { reason } })
})

test('a cell in the last corner of the sheet costs nothing', async () => {
  expect(await attack(workbook('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'))).toMatchObject({
    code: 'ExcelTooManyColumns',
    facts: { row: 1_048_576, column: 16_384 },
  })
  expect(await attack(workbook('<row r="1048576"><c r="A1048576"><v>1</v></c></row>'))).toMatchObject({
    rows: 1,
  })
  expect(await attack(workbook('<row r="1048577"><c r="A1048577"><v>1</v></c></row>'))).toMatchObject({
    code: 'ExcelDamaged',
    facts: { reason: 'RowOrder' },
  })
  expect(await attack(workbook('<row><c r="ZZZZZZZ1"><v>1</v></c></row>'))).toMatchObject({
    code: 'ExcelDamaged',
    facts: { reason: 'Reference' },
  })
  expect(await attack(workbook('<row><c t="s"><v>7</v></c></row>'))).toMatchObject({
    code: 'ExcelDamaged',
    facts: { reason: 'Reference' },
  })
})

test.each([
  ['a size larger than the truth', { size: 5_000 }, 'Size'],
  ['a size smaller than the truth', { size: 5 }, 'Size'],
  ['another checksum', { crc: 1 }, 'Checksum'],
  ['another size in the local header', { localSize: 1 }, 'Directory'],
  ['another name in the local header', { localName: 'xl/worksheets/sheet2.xml' }, 'Directory'],
  ['another method of compression', { method: 14 }, 'Compression'],
  ['bytes that are not deflated', { method: 8, size: 65_000 }, 'Compression'],
] as const)('a directory that claims %s is refused', async (_, claims, reason) => {
  const stored = reason === 'Compression'
  expect(
    await attack(sheet({ content: `${sheetHead}<row><c><v>1</v></c></row>${sheetTail}`, stored, claims })),
  ).toMatchObject({ code: 'ExcelDamaged', facts: { reason } })
})

test('an encrypted part is called encrypted', async () => {
  expect(await attack(sheet({ content: 'x', claims: { flags: 1 } }))).toMatchObject({
    code: 'ExcelEncrypted',
  })
})

test('two entries over the same bytes are refused', async () => {
  const kernel: Entry = { name: 'xl/a.xml', content: 'x'.repeat(10_000) }
  const again: Entry = { ...kernel, name: 'xl/b.xml' }
  expect(
    await attack([
      kernel,
      { ...again, claims: { localName: 'xl/b.xml', centralOffset: 0 } },
      ...workbook(''),
    ]),
  ).toMatchObject({ code: 'ExcelDamaged', facts: { reason: 'Overlap' } })
  // A header inside the data of the part before it.
  const inner = archive([again]).subarray(0, 60)
  expect(
    await attack([
      { name: 'xl/a.xml', content: inner, stored: true },
      { ...again, claims: { centralOffset: 38 } },
      ...workbook(''),
    ]),
  ).toMatchObject({ facts: { reason: 'Overlap' } })
})

test.each([
  '../../etc/passwd',
  '/etc/passwd',
  'xl/../../x.xml',
  '..\\..\\x.xml',
  'C:\\x.xml',
  'xl/a\0.xml',
  'XL/WORKBOOK.XML',
])('an entry called %j is refused', async (name) => {
  expect(await attack(workbook('', [{ name, content: 'x' }]))).toMatchObject({
    code: 'ExcelDamaged',
    facts: { reason: 'Name' },
  })
})

test('a sheet that points out of the archive, or to a part that is not there, finds nothing', async () => {
  for (const target of ['../../../../etc/passwd', 'file:///etc/passwd', 'worksheets/none.xml']) {
    const rels = `<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="${target}"/></Relationships>`
    expect(await attack(workbook('', [{ name: 'xl/_rels/workbook.xml.rels', content: rels }]))).toMatchObject(
      { code: 'ExcelDamaged', facts: { reason: 'MissingPart' } },
    )
  }
})

test('more than 200 entries are refused by their count alone', async () => {
  const parts = Array.from({ length: 60_000 }, (_, i) => ({ name: `xl/${i}`, content: '', stored: true }))
  expect(await attack(workbook('', parts))).toMatchObject({
    code: 'ExcelTooLarge',
    facts: { limit: 'parts', parts: 60_007 },
  })
})

test('a parser that takes too long is stopped', async () => {
  const refused = await attack(sheet({ deflated: sheetBomb() }), {
    ...withoutFirstWall,
    rows: 1e9,
    milliseconds: 300,
  })
  expect(refused).toMatchObject({ code: 'ExcelTimedOut', facts: { milliseconds: 300 } })
})

test('a parser out of memory ends alone', async () => {
  const deflated = deflateRepeated(
    `<sst ${main}>`,
    Array.from({ length: 1_000 }, (_, i) => `<si><t>${String(i).repeat(300)}</t></si>`).join(''),
    100,
    '</sst>',
  )
  expect(await attack(texts({ deflated }), { ...withoutFirstWall, heapMegabytes: 32 })).toMatchObject({
    code: 'ExcelTooLarge',
    facts: { limit: 'memory' },
  })
})

test('a real workbook cut or bent anywhere is read or refused, never a fault', async () => {
  const good = await readFile(new URL('../../../test/workbooks/libreoffice-turkish.xlsx', import.meta.url))
  const path = join(folder, 'bent.xlsx')
  const outcome = async (bytes: Buffer) => {
    await writeFile(path, bytes)
    const handle = await open(path)
    try {
      return await parseWorkbook(handle, defaultLimits, 'en', async () => {}).catch((error: unknown) => error)
    } finally {
      await handle.close()
    }
  }
  await fc.assert(
    fc.asyncProperty(fc.nat(good.length - 1), async (length) => {
      expect(await outcome(good.subarray(0, length))).toBeInstanceOf(WorkbookRefused)
    }),
    { numRuns: 200 },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
      async (bends) => {
        const bent = Buffer.from(good)
        for (const [at, byte] of bends) bent[at] = byte
        const result = await outcome(bent)
        expect(result).not.toSatisfy(
          (result) => result instanceof Error && !(result instanceof WorkbookRefused),
        )
      },
    ),
    { numRuns: 400 },
  )
})
