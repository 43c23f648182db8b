import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages, type Language } from '@kervan/contract/kit/values'
import type { KnowledgeArea } from '@kervan/contract/knowledge/words'
import { screens, type Screen, type ScreenKey } from '@kervan/contract/shell/screens'
import { sql } from 'kysely'
import { refusalCatalogue } from '@kervan/contract/kit/refusal-catalogue'
import { keysOf } from '@kervan/contract/kit/typed'
import type { Actor, Services } from '../kit/context.ts'
import { translate } from '../kit/messages.ts'
import { cutsSql, passagesOf, stemsSql, vectorTexts } from './passages.ts'

// The manual that comes with the portal: an article for each screen, in three languages, as files beside this one. It is
// the same for all companies and cannot be changed by them; it is searched in the database like their own articles.

export type ManualArticle = { id: string; screen: ScreenKey; area: KnowledgeArea; permission: string }
type Text = { title: string; body: string }

const folder = join(import.meta.dirname, 'manual')

/** The id of a screen's article, the same in each portal, so that links to it hold. */
export const manualId = (screen: string): string => idFor(`manual ${screen}`)

/** An id that follows from a text. */
export function idFor(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const areasByMenu = {
  company: 'company',
  services: 'services',
  orders: 'orders',
  trace: 'trace',
  porta: 'porta',
  reports: 'reports',
  fuel: 'fuel',
} as const
const areasByFolder: Record<string, KnowledgeArea> = {
  account: 'account',
  order: 'orders',
  services: 'services',
  porta: 'porta',
  report: 'reports',
  lma: 'fuel',
}

function areaOf({ key, menu, path }: Screen): KnowledgeArea {
  if (key === 'knowledgeBase') return 'general'
  if (key === 'traceInquiry' || key === 'packPassport') return 'trace'
  return menu ? areasByMenu[menu] : (areasByFolder[path.split('/')[1] ?? ''] ?? 'general')
}

/** What a message of the portal says: the manual quotes screens and refusals by their keys, so it says what they say. */
function quoted(language: Language, key: string): string {
  const code = keysOf(refusalCatalogue).find((one) => key === `refusal.${one}`)
  const facts = code ? refusalCatalogue[code].facts : []
  return translate(language, key, Object.fromEntries(facts.map((name) => [name, '…'])))
}

function readTexts(): Record<Language, Map<string, Text>> {
  const of = (language: Language) =>
    new Map(
      readdirSync(join(folder, language))
        .filter((name) => name.endsWith('.md'))
        .toSorted()
        .map((name) => {
          const [first = '', ...rest] = readFileSync(join(folder, language, name), 'utf8')
            .replace(/\{\{([\w.]+)\}\}/g, (_, key: string) => quoted(language, key))
            .split('\n')
          return [
            name.replace(/\.md$/, ''),
            { title: first.replace(/^# /, ''), body: rest.join('\n').trim() },
          ]
        }),
    )
  return { en: of('en'), tr: of('tr'), de: of('de') }
}

type Manual = { edition: string; texts: Record<Language, Map<string, Text>>; articles: ManualArticle[] }
let read: Manual | null = null

/** The manual as the files have it; read once. */
export function manual(): Manual {
  if (read) return read
  const texts = readTexts()
  const said = languages.map((language) => [...texts[language]])
  read = {
    edition: createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 16),
    texts,
    articles: screens
      .filter(({ key }) => texts.en.has(key))
      .map((screen) => ({
        id: manualId(screen.key),
        screen: screen.key,
        area: areaOf(screen),
        permission: screen.permission,
      })),
  }
  return read
}

/** The articles of the screens that somebody may open. */
export const manualFor = (actor: Pick<Actor, 'permissions' | 'lent'>): ManualArticle[] =>
  manual().articles.filter(
    ({ permission }) => actor.permissions.has(permission) || actor.lent.has(permission),
  )

const kept = new WeakMap<object, Promise<void>>()

/** Puts this version's manual into the database, where it is not there yet; asked before each search, done once. */
export function keepManual(services: Services): Promise<void> {
  const begun = kept.get(services.db)
  if (begun) return begun
  const keeping = insertManual(services).catch((error: unknown) => {
    kept.delete(services.db)
    throw error
  })
  kept.set(services.db, keeping)
  return keeping
}

/** Days that the manual of another version is kept, which may still be running beside this one. */
const daysKept = 30

async function insertManual({ db, clock }: Services): Promise<void> {
  const { edition, texts } = manual()
  const now = clock.now()
  const { rows: there } = await sql`select 1 from manual_passage where edition = ${edition} limit 1`.execute(
    db.shared,
  )
  if (there.length > 0) return
  const rows = languages.flatMap((language) =>
    [...texts[language]].flatMap(([screen, { title, body }]) =>
      passagesOf(body).map((passage, at) => ({
        screen,
        language,
        number: at + 1,
        heading_text: passage.heading,
        body_text: passage.body,
        title_text: title,
        ...vectorTexts({ title, ...passage, language }),
      })),
    ),
  )
  await sql`
    insert into manual_passage (edition, screen, language, number, title, heading, body, stems, cuts, kept_at)
    select ${edition}::text, n.screen, n.language, n."number", n.title_text, n.heading_text, n.body_text, ${stemsSql('n')}, ${cutsSql('n')}, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (screen text, language text, "number" int, title_text text, heading_text text, body_text text,
      dictionary text, title text, heading text, body text, "titleCuts" text, "headingCuts" text, "bodyCuts" text, tails text)
    on conflict do nothing`.execute(db.shared)
  const before = new Date(now.getTime() - daysKept * 86_400_000)
  await sql`delete from manual_passage where edition <> ${edition} and kept_at < ${before}`.execute(db.shared)
}
