import { sql, type RawBuilder } from 'kysely'
import {
  acknowledgementChoiceList,
  acknowledgementVersions,
  getAcknowledgementReach,
  getAcknowledgementVersion,
  publishAcknowledgement,
  type AcknowledgementText,
  type AcknowledgementVersion,
} from '@kervan/contract/access/acknowledgement-versions'
import type { acknowledgementAnswers, UserType } from '@kervan/contract/access/words'
import type { RowOf } from '@kervan/contract/kit/page'
import { refusal } from '@kervan/contract/kit/refusals'
import { languages, type Language } from '@kervan/contract/kit/values'
import {
  assertSeesWhole,
  countSignIns,
  lockAdministration,
  openSession,
  seenPerson,
  userScope,
} from '../account/account.api.ts'
import { record } from '../kit/audit.ts'
import type { Actor, SessionContext } from '../kit/context.ts'
import { handle, handleDownload } from '../kit/handle.ts'
import { exportRows, readPage, type ListSql } from '../kit/page.ts'
import { dropDraft, takeDraft } from './acknowledgement-drafts.ts'
import { idOf, newestOf, publishedMeanwhile, recordType, type Kind } from './acknowledgement.sql.ts'
import type { AcknowledgementContent } from './acknowledgements.ts'

// Publishing what users agree to (ACC-010), and who has. A version is written once and never changed.

type Version = {
  id: string
  int_code: number
  version: number
  kind: Kind
  title: string
  current: boolean
  published_at: Date
  published_by: string | null
  activated: number
  rejected: number
  waiting: number
}

const id = idOf(sql`a.int_code`, sql`a.version`)
/** People who sit in front of the portal: programs are asked nothing. */
const isPerson = sql`m.state = 'Active' and m.invitation is distinct from 'Pending' and m.user_type not in ('APIUser', 'GBREPluginUser')`
const current = sql<boolean>`not exists (select from acknowledgement n where n.company_id = a.company_id and n.int_code = a.int_code and n.version > a.version and n.published_at <= now())`
const ofVersion = (c: RawBuilder<unknown>) =>
  sql`${c}.company_id = a.company_id and ${c}.int_code = a.int_code and ${c}.version = a.version`
const agreedLater = sql`exists (select from acknowledgement_choice y where ${ofVersion(sql`y`)} and y.membership_id = c.membership_id and y.choice = 'Activated')`
const answered = sql`exists (select from acknowledgement_choice c where ${ofVersion(sql`c`)} and c.membership_id = m.id)`

/** Of the people the reader may see, as in the list behind each figure: how many agreed, did not, and are still to be asked. */
function counts(actor: Actor) {
  const scope = sql.join(userScope(actor), sql` and `)
  const said = (
    choice: RawBuilder<unknown>,
  ) => sql<number>`(select count(distinct c.membership_id) from acknowledgement_choice c
    join membership m on m.company_id = c.company_id and m.id = c.membership_id where ${ofVersion(sql`c`)} and ${scope} and ${choice})`
  return {
    activated: said(sql`c.choice = 'Activated'`),
    rejected: said(sql`c.choice = 'Rejected' and not ${agreedLater}`),
    waiting: sql<number>`case when ${current} then (select count(*) from membership m where ${scope} and ${isPerson} and not ${answered}) else 0 end`,
  }
}

const isOut = sql`a.published_at <= now()`

function said(part: 'title' | 'text' | 'changes', language: Language): RawBuilder<string> {
  return sql<string>`coalesce(a.content -> ${part} ->> ${language}, a.content -> ${part} ->> 'en', '')`
}

function versionList(actor: Actor, language: Language): ListSql {
  const title = said('title', language)
  const { activated, rejected, waiting } = counts(actor)
  return {
    select: sql`${id} as id, a.int_code, a.version, a.kind, ${title} as title, ${current} as current, a.published_at, a.published_by, ${activated} as activated, ${rejected} as rejected, ${waiting} as waiting`,
    from: sql`acknowledgement a`,
    where: [sql`a.company_id = ${actor.company.id}`, isOut],
    columns: {
      title,
      version: sql`a.version`,
      acknowledgementKind: sql`a.kind`,
      current,
      publishedAt: sql`a.published_at`,
      publishedBy: sql`a.published_by`,
      activated,
      rejected,
      waiting,
    },
    id,
    search: sql`translate(lower(replace(${title}, 'İ', 'i')), 'ıçğöşüäâîûß', 'icgosuaaius')`,
  }
}

