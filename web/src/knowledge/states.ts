import { cancelled, external, finished, type StateLooks } from '../kit/values/looks.ts'

/** The states of an article in one language. */
export const looks: StateLooks = {
  articleState: { Draft: external, Published: finished, Withdrawn: cancelled },
}
