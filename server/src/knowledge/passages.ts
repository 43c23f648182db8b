import type { Language } from '@kervan/contract/kit/values'
import { plainOfBlock, readMarkdown } from '@kervan/contract/knowledge/markdown'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../kit/database/db.ts'
import { cutsOf, dictionaries, lowered, tailsOf } from './language.ts'

// An article is searched in passages: what stands under one heading, in portions that somebody reads at a glance.

/** Characters from which on a passage ends with its paragraph. */
const passageLength = 900

export type Passage = { heading: string; body: string }

/** The passages of a text, without its marks. */
export function passagesOf(body: string): Passage[] {
  const passages: Passage[] = []
  let heading = ''
  let current: string[] = []
  const end = () => {
    if (current.length > 0) passages.push({ heading, body: current.join('\n') })
    current = []
  }
  for (const block of readMarkdown(body)) {
    const text = plainOfBlock(block).trim()
    if (block.kind === 'heading') {
      end()
      heading = text
    } else if (text !== '') {
      if (current.join('\n').length + text.length > passageLength) end()
      current.push(text)
    }
  }
  end()
  return passages.length > 0 ? passages : [{ heading, body: '' }]
}

type Vectored = { title: string; heading: string; body: string; language: Language }

/** The texts from which SQL makes the two vectors of a passage. */
export const vectorTexts = ({ title, heading, body, language }: Vectored) => ({
  dictionary: dictionaries[language],
  title: lowered(title, language),
  heading: lowered(heading, language),
  body: lowered(body, language),
  titleCuts: cutsOf(title, language),
  headingCuts: cutsOf(heading, language),
  bodyCuts: cutsOf(body, language),
  tails: tailsOf([title, heading, body].join(' '), language),
})

/** Title, heading and text, in the weights that `search.sql.ts` gives them; `of` names the row that has the texts. */
export const stemsSql = (of: string): RawBuilder<unknown> => {
  const text = (name: string) => sql.ref(`${of}.${name}`)
  const vector = (name: string, weight: string) =>
    sql`setweight(to_tsvector(${text('dictionary')}::regconfig, ${text(name)}), ${sql.lit(weight)})`
  return sql`${vector('title', 'A')} || ${vector('heading', 'B')} || ${vector('body', 'C')}`
}
export const cutsSql = (of: string): RawBuilder<unknown> => {
  const vector = (name: string, weight: string) =>
    sql`setweight(to_tsvector('simple', ${sql.ref(`${of}.${name}`)}), ${sql.lit(weight)})`
  return sql`${vector('titleCuts', 'A')} || ${vector('headingCuts', 'B')} || ${vector('bodyCuts', 'C')} || ${vector('tails', 'D')}`
}
const recordColumns = sql.raw(
  `"number" int, heading_text text, body_text text, dictionary text, title text, heading text, body text, "titleCuts" text, "headingCuts" text, "bodyCuts" text, tails text`,
)

/** Puts the passages of a published text in the place of those before it; with null it has none any more. */
export async function keepPassages(
  tx: Tx,
  companyId: number,
  articleId: string,
  language: Language,
  text: { title: string; body: string } | null,
): Promise<void> {
  await sql`
    delete from knowledge_passage p where p.company_id = ${companyId} and p.article_id = ${articleId} and p.language = ${language}`.execute(
    tx,
  )
  if (!text) return
  const rows = passagesOf(text.body).map((passage, at) => ({
    number: at + 1,
    heading_text: passage.heading,
    body_text: passage.body,
    ...vectorTexts({ title: text.title, ...passage, language }),
  }))
  await sql`
    insert into knowledge_passage (company_id, article_id, language, number, heading, body, stems, cuts)
    select ${companyId}::int, ${articleId}::uuid, ${language}::text, n."number", n.heading_text, n.body_text, ${stemsSql('n')}, ${cutsSql('n')}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (${recordColumns}) returning number`.execute(
    tx,
  )
}
