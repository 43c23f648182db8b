import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findArticles } from '@kervan/contract/knowledge/search'
import { languages, type Language } from '@kervan/contract/kit/values'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from '../../test/ordering.ts'
import { startPortal, type Portal } from '../../test/portal.ts'
import { publish } from './articles.testing.ts'

let portal: Portal
let shop: Shop
beforeAll(async () => {
  portal = await startPortal({ worker: false })
  shop = await openShop(portal)
})
afterAll(() => portal.close())

const find = async (search: string, language: Language, by = shop.boss) =>
  (await portal.call(findArticles, by.token, { search }, { language })).body

describe('[KNB-001] the search', () => {
  it('finds word forms that belong together', async () => {
    const one = await shop.company.user({ like: shop.boss })
    const turkish = await publish(portal, one, {
      title: 'Ek kurallar',
      language: 'tr',
      body: 'İskontosu onaylanan iadeler, ürünü kodda yazan kişiye gider. Başvurunun reddedilmesi bildirilir. IŞIK kapalıdır.',
    })
    for (const word of [
      'iskonto',
      'iade',
      'iadesi',
      'ürün',
      'urun',
      'kod',
      'reddedildi',
      'reddedilen',
      'ışık',
    ])
      expect(
        (await find(word, 'tr')).hits.map(({ articleId }) => articleId),
        word,
      ).toContain(turkish)
    const german = await publish(portal, one, {
      title: 'Zusatzregeln',
      language: 'de',
      body: 'Über Rückerstattungsanträge entscheidet die Leitung des Hauses.',
    })
    for (const word of ['Antrag', 'Anträge', 'Rückerstattungsantrag', 'Häuser'])
      expect(
        (await find(word, 'de')).hits.map(({ articleId }) => articleId),
        word,
      ).toContain(german)
    const english = await publish(portal, one, {
      title: 'Refund rules',
      body: 'Applications were refused by the reviewers.',
    })
    for (const word of ['application', 'refusing', 'review'])
      expect(
        (await find(word, 'en')).hits.map(({ articleId }) => articleId),
        word,
      ).toContain(english)
  })

  it('shows what it found in its text, with the words marked', async () => {
    const { hits } = await find('refused applications', 'en')
    const [hit] = hits
    expect(hit?.passage.filter(({ marked }) => marked).map(({ text }) => text)).toEqual([
      'Applications',
      'refused',
    ])
    expect(hit?.passage.map(({ text }) => text).join('')).toContain(
      'Applications were refused by the reviewers.',
    )
  })

  it('says what it found in another language where the own has nothing', async () => {
    const { hits, others } = await find('Rückerstattungsanträge', 'en')
    expect(hits).toEqual([])
    expect(others[0]).toMatchObject({ language: 'de', title: 'Zusatzregeln' })
  })

  it('answers words without a meaning, signs and operators with nothing', async () => {
    for (const search of ['the', '& | !', "'); drop table", ':*', '   '])
      expect((await portal.call(findArticles, shop.boss.token, { search })).status, search).toBe(200)
    expect((await find('the of and', 'en')).hits).toEqual([])
  })
})

const file = join(import.meta.dirname, '../../../../shared/data/kb/xquad-en-de-tr.json')
type Said = Record<Language, string>
type Paragraph = {
  id: string
  context: Said
  questions: Record<Language, { q: string; a: string }>[]
}
/** In hundredths: the right paragraph first, and among the first three. */
const bounds: Record<Language, [first: number, three: number]> = { en: [92, 97], de: [87, 94], tr: [86, 94] }

describe.skipIf(!existsSync(file))(
  '[KNB-001] the paragraphs and questions of XQuAD (needs ../shared/data/kb)',
  () => {
    it('finds the right paragraph first and among the first three as often as asked for', async () => {
      const away = await openShop(portal)
      const paragraphs: Paragraph[] = JSON.parse(readFileSync(file, 'utf8'))
      for (const language of languages) {
        const ids = new Map<string, string>()
        for (const { id, context } of paragraphs)
          ids.set(
            id,
            await publish(portal, away.boss, { title: `P ${id}`, body: context[language], language }),
          )
        let [asked, first, three] = [0, 0, 0]
        for (const { id, questions } of paragraphs)
          for (const question of questions) {
            const { hits } = await find(question[language].q, language, away.boss)
            const at = hits.findIndex(({ articleId }) => articleId === ids.get(id))
            asked++
            if (at === 0) first++
            if (at >= 0 && at < 3) three++
          }
        const figures = [first, three].map((count) => Math.round((count / asked) * 1_000) / 10)
        process.stdout.write(
          `XQuAD ${language}: ${asked} questions, first ${figures[0]} %, first three ${figures[1]} %\n`,
        )
        expect(figures[0], language).toBeGreaterThanOrEqual(bounds[language][0])
        expect(figures[1], language).toBeGreaterThanOrEqual(bounds[language][1])
      }
    })
  },
)
