import { refusal, type Refusal } from '../kit/refusals.ts'
import { stateTable } from '../kit/state-table.ts'
import { articleStates, type ArticleState } from './words.ts'

/** The life of an article in one language (KNB-001). What is published stays readable while its next text is a draft. */
export const articleTable = stateTable({
  name: 'article',
  states: articleStates,
  initial: 'Draft',
  final: [],
  moves: {
    publish: { from: ['Draft', 'Published', 'Withdrawn'], to: 'Published', who: ['editor'] },
    withdraw: { from: ['Published'], to: 'Withdrawn', who: ['editor'] },
  },
})
export type ArticleAction = keyof typeof articleTable.moves

/** Why this cannot be done with an article, or null when it can. */
export function refusedOnArticle(action: ArticleAction, state: ArticleState): Refusal | null {
  return articleTable.allows(action, state, 'editor')
    ? null
    : refusal('ArticleState', { articleState: state })
}
