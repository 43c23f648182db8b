import { sendQuestion } from '@kervan/contract/knowledge/helper'
import { sql } from 'kysely'
import type { SessionContext } from '../../kit/context.ts'
import { newId } from '../../kit/database/uuid.ts'
import { handleOutside } from '../../kit/http/handle.ts'
import { fold } from '../../kit/lists/fold.ts'
import { answerFrom } from './answer.ts'
import { inOtherWords } from './endpoint.ts'
import { recordsNamed } from './records.ts'

export const sendQuestionHandler = handleOutside(
  sendQuestion,
  async (context) => {
    const { question } = context.input
    const grounds = await answerFrom(context, question)
    const records = await recordsNamed(context, question)
    if (!grounds.answer.knows && records.length === 0) await keepQuestion(context, question)
    const answer = { ...grounds.answer, records, knows: grounds.answer.knows || records.length > 0 }
    return { question, grounds: { ...grounds, answer } }
  },
  ({ question, grounds }, { services }) => inOtherWords(services, question, grounds),
)

/** Keeps a question without an answer; the same one asked again is counted. */
async function keepQuestion({ tx, actor, now, language }: SessionContext, question: string): Promise<void> {
  await sql`
    insert into knowledge_question as q (company_id, id, question, folded, language, state, asked_at, asked_by)
    values (${actor.company.id}, ${newId()}, ${question}, ${fold(question)}, ${language}, 'Open', ${now}, ${actor.name})
    on conflict (company_id, language, folded) where state = 'Open'
    do update set times = q.times + 1, asked_at = excluded.asked_at, asked_by = excluded.asked_by`.execute(tx)
}
