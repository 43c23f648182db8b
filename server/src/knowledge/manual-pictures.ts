import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ArticleFile } from '@kervan/contract/knowledge/articles'
import { languages, type Language } from '@kervan/contract/kit/values'
import { idFor, manual } from './manual.ts'

// Pictures of the manual: one of each screen in each language, taken from the demo by `npm run manual-pictures`. They are
// the files of its articles.

export type ManualPicture = ArticleFile & { screen: string; path: string }

const folder = join(import.meta.dirname, 'manual', 'pictures')
let read: Map<string, ManualPicture> | null = null
const keyOf = (language: Language, screen: string) => `${language} ${screen}`

/** The pictures by language and screen; read once. */
function pictures(): Map<string, ManualPicture> {
  read ??= new Map(
    languages.flatMap((language) =>
      readdirSync(join(folder, language)).map((file): [string, ManualPicture] => {
        const screen = file.replace(/\.webp$/, '')
        const path = join(folder, language, file)
        const key = keyOf(language, screen)
        const title = manual().texts[language].get(screen)?.title ?? screen
        return [
          key,
          {
            id: idFor(`picture ${key}`),
            name: `${title}.webp`,
            type: 'image/webp',
            bytes: statSync(path).size,
            screen,
            path,
          },
        ]
      }),
    ),
  )
  return read
}

/** The picture of a screen in a language. */
export const pictureOf = (language: Language, screen: string): ManualPicture | null =>
  pictures().get(keyOf(language, screen)) ?? null

/** The picture with this id. */
export const pictureById = (id: string): ManualPicture | null =>
  [...pictures().values()].find((one) => one.id === id) ?? null

export const bytesOfPicture = ({ path }: ManualPicture): Buffer => readFileSync(path)

/** The text of an article with its picture below the first paragraph. */
export function withPicture({ title, body }: { title: string; body: string }, { id }: ManualPicture): string {
  const [first = '', ...rest] = body.split('\n\n')
  return [first, `![${title.replaceAll(/[[\]]/g, '')}](file:${id})`, ...rest].join('\n\n')
}