function presentRow(row: Version): RowOf<typeof acknowledgementVersions> {
  return {
    id: row.id,
    intCode: row.int_code,
    title: row.title,
    version: row.version,
    acknowledgementKind: row.kind,
    current: row.current,
    publishedAt: row.published_at.toISOString(),
    publishedBy: row.published_by,
    activated: row.activated,
    rejected: row.rejected,
    waiting: row.waiting,
  }
}

export const getVersionsHandler = handle(
  acknowledgementVersions.page,
  async ({ input, tx, actor, language, now }) => {
    const page = await readPage<Version>(
      tx,
      actor,
      acknowledgementVersions,
      versionList(actor, language),
      input,
    )
    return {
      rows: page.rows.map(presentRow),
      total: page.total,
      totalIsExact: page.totalIsExact,
      asOf: now.toISOString(),
    }
  },
)
export const exportVersionsHandler = handleDownload(acknowledgementVersions.excel, async (context) =>
  exportRows<Version>(
    context,
    acknowledgementVersions,
    versionList(context.actor, context.language),
    context.input,
    'acknowledgementVersions',
    presentRow,
  ),
)

export const getVersionHandler = handle(
  getAcknowledgementVersion,
  async ({ input, tx, actor }): Promise<AcknowledgementVersion> => {
    const { activated, rejected, waiting } = counts(actor)
    const { rows } = await sql<
      Omit<Version, 'title' | 'current'> & {
        content: AcknowledgementContent
        before: AcknowledgementContent | null
        newest: number
      }
    >`
    select ${id} as id, a.int_code, a.version, a.kind, a.content, a.published_at, a.published_by, ${activated} as activated, ${rejected} as rejected, ${waiting} as waiting,
      (select b.content from acknowledgement b where b.company_id = a.company_id and b.int_code = a.int_code and b.version < a.version and b.published_at <= now() order by b.version desc limit 1) as before,
      (select max(n.version) from acknowledgement n where n.company_id = a.company_id and n.int_code = a.int_code and n.published_at <= now()) as newest
    from acknowledgement a where a.company_id = ${actor.company.id} and a.int_code = ${input.intCode} and a.version = ${input.version} and ${isOut}`.execute(
      tx,
    )
    const row = rows[0]
    if (!row) throw refusal('NotFound')
    return {
      id: row.id,
      intCode: row.int_code,
      version: row.version,
      kind: row.kind,
      newest: row.newest,
      content: inAll(row.content),
      before: row.before && inAll(row.before),
      publishedAt: row.published_at.toISOString(),
      publishedBy: row.published_by,
      activated: row.activated,
      rejected: row.rejected,
      waiting: row.waiting,
    }
  },
)

/** Every part in every language; what was never said is empty. */
function inAll(content: AcknowledgementContent): AcknowledgementText {
  const part = (key: keyof AcknowledgementContent) =>
    Object.fromEntries(
      languages.map((language) => [language, content[key][language] ?? '']),
    ) as AcknowledgementText['title']
  return { title: part('title'), text: part('text'), changes: part('changes') }
}

type Chosen = {
  id: string
  name: string
  username: string
  user_type: UserType
  answer: (typeof acknowledgementAnswers)[number]
  at: Date | null
  address: string | null
}

/** Those who answered; of the newest version also those who are still to be asked. A yes counts, whatever else was said. */
function choiceList(actor: Actor, { intCode, version }: { intCode: number; version: number }): ListSql {
  const answer = sql`coalesce(c.choice, 'Waiting')`
  const name = sql`i.first_name || ' ' || i.last_name`
  return {
    select: sql`m.id, ${name} as name, i.username, m.user_type, ${answer} as answer, c.at, c.address`,
    from: sql`acknowledgement a join membership m on m.company_id = a.company_id join ${seenPerson}
      left join lateral (
        select o.choice, o.at, o.address from acknowledgement_choice o
        where o.company_id = a.company_id and o.membership_id = m.id and o.int_code = a.int_code and o.version = a.version order by o.choice = 'Activated' desc, o.at desc limit 1) c on true`,
    where: [
      ...userScope(actor),
      sql`a.company_id = ${actor.company.id} and a.int_code = ${intCode} and a.version = ${version}`,
      isOut,
      sql`(c.choice is not null or (${current} and ${isPerson}))`,
    ],
    columns: {
      name,
      username: sql`i.username`,
      userType: sql`m.user_type`,
      answer,
      at: sql`c.at`,
      address: sql`c.address`,
    },
    id: sql`m.id`,
    search: sql`i.search_text`,
  }
}

