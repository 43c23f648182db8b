import { lockAdministration, type AcknowledgementContent } from '../../access/access.api.ts'
import { sql, type RawBuilder } from 'kysely'
import {
  acknowledgementChoiceList,
  acknowledgementVersions,
  getAcknowledgementReach,
  getAcknowledgementVersion,
  publishAcknowledgement,
  type AcknowledgementText,
  type AcknowledgementVersion,
} from '@kervan/contract/administration/acknowledgement-versions'
import { refusal } from '@kervan/contract/kit/refusals'
import { languages, type Language } from '@kervan/contract/kit/values'
import { recordOf } from '@kervan/contract/kit/typed'
import { assertSeesWhole, countSignIns, openSession, seenPerson, userScope } from '../administration.api.ts'
import { record } from '../../kit/records/audit.ts'
import type { Actor, SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { folded } from '../../kit/lists/fold.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { dropDraft, takeDraft } from './acknowledgement-drafts.ts'
import { idOf, newestOf, publishedMeanwhile, recordType, type Kind } from './acknowledgement.sql.ts'

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
const isCurrent = (actor: Actor) =>
  sql<boolean>`not exists (select from acknowledgement n where n.company_id = ${actor.company.id} and n.int_code = a.int_code and n.version > a.version and n.published_at <= now())`
/** Of the people the reader may see, as in the list behind each figure: how many agreed, did not, and are still to be asked. */
function counts(actor: Actor) {
  const scope = sql.join(userScope(actor), sql` and `)
  const ofVersion = (c: RawBuilder<unknown>) =>
    sql`${c}.company_id = ${actor.company.id} and ${c}.int_code = a.int_code and ${c}.version = a.version`
  const agreedLater = sql`exists (select from acknowledgement_choice y where ${ofVersion(sql`y`)} and y.membership_id = c.membership_id and y.choice = 'Activated')`
  const answered = sql`exists (select from acknowledgement_choice c where ${ofVersion(sql`c`)} and c.membership_id = m.id)`
  const said = (
    choice: RawBuilder<unknown>,
  ) => sql<number>`(select count(distinct c.membership_id) from acknowledgement_choice c
    join membership m on m.company_id = c.company_id and m.id = c.membership_id where ${ofVersion(sql`c`)} and ${scope} and ${choice})`
  return {
    activated: said(sql`c.choice = 'Activated'`),
    rejected: said(sql`c.choice = 'Rejected' and not ${agreedLater}`),
    waiting: sql<number>`case when ${isCurrent(actor)} then (select count(*) from membership m where ${scope} and ${isPerson} and not ${answered}) else 0 end`,
  }
}

const isOut = sql`a.published_at <= now()`

function said(part: 'title' | 'text' | 'changes', language: Language): RawBuilder<string> {
  return sql<string>`coalesce(a.content -> ${part} ->> ${language}, a.content -> ${part} ->> 'en', '')`
}

export const versionList = serveList(
  acknowledgementVersions,
  'acknowledgementVersions',
  ({ actor, language }) => {
    const title = said('title', language)
    return {
      from: sql`acknowledgement a`,
      where: [sql`a.company_id = ${actor.company.id}`, isOut],
      id,
      columns: {
        title,
        version: sql`a.version`,
        acknowledgementKind: sql`a.kind`,
        current: isCurrent(actor),
        publishedAt: sql`a.published_at`,
        publishedBy: sql`a.published_by`,
        ...counts(actor),
      },
      extra: { intCode: sql`a.int_code` },
      search: folded(title),
    }
  },
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
      (select b.content from acknowledgement b where b.company_id = ${actor.company.id} and b.int_code = a.int_code and b.version < a.version and b.published_at <= now() order by b.version desc limit 1) as before,
      (select max(n.version) from acknowledgement n where n.company_id = ${actor.company.id} and n.int_code = a.int_code and n.published_at <= now()) as newest
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
    recordOf(languages, (language) => content[key][language] ?? '')
  return { title: part('title'), text: part('text'), changes: part('changes') }
}

/** Those who answered; of the newest version also those who are still to be asked. A yes counts, whatever else was said. */
export const choiceList = serveList(
  acknowledgementChoiceList,
  'acknowledgementChoices',
  ({ actor }, { intCode, version }) => ({
    from: sql`acknowledgement a join membership m on m.company_id = a.company_id join ${seenPerson}
      left join lateral (
        select o.choice, o.at, o.address from acknowledgement_choice o
        where o.company_id = ${actor.company.id} and o.membership_id = m.id and o.int_code = a.int_code and o.version = a.version order by o.choice = 'Activated' desc, o.at desc limit 1) c on true`,
    where: [
      ...userScope(actor),
      sql`a.company_id = ${actor.company.id} and a.int_code = ${intCode} and a.version = ${version}`,
      isOut,
      sql`(c.choice is not null or (${isCurrent(actor)} and ${isPerson}))`,
    ],
    id: sql`m.id`,
    columns: {
      name: sql`i.first_name || ' ' || i.last_name`,
      username: sql`i.username`,
      userType: sql`m.user_type`,
      answer: sql`coalesce(c.choice, 'Waiting')`,
      at: sql`c.at`,
      address: sql`c.address`,
    },
    search: sql`i.search_text`,
  }),
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
