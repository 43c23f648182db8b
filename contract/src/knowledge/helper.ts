import { z } from 'zod'
import { actionsField } from '../kit/actions.ts'
import { call, Done, Uuid } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { FoundRecord } from '../kit/found-record.ts'
import { languages, text } from '../kit/values.ts'
import { questionStates } from './words.ts'

// The helper (KNB-002): answers a question with sentences of articles that the asker may read, and says when it does not know.

const Source = z.strictObject({
  articleId: Uuid,
  title: z.string(),
  heading: z.string(),
  language: z.enum(languages),
  isManual: z.boolean(),
})
export type HelperSource = z.infer<typeof Source>

const HelperAnswer = z.strictObject({
  /** False: nothing that the asker may read answers it, and the question is kept for editors. */
  knows: z.boolean(),
  /** Each with the place of its source among `sources`. */
  sentences: z.array(z.strictObject({ text: z.string(), source: z.int() })),
  sources: z.array(Source),
  /** Records whose code the question names, as far as the asker may see them: what each is, said in a sentence. */
  records: z.array(z.strictObject({ text: z.string(), record: FoundRecord })),
  /** What was found in another language, where the own one has no answer. */
  others: z.array(Source),
})
export type HelperAnswer = z.infer<typeof HelperAnswer>

/** Asks the helper. It changes nothing but the list of questions that it could not answer. */
export const sendQuestion = call('KnowledgeBase/SendQuestion', {
  requestKey: false,
  input: z.strictObject({ question: text(500) }),
  output: HelperAnswer,
  refusals: [],
})

/** Questions without an answer, for who writes articles. */
export const questions = pageList('KnowledgeBase/GetQuestions', {
  columns: {
    askedQuestion: column.text(),
    questionLanguage: column.choice(languages, { words: 'language' }),
    questionState: column.choice(questionStates, { words: 'questionState' }),
    askedTimes: column.integer(),
    questionAskedAt: column.instant(),
    questionAskedBy: column.text(),
    questionClosedAt: column.instant({ nullable: true }),
    questionClosedBy: column.text({ nullable: true }),
  },
  extra: { id: Uuid, actions: actionsField(['close']) },
  defaultSort: [{ column: 'questionAskedAt', direction: 'desc' }],
  search: true,
})

/** Takes a question from the list: an article answers it now, or nobody needs the answer. */
export const closeQuestion = call('KnowledgeBase/CloseQuestion', {
  input: z.strictObject({ questionId: Uuid }),
  output: Done,
  refusals: ['NotFound', 'QuestionClosed', 'WholeCompanyNeeded'],
})
