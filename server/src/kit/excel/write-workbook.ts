import { Readable } from 'node:stream'
import { commentsPart, notesDrawing, type CellNote } from './comment-parts.ts'
import { format } from './limits.ts'
import { RowSource } from './row-source.ts'
import {
  contentTypes,
  coreProperties,
  relations,
  sheetName,
  styles,
  workbookPart,
  type Properties,
  type WrittenSheet,
} from './workbook-xml.ts'
import { worksheet, type Sheet } from './worksheet.ts'
import { ZoneOffsets } from './write-cell.ts'
import { zip, type ZipSource } from './zip-writer.ts'

export type { Row } from './row-source.ts'
export type { ColumnKind } from './write-cell.ts'
export type { Column, Sheet } from './worksheet.ts'

export interface WorkbookContent {
  sheets: readonly Sheet[]
  /** IANA name; needed where there is a column of instants. */
  timeZone?: string
  properties?: Properties
  /** Lines of one sheet, the header included; what is more goes on in a further sheet. */
  rowsPerSheet?: number
}

/**
 * An .xlsx file that is made while it is read: a batch of rows is asked for when its bytes are wanted. Destroying the stream tells
 * the iterator of the rows to return; rows that fail destroy the stream with their error.
 */
export function writeWorkbook(content: WorkbookContent): Readable {
  const stopped = new AbortController()
  const bytes = zip(parts(content), stopped.signal)
  return new Readable({
    highWaterMark: 65_536,
    read() {
      bytes.next().then(
        ({ value, done }) => this.push(done ? null : value),
        (error: Error) => this.destroy(error),
      )
    },
    destroy(error, done) {
      // A row that is still awaited may never come; stopping must not wait for it.
      stopped.abort()
      bytes.return(undefined).then(
        () => done(error),
        () => done(error),
      )
    },
  })
}

async function* parts(content: WorkbookContent): AsyncGenerator<ZipSource> {
  const { sheets, properties = {}, rowsPerSheet = format.rows } = content
  const zone = content.timeZone === undefined ? undefined : new ZoneOffsets(content.timeZone)
  const written: WrittenSheet[] = []

  // First, because programs that tell files by their start look for it.
  yield {
    name: '_rels/.rels',
    bytes: [
      relations([
        ['officeDocument', 'xl/workbook.xml'],
        ['core-properties', 'docProps/core.xml'],
      ]),
    ],
  }
  yield { name: 'docProps/core.xml', bytes: [coreProperties(properties)] }
  yield { name: 'xl/styles.xml', bytes: [styles] }
  for (const sheet of sheets) {
    const source = new RowSource(sheet.rows)
    let first = true
    try {
      do {
        const place: WrittenSheet = {
          name: sheetName(sheet.name, written),
          range: '',
          hidden: sheet.hidden === true,
          commented: first && (sheet.notes?.length ?? 0) > 0,
        }
        written.push(place)
        yield {
          name: `xl/worksheets/sheet${written.length}.xml`,
          bytes: worksheet(sheet, source, place, rowsPerSheet, zone),
        }
        if (place.commented) yield* commentParts(sheet.notes ?? [], written.length)
        first = false
      } while (await source.hasMore())
    } finally {
      source.close()
    }
  }
  yield { name: 'xl/workbook.xml', bytes: [workbookPart(written)] }
  const targets = written.map((_, i): [string, string] => ['worksheet', `worksheets/sheet${i + 1}.xml`])
  yield { name: 'xl/_rels/workbook.xml.rels', bytes: [relations([...targets, ['styles', 'styles.xml']])] }
  yield { name: '[Content_Types].xml', bytes: [contentTypes(written)] }
}

function* commentParts(notes: readonly CellNote[], sheet: number): Generator<ZipSource> {
  yield {
    name: `xl/worksheets/_rels/sheet${sheet}.xml.rels`,
    bytes: [
      relations([
        ['vmlDrawing', `../drawings/vmlDrawing${sheet}.vml`],
        ['comments', `../comments${sheet}.xml`],
      ]),
    ],
  }
  yield { name: `xl/comments${sheet}.xml`, bytes: [commentsPart(notes)] }
  yield { name: `xl/drawings/vmlDrawing${sheet}.vml`, bytes: [notesDrawing(notes)] }
}
