import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import type { Box } from './pixels.ts'

// Tesseract in WebAssembly, in this thread. Program and models are files of npm packages: nothing is fetched.

const require = createRequire(import.meta.url)

export type Word = { text: string; box: Box }
export type Language = 'tur' | 'eng'
export type Recognising = {
  language: Language
  /** Page segmentation of Tesseract: 3 the whole page, 4 a column of lines, 7 one line. */
  segmentation: 3 | 4 | 7
  /** The letters that may be read; all of them where nothing is said. */
  letters?: string
  /** Only this part is read. */
  within?: Box
}

/** What is used of the program's own interface. */
type Program = {
  FS: { writeFile(path: string, data: Uint8Array): void }
  TessBaseAPI: new () => Api
}
type Api = {
  Init(path: null, language: Language, engine: number): number
  SetVariable(name: string, value: string): void
  SetImageFile(orientation: number, angle: number): number
  SetRectangle(x: number, y: number, width: number, height: number): void
  Recognize(monitor: null): number
  GetTSVText(page: number): string
}

/** Recognises the words of a PNG, each with its place. */
export type Recogniser = (png: Uint8Array, how: Recognising) => Word[]

const engineOfNeuralNetworks = 1

/** The recogniser of this thread; made when it is first asked for, because its models take 200 MB. */
export async function openRecogniser(): Promise<Recogniser> {
  const start = require('tesseract.js-core/tesseract-core-simd-lstm.js') as (options: {
    print(): void
    printErr(): void
  }) => Promise<Program>
  // It has nothing to say that anybody would read.
  const program = await start({ print() {}, printErr() {} })
  const apis = new Map<Language, Api>()
  for (const language of ['tur', 'eng'] as const) {
    const packed = await readFile(
      require.resolve(`@tesseract.js-data/${language}/4.0.0_best_int/${language}.traineddata.gz`),
    )
    program.FS.writeFile(`./${language}.traineddata`, gunzipSync(packed))
    const api = new program.TessBaseAPI()
    if (api.Init(null, language, engineOfNeuralNetworks) !== 0)
      throw new Error(`The model of ${language} cannot be loaded`)
    apis.set(language, api)
  }
  return (png, { language, segmentation, letters = '', within }) => {
    const api = apis.get(language)!
    api.SetVariable('tessedit_pageseg_mode', String(segmentation))
    api.SetVariable('tessedit_char_whitelist', letters)
    program.FS.writeFile('/input', png)
    if (api.SetImageFile(1, 0) !== 0) throw new Error('The picture cannot be given to the recogniser')
    if (within) api.SetRectangle(within.x, within.y, within.width, within.height)
    api.Recognize(null)
    return wordsOf(api.GetTSVText(0))
  }
}

const levelOfWords = '5'

/** Columns: level, page, block, paragraph, line, word, left, top, width, height, confidence, text. */
function wordsOf(table: string): Word[] {
  return table.split('\n').flatMap((line) => {
    const [level, , , , , , x, y, width, height, , text = ''] = line.split('\t')
    if (level !== levelOfWords || text.trim() === '') return []
    return [
      {
        text: text.trim(),
        box: { x: Number(x), y: Number(y), width: Number(width), height: Number(height) },
      },
    ]
  })
}
