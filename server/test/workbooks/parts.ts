import { open } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { defaultLimits } from '../../src/kit/excel/limits.ts'
import { inflatePart, readDirectory } from '../../src/kit/excel/zip-reader.ts'

/** The text of one part of a workbook; throws when it has none of this name. */
export async function partOf(path: string, name: string): Promise<string> {
  await using file = await open(path)
  const parts = await readDirectory(file, (await file.stat()).size, defaultLimits)
  const part = parts.find((one) => one.name === name)
  if (!part) throw new Error(`${path} has no part ${name}, only ${parts.map((one) => one.name).join(', ')}`)
  return text(inflatePart(file, part))
}

/** The children of a worksheet, in the order that ECMA-376 (18.3.1.99) demands; Excel repairs a file that has them in another. */
const worksheetElements = [
  'sheetPr',
  'dimension',
  'sheetViews',
  'sheetFormatPr',
  'cols',
  'sheetData',
  'sheetCalcPr',
  'sheetProtection',
  'protectedRanges',
  'scenarios',
  'autoFilter',
  'sortState',
  'dataConsolidate',
  'customSheetViews',
  'mergeCells',
  'phoneticPr',
  'conditionalFormatting',
  'dataValidations',
  'hyperlinks',
  'printOptions',
  'pageMargins',
  'pageSetup',
  'headerFooter',
  'rowBreaks',
  'colBreaks',
  'customProperties',
  'cellWatches',
  'ignoredErrors',
  'smartTags',
  'drawing',
  'legacyDrawing',
  'legacyDrawingHF',
  'drawingHF',
  'picture',
  'oleObjects',
  'controls',
  'webPublishItems',
  'tableParts',
  'extLst',
]

/** `in order`, or the children of the worksheet as they stand. */
export function elementOrder(sheet: string): string {
  const found: string[] = []
  let depth = 0
  for (const [tag, slash, name = '', closed] of sheet.matchAll(/<(\/?)([\w:]+)[^>]*?(\/?)>/g)) {
    if (tag.startsWith('<?')) continue
    if (slash) depth--
    else {
      if (depth === 1) found.push(name)
      if (!closed) depth++
    }
  }
  const places = found.map((name) => worksheetElements.indexOf(name))
  const ordered = places.every((place, i) => place >= 0 && place >= (places[i - 1] ?? 0))
  return ordered ? 'in order' : found.join(' ')
}
