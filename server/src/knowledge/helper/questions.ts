import { closeQuestion, questions } from '@kervan/contract/knowledge/helper'
import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import type { SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { folded } from '../../kit/lists/fold.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { assertWholeCompany } from '../../kit/master/records.ts'
import { record } from '../../kit/records/audit.ts'
import { offer } from '../../kit/records/offer.ts'
import { wholeCompanyOnly } from '../../kit/records/scope.ts'

// Questions that the helper could not answer, for who writes articles.

const refusedToClose = (state: string): Refusal | null =>
  state === 'Open' ? null : refusal('QuestionClosed')

export const questionList = serveList(
  questions,
  'knowledgeQuestions',
  ({ actor }: SessionContext) => ({
    from: sql`knowledge_question q`,
    where: [sql`q.company_id = ${actor.company.id}`, ...wholeCompanyOnly(actor)],
    id: sql`q.id`,
    key: sql`q.id`,
    columns: {
      askedQuestion: sql`q.question`,
      questionLanguage: sql`q.language`,
      questionState: sql`q.state`,
      askedTimes: sql`q.times`,
      questionAskedAt: sql`q.asked_at`,
      questionAskedBy: sql`q.asked_by`,
      questionClosedAt: sql`q.closed_at`,
      questionClosedBy: sql`q.closed_by`,
    },
    search: folded(sql`q.question`),
  }),
  ({ questionState }, context) => ({
    actions: offer(context, { close: closeQuestion }, () => refusedToClose(questionState)),
  }),
)

export const closeQuestionHandler = handle(closeQuestion, async (context) => {
  assertWholeCompany(context)
  const { tx, actor, now, input } = context
  const company = actor.company.id
  const { rows } = await sql<{ state: string; question: string }>`
    select q.state, q.question from knowledge_question q where q.company_id = ${company} and q.id = ${input.questionId} for update of q`.execute(
    tx,
  )
  const [found] = rows
  if (!found) throw refusal('NotFound')
  const refused = refusedToClose(found.state)
  if (refused) throw refused
  await sql`
    update knowledge_question q set state = 'Closed', closed_at = ${now}, closed_by = ${actor.name}
    where q.company_id = ${company} and q.id = ${input.questionId}`.execute(tx)
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'article.questionClosed',
        recordType: 'knowledgeQuestion',
        recordId: input.questionId,
        recordCode: found.question.slice(0, 80),
      },
    ],
  })
  return { done: true } as const
})
