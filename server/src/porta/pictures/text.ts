import { flatten, type Flattened } from './flatten.ts'
import {
  fieldNames,
  lookAlike,
  readFields,
  readValue,
  type FieldName,
  type Found,
  type Reading,
} from './fields.ts'
import { greyOf, median, scaled, type Box, type Grey } from './pixels.ts'
import type { Recogniser, Word } from './recognise.ts'

// Text of screenshots by votes. One look returns a wrong number now and then without any sign of it, and the number of a
// notification has no check digit. So four looks that go about it differently vote, and what too few of them say is a
// suggestion for a person.

/** `auto`: may be taken as read. `suggested`: somebody has to compare it with the picture. */
export type Trust = 'auto' | 'suggested'
export type ReadField = {
  value: string
  votes: number
  of: number
  /** No other value has as many votes. */
  alone: boolean
  trust: Trust
  box: Box
}
export type TextReading = {
  fields: Record<FieldName, ReadField | null>
  /** Height of the type in pixels; 0 where no number was found. */
  textHeight: number
  /** The type is too small: nothing is accepted, and somebody should send the picture in its full size. */
  tooSmall: boolean
  /** Where data of persons seems to stand. */
  personal: Reading['personal']
}
/** What is known already, from the codes of the picture or from the system of packs. */
export type Known = Partial<Record<FieldName, string>>

/** Each picture of a notification has these; others may be missing because nobody has shown them. */
const isNeeded = (name: FieldName) => name === 'declarationId' || name === 'declaredAt'

/** Nine pixels, and one more: the edges of small letters run into the paper, so that they are measured too high. */
const leastHeight = 10
const usualHeight = 12
/** Capitals and digits are as high as this part of the type. */
const capitals = 0.73
const mostPixels = 12_000_000
const margin = 20

/** The text of a picture (JPEG, PNG). Takes one to three seconds of a core. */
export async function readText(
  bytes: Uint8Array,
  recognise: Recogniser,
  known: Known = {},
): Promise<TextReading> {
  const { default: open } = await import('sharp')
  const { width, height } = await open(bytes).metadata()
  // What is larger is a photograph, and its letters are large too.
  const fit = Math.min(1, Math.sqrt(mostPixels / (width * height)))
  const grey = await greyOf(open(bytes).resize({ width: Math.round(width * fit) }))
  const words = async (picture: Grey, by: number, segmentation: 3 | 4) =>
    recognise(await asPng(picture, by), { language: 'tur', segmentation }).map((word) => placed(word, by))
  const raw = await words(grey, 1, 3)
  const measured = heightOfType(raw)
  const supposed = measured || usualHeight
  const flat = flatten(grey, supposed)
  const choosing = { serialNumber: known.serialNumber, isDark: darkIn(flat) }
  const lookAt = (size: number) => words(flat, scaleFor(flat, size / supposed), 4)
  const larger = await lookAt(24)
  const textHeight = measured || heightOfType(larger)
  const tooSmall = textHeight > 0 && textHeight < leastHeight
  const readings = [readFields(raw, choosing), readFields(larger, choosing)]
  const vote = (name: FieldName) =>
    elect(
      readings.map((one) => one.fields[name]),
      name,
      known,
    )
  // Three of three are three of four: where nothing is open, the fourth look can change nothing.
  const isOpen = (name: FieldName) => {
    const winner = vote(name)
    return winner ? winner.votes < votesToAccept : isNeeded(name)
  }
  if (!tooSmall) {
    readings.push(await lookClosely(flat, supposed, recognise, readings))
    if (fieldNames.some(isOpen)) readings.push(readFields(await lookAt(36), choosing))
  }
  const number = vote('declarationId')
  const isContradicted =
    number?.trust === 'auto' &&
    textHeight < touching &&
    number.value !== known.declarationId &&
    number.value !== (await readStretched(flat, supposed, recognise, number.box))
  const placedVote = (name: FieldName) => {
    const winner = vote(name)
    if (!winner) return null
    const isDoubtful = tooSmall || (name === 'declarationId' && isContradicted)
    return {
      ...winner,
      trust: isDoubtful ? ('suggested' as const) : winner.trust,
      box: scaled(winner.box, 1 / fit),
    }
  }
  return {
    fields: Object.fromEntries(fieldNames.map((name) => [name, placedVote(name)])) as TextReading['fields'],
    textHeight: textHeight / fit,
    tooSmall,
    personal: distinct(readings.flatMap(({ personal }) => personal)).map(({ kind, box }) => ({
      kind,
      box: scaled(box, 1 / fit),
    })),
  }
}

/** From the height of words that are numbers, because that of others depends on their letters, or of all where there are few. */
function heightOfType(words: readonly Word[]): number {
  const long = words.filter(({ text }) => text.length >= 4)
  const numbers = long.filter(({ text }) => /^[\d.:]+$/.test(text))
  return median((numbers.length > 2 ? numbers : long).map(({ box }) => box.height)) / capitals
}

const scaleFor = ({ width, height }: Grey, wanted: number) =>
  Math.min(wanted, Math.sqrt(mostPixels / (width * height)))

async function asPng({ width, height, data }: Grey, by = 1): Promise<Buffer> {
  const { default: open } = await import('sharp')
  const picture = open(data, { raw: { width, height, channels: 1 } })
  const resized = by === 1 ? picture : picture.resize({ width: Math.round(width * by), kernel: 'lanczos3' })
  return resized
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: '#fff' })
    .png({ compressionLevel: 1 })
    .toBuffer()
}

