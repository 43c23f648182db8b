import { screenParts, type AreaScreens } from '../kit/page/screen.ts'
import { knowledgeSearch } from './search.ts'

export const screens: AreaScreens = {
  knowledgeBase: screenParts({
    component: () => import('./KnowledgeBase.tsx'),
    search: knowledgeSearch,
  }),
}
