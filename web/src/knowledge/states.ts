import { cancelled, external, finished, pending, type StateLooks } from '../kit/values/looks.ts'

/** The states of an article in one language, and of questions without an answer. */
export const looks: StateLooks = {
  articleState: { Draft: external, Published: finished, Withdrawn: cancelled },
  questionState: { Open: pending, Closed: finished },
}
