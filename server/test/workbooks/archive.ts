import { constants, crc32, deflateRawSync } from 'node:zlib'

/** One entry of an archive made for a test; what is not said is true. */
export interface Entry {
  name: string
  content?: string | Buffer
  /** Deflated bytes in place of those of `content`, with the size and checksum they really have. */
  deflated?: { bytes: Buffer; size: number; crc: number }
  stored?: boolean
  /** What the headers claim, true or not. */
  claims?: {
    size?: number
    crc?: number
    method?: number
    flags?: number
    localName?: string
    localSize?: number
    centralOffset?: number
  }
}

/** A zip archive that may lie in every field. */
export function archive(entries: Entry[]): Buffer {
  const body: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content = '', deflated, stored = false, claims = {} } of entries) {
    const plain = Buffer.from(content)
    const data = deflated?.bytes ?? (stored ? plain : deflateRawSync(plain))
    const size = claims.size ?? deflated?.size ?? plain.length
    const crc = claims.crc ?? deflated?.crc ?? crc32(plain)
    const method = claims.method ?? (stored ? 0 : 8)
    const localName = Buffer.from(claims.localName ?? name)

    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(claims.flags ?? 0, 6)
    local.writeUInt16LE(method, 8)
    local.writeUInt32LE(crc, 14)
    local.writeUInt32LE(data.length, 18)
    local.writeUInt32LE(claims.localSize ?? size, 22)
    local.writeUInt16LE(localName.length, 26)
    body.push(local, localName, data)

    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(claims.flags ?? 0, 8)
    central.writeUInt16LE(method, 10)
    central.writeUInt32LE(crc, 16)
    central.writeUInt32LE(data.length, 20)
    central.writeUInt32LE(size, 24)
    central.writeUInt16LE(Buffer.byteLength(name), 28)
    central.writeUInt32LE(claims.centralOffset ?? offset, 42)
    directory.push(central, Buffer.from(name))
    offset += 30 + localName.length + data.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...body, listed, end])
}

/** Deflates `head`, `times` copies of `repeated`, and `tail` without ever holding what they inflate to. */
export function deflateRepeated(
  head: string,
  repeated: string,
  times: number,
  tail: string,
): { bytes: Buffer; size: number; crc: number } {
  const block = (text: string) => deflateRawSync(text, { finishFlush: constants.Z_FULL_FLUSH, level: 9 })
  const middle = block(repeated)
  const plain = Buffer.from(repeated)
  let crc = crc32(head)
  for (let i = 0; i < times; i++) crc = crc32(plain, crc)
  const bytes = Buffer.concat([
    block(head),
    ...Array.from({ length: times }, () => middle),
    deflateRawSync(tail),
  ])
  return {
    bytes,
    size: Buffer.byteLength(head) + plain.length * times + Buffer.byteLength(tail),
    crc: crc32(tail, crc),
  }
}

export const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
export const sheetHead = `<?xml version="1.0" encoding="UTF-8"?><worksheet ${main}><sheetData>`
export const sheetTail = '</sheetData></worksheet>'

/** The smallest workbook that holds these rows; other parts may be added or, by the same name, replaced. */
export function workbook(rows: string, others: Entry[] = []): Entry[] {
  const parts: Entry[] = [
    {
      name: '[Content_Types].xml',
      content: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    },
    {
      name: '_rels/.rels',
      content: `<Relationships><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `<workbook ${main} xmlns:r="${office}"><sheets><sheet name="Orders" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content:
        `<Relationships><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/>` +
        `<Relationship Id="rId2" Type="${office}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId3" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    },
    {
      name: 'xl/styles.xml',
      content: `<styleSheet ${main}><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    },
    { name: 'xl/sharedStrings.xml', content: `<sst ${main}><si><t>shared</t></si></sst>` },
    { name: 'xl/worksheets/sheet1.xml', content: sheetHead + rows + sheetTail },
  ]
  return [
    ...parts.map((part) => others.find((other) => other.name === part.name) ?? part),
    ...others.filter((other) => !parts.some((part) => part.name === other.name)),
  ]
}
