import { sql } from 'kysely'
import { part, type Part } from '../kit/parts.ts'
import { rowsOf } from '../kit/records/retention.ts'

export const parts: readonly Part[] = [
  part('retention', {
    what: 'knowledgeQuestions',
    days: 365,
    remove: rowsOf('knowledge_question', (scope) => sql`r.asked_at < ${scope.before}`),
  }),
]
