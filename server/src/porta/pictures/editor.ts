// Programs that somebody changes pictures with, by the mark that they leave in a file (domain/pharma 6). Screenshots and
// cameras leave none of these. What was saved without its metadata has none either: a mark is a hint, its absence no proof.

const marks: readonly (readonly [mark: string, program: string])[] = [
  ['Adobe Photoshop', 'Adobe Photoshop'],
  ['Adobe Lightroom', 'Adobe Lightroom'],
  ['GIMP 2.', 'GIMP'],
  ['GIMP 3.', 'GIMP'],
  ['Paint.NET', 'Paint.NET'],
  ['paint.net', 'Paint.NET'],
  ['Pixelmator', 'Pixelmator'],
  ['Affinity Photo', 'Affinity Photo'],
  ['Snapseed', 'Snapseed'],
  ['PicsArt', 'Picsart'],
  ['Photopea', 'Photopea'],
  ['PaintShop Pro', 'PaintShop Pro'],
]

/** The program that has left its mark in the file as it was sent; null where none has. */
export function editorOf(sent: Uint8Array): string | null {
  const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength)
  return marks.find(([mark]) => bytes.includes(mark, 0, 'latin1'))?.[1] ?? null
}
