import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

// Reads codes beside the page, so that the picture of the camera does not stand still.

export type Asked = { id: number; picture: ImageData }
export type Answered = { id: number; texts: string[] }

// Without an address of its own, the library would fetch the program from the internet.
prepareZXingModule({ overrides: { locateFile: () => wasm } })

self.addEventListener('message', ({ data: { id, picture } }: MessageEvent<Asked>) => {
  void readBarcodes(picture, {
    formats: ['DataMatrix', 'QRCode'],
    textMode: 'Plain',
    tryHarder: true,
    maxNumberOfSymbols: 20,
  })
    .then((found) =>
      found
        .filter(({ isValid }) => isValid)
        // The name of the symbol says that no keyboard lay between.
        .map(({ symbologyIdentifier, text }) => symbologyIdentifier + text),
    )
    .catch((): string[] => [])
    .then((texts) => self.postMessage({ id, texts } satisfies Answered))
})