/** Where a word of an enlarged picture with a margin stands in the picture itself. */
function placed({ text, box }: Word, by: number): Word {
  return { text, box: scaled({ ...box, x: box.x - margin, y: box.y - margin }, 1 / by) }
}

const darkIn =
  ({ width, height, background }: Flattened) =>
  ({ x, y, width: w, height: h }: Box): boolean => {
    const [column, row] = [Math.round(x + w / 2), Math.round(y + h / 2)]
    const at = Math.min(height - 1, Math.max(0, row)) * width + Math.min(width - 1, Math.max(0, column))
    return background[at]! < 128
  }

/** The letters that each field may have, for the look at nothing but its place; null where it is in words. */
const lettersOf: Record<FieldName, string | null> = {
  declarationId: '0123456789',
  declaredAt: '0123456789.: ',
  gtin: '0123456789',
  serialNumber: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  pharmacyGln: '0123456789',
  buyerGln: '0123456789',
  lot: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  expiryDate: '0123456789.',
  resultCode: '0123456789',
  finalized: null,
}

/** The look at each field by itself, where another look has found it, with the letters that it may have. */
async function lookClosely(
  flat: Flattened,
  textHeight: number,
  recognise: Recogniser,
  readings: readonly Reading[],
): Promise<Reading> {
  const by = scaleFor(flat, 30 / textHeight)
  const png = await asPng(flat, by)
  const fields: Reading['fields'] = {}
  for (const name of fieldNames) {
    const letters = lettersOf[name]
    const box = readings.map((reading) => reading.fields[name]?.box).findLast((found) => found !== undefined)
    if (!box) continue
    const room = textHeight / 3
    const within = scaled(
      { x: box.x - room, y: box.y - room, width: box.width + 2 * room, height: box.height + 2 * room },
      by,
    )
    const words = recognise(png, {
      language: letters ? 'eng' : 'tur',
      segmentation: 7,
      letters: letters ?? '',
      within: { ...within, x: Math.max(0, within.x + margin), y: Math.max(0, within.y + margin) },
    })
    const value = readValue(name, words.map(({ text }) => text).join(' '))
    if (value !== null) fields[name] = { value, box }
  }
  return { fields, personal: [] }
}

/** In type smaller than that narrow digits touch. */
const touching = 14.5

/**
 * The number of a notification once more, stretched upwards: two narrow ones that touch are read as one by every look at
 * small type, and nothing but this shows it.
 */
async function readStretched(
  flat: Flattened,
  textHeight: number,
  recognise: Recogniser,
  box: Box,
): Promise<string | null> {
  const { default: open } = await import('sharp')
  const by = 27 / textHeight
  const room = Math.round(textHeight / 3)
  const [left, top] = [Math.max(0, box.x - room), Math.max(0, box.y - room)]
  const width = Math.min(flat.width - left, box.width + 2 * room)
  const height = Math.min(flat.height - top, box.height + 2 * room)
  const png = await open(flat.data, { raw: { width: flat.width, height: flat.height, channels: 1 } })
    .extract({ left, top, width, height })
    .resize({
      width: Math.round(width * by),
      height: Math.round(height * by * 1.6),
      fit: 'fill',
      kernel: 'lanczos3',
    })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: '#fff' })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const words = recognise(png, { language: 'eng', segmentation: 7, letters: '0123456789' })
  return readValue('declarationId', words.map(({ text }) => text).join(' '))
}

const votesToAccept = 3
const votesWithEvidence = 2
/** Neighbouring packs differ in one letter, and nothing in these values shows that one was read wrongly. */
const onlyWithEvidence: ReadonlySet<FieldName> = new Set(['serialNumber', 'lot'])

function elect(found: readonly (Found | undefined)[], name: FieldName, known: Known): ReadField | null {
  const votes = new Map<string, Found[]>()
  const fact = known[name]
  for (const one of found) {
    if (!one) continue
    // Of letters that look alike, those that are known.
    const value = fact !== undefined && lookAlike(one.value) === lookAlike(fact) ? fact : one.value
    // What only counts beside something known votes together with what looks like it.
    const key = onlyWithEvidence.has(name) ? lookAlike(value) : value
    votes.set(key, [...(votes.get(key) ?? []), { ...one, value }])
  }
  const [winner, second] = [...votes].toSorted(([, one], [, other]) => other.length - one.length)
  if (!winner) return null
  const [, voters] = winner
  const value = mostOften(voters.map((one) => one.value))
  const isAlone = !second || second[1].length < voters.length
  const isKnown = value === fact
  const enough = isKnown ? votesWithEvidence : onlyWithEvidence.has(name) ? Infinity : votesToAccept
  return {
    value,
    votes: voters.length,
    of: found.length,
    alone: isAlone,
    trust: isAlone && voters.length >= enough ? 'auto' : 'suggested',
    box: voters[0]!.box,
  }
}

/** The value that stands there most often, of several the first. */
function mostOften(values: readonly string[]): string {
  const times = Map.groupBy(values, (value) => value)
  return [...times].toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0] ?? ''
}

function distinct(personal: Reading['personal']): Reading['personal'] {
  const overlaps = (one: Box, other: Box) =>
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  return personal.filter(
    ({ kind, box }, at) =>
      !personal.slice(0, at).some((before) => before.kind === kind && overlaps(before.box, box)),
  )
}
