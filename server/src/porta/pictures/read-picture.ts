import { readPack } from '@kervan/contract/kit/gs1/pack'
import { openAsking } from '../../kit/work/threads.ts'
import type { Code } from './codes.ts'
import type { Known, TextReading } from './text.ts'
import type { Question } from './text-worker.ts'

// Pictures are read beside the process, which goes on answering: codes take a tenth of a second, text takes seconds.

/** The codes of a picture that `cleanPicture` has made. Throws `Overloaded` where too many wait already. */
export const readCodesInThread = openAsking<Uint8Array, Code[]>({
  script: new URL('./codes-worker.ts', import.meta.url),
  heapMegabytes: 128,
  milliseconds: 30_000,
  mostWaiting: 500,
})

const askText = openAsking<Question, TextReading>({
  script: new URL('./text-worker.ts', import.meta.url),
  heapMegabytes: 256,
  milliseconds: 120_000,
  mostWaiting: 500,
})

/** The text of a picture; `known`: what its codes or the system of packs have said. Throws `Overloaded`. */
export const readTextInThread = (bytes: Uint8Array, known: Known = {}): Promise<TextReading> =>
  askText({ bytes, known })

export type PictureReading = { codes: Code[]; text: TextReading }

/**
 * Codes first, then the text with what the codes say. `claimed`: what the picture is said to show, where its own codes say
 * nothing; `known`: what else is known, such as the answer of the system of packs; `thisYear` says in which century the days of codes are. Throws `Overloaded` where too many wait already.
 */
export async function readPicture(
  bytes: Uint8Array,
  { claimed = {}, known = {}, thisYear }: { claimed?: Known; known?: Known; thisYear: number },
): Promise<PictureReading> {
  const codes = await readCodesInThread(bytes)
  return {
    codes,
    text: await readTextInThread(bytes, { ...claimed, ...knownFrom(codes, thisYear), ...known }),
  }
}

/** What the codes say, where all of them are of one pack. */
function knownFrom(codes: readonly Code[], thisYear: number): Known {
  const packs = codes.flatMap(({ text }) => {
    const pack = readPack(text, { thisYear, from: 'symbol' })
    return pack.kind === 'read' ? [pack.pack] : []
  })
  const [pack] = packs
  if (!pack || packs.length > 1) return {}
  return { gtin: pack.gtin, serialNumber: pack.serial, lot: pack.lot, expiryDate: pack.expiry }
}
