import { sql } from 'kysely'
import { wordsOfNotice } from '@kervan/contract/kit/notice-event'
import { noticeEventOf, type NoticeEvent } from '@kervan/contract/kit/notices'
import { defaultLanguage, languages, type Language } from '@kervan/contract/kit/values'
import type { CalendarWork } from '../kit/work/schedule.ts'
import { enqueueMail } from '../kit/work/outbox.ts'
import { translate } from '../kit/messages.ts'

// One mail a day of what is unread, for events that somebody wants to hear of that way (ORD-024).

const shown = 30
const membersAtOnce = 200

type Row = {
  membership_id: string
  language: string
  username: string
  name: string
  company: string
  total: number
  notices: { event: string; facts: Record<string, string | number | null> }[]
}

export const noticeDigestWork: CalendarWork = {
  name: 'noticeDigest',
  expression: '0 7 * * *',
  catchUp: 'latest',
  quiet: true,
  isNeeded: async ({ tx, companyId }) => {
    const { rows } = await sql`select from notice where company_id = ${companyId} and digest limit 1`.execute(
      tx,
    )
    return rows.length > 0
  },
  async run({ tx, services, companyId }) {
    const { rows: members } = await sql<{ id: string }>`
      select distinct membership_id as id from notice where company_id = ${companyId} and digest order by 1 limit ${membersAtOnce}`.execute(
      tx,
    )
    const { rows } = await sql<Row>`
      with told as (
        update notice set digest = false
        where company_id = ${companyId} and digest and membership_id = any(${members.map(({ id }) => id)}::uuid[])
        returning membership_id, id, event, facts, read_at)
      select t.membership_id, m.language, i.username, i.first_name || ' ' || i.last_name as name, c.name as company, count(*)::int as total,
        json_agg(json_build_object('event', t.event, 'facts', t.facts) order by t.id) as notices
      from told t
        join membership m on m.company_id = ${companyId} and m.id = t.membership_id and m.state = 'Active'
        join identity i on i.id = m.identity_id
        join company c on c.id = m.company_id
      where t.read_at is null
      group by t.membership_id, m.language, i.username, i.first_name, i.last_name, c.name`.execute(tx)
    for (const row of rows) {
      const language = languages.find((one) => one === row.language) ?? defaultLanguage
      await enqueueMail(tx, services.jobs, companyId, {
        to: row.username,
        language,
        template: 'noticeDigest',
        facts: {
          name: row.name,
          company: row.company,
          count: row.total,
          list: row.notices
            .slice(0, shown)
            .flatMap(({ event, facts }) => {
              const known = noticeEventOf(event)
              return known ? [`- ${sentence(language, known, facts)}`] : []
            })
            .join('\n'),
        },
      })
    }
    return { counts: { mails: rows.length }, more: members.length === membersAtOnce }
  },
}

/** As the bell says it. */
function sentence(language: Language, event: NoticeEvent, facts: Row['notices'][number]['facts']): string {
  const { count, job, kind } = facts
  return translate(language, wordsOfNotice(event, facts), {
    ...facts,
    count: Number(count ?? 0),
    amount: Number(count ?? 0),
    ...(typeof job === 'string' && { job: translate(language, `notice.job.${job}`) }),
    ...(typeof kind === 'string' && { kind: translate(language, `kind.${kind}.many`) }),
  })
}