function presentChosen(row: Chosen): RowOf<typeof acknowledgementChoiceList> {
  return {
    id: row.id,
    name: row.name,
    username: row.username,
    userType: row.user_type,
    answer: row.answer,
    at: row.at?.toISOString() ?? null,
    address: row.address,
  }
}

export const getChoicesHandler = handle(acknowledgementChoiceList.page, async ({ input, tx, actor, now }) => {
  const page = await readPage<Chosen>(tx, actor, acknowledgementChoiceList, choiceList(actor, input), input)
  return {
    rows: page.rows.map(presentChosen),
    total: page.total,
    totalIsExact: page.totalIsExact,
    asOf: now.toISOString(),
  }
})
export const exportChoicesHandler = handleDownload(acknowledgementChoiceList.excel, async (context) =>
  exportRows<Chosen>(
    context,
    acknowledgementChoiceList,
    choiceList(context.actor, context.input),
    context.input,
    'acknowledgementChoices',
    presentChosen,
  ),
)

export const getReachHandler = handle(getAcknowledgementReach, async ({ tx, actor }) => {
  const [{ active }, { rows }] = await Promise.all([
    countSignIns(tx, actor.company.id),
    sql<{
      sessions: number
    }>`select count(distinct s.family_id)::int as sessions from session s where s.company_id = ${actor.company.id} and ${openSession}`.execute(
      tx,
    ),
  ])
  return { users: active, sessions: rows[0]?.sessions ?? 0 }
})

export const publishHandler = handle(publishAcknowledgement, async (context) => {
  const { tx, actor, now, input } = context
  assertSeesWhole(actor)
  // One publication of a company after the other, so that each knows the version before it.
  await lockAdministration(tx, actor.company.id)
  const newest = input.intCode === null ? null : await newestOf(context, input.intCode)
  if (input.intCode !== null && !newest) throw refusal('NotFound')
  const version = (newest?.version ?? 0) + 1
  const intCode = newest?.int_code ?? (await freeCode(context))
  if (input.version !== version - 1) throw await publishedMeanwhile(context, newest?.id ?? null)
  const content = {
    title: input.title,
    text: input.text,
    changes: input.changes,
  } satisfies AcknowledgementContent
  if (newest) {
    if (
      languages.every(
        (language) =>
          newest.content.title[language] === content.title[language] &&
          newest.content.text[language] === content.text[language],
      )
    )
      throw refusal('NothingToChange')
    if (languages.some((language) => content.changes[language].trim() === '')) throw refusal('ChangesMissing')
  }
  const published = await tx
    .insertInto('acknowledgement')
    .values({
      company_id: actor.company.id,
      int_code: intCode,
      version,
      kind: newest?.kind ?? input.kind,
      content: JSON.stringify(content),
      published_at: sql`now()`,
      published_by: actor.name,
    })
    .returning(idOf(sql`int_code`, sql`version`).as('id'))
    .executeTakeFirstOrThrow()
  await (input.draft === null ? dropDraft(context) : takeDraft(context, input.draft))
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'acknowledgement.published',
        recordType,
        recordId: published.id,
        recordCode: `${content.title.en} ${version}`.slice(0, 100),
        before: newest ? { title: newest.content.title.en ?? '', version: newest.version } : null,
        after: { title: content.title.en, version },
      },
    ],
  })
  return { id: published.id, intCode, version }
})

async function freeCode({ tx, actor }: SessionContext): Promise<number> {
  const { last } = await tx
    .selectFrom('acknowledgement')
    .select(sql<number>`coalesce(max(int_code), 0)::int`.as('last'))
    .where('company_id', '=', actor.company.id)
    .executeTakeFirstOrThrow()
  return last + 1
}
