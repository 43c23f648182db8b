import { articleTabs, knowledgeDoings, knowledgeViews } from '@kervan/contract/knowledge/words'
import { languages } from '@kervan/contract/kit/values'
import { z } from 'zod'
import { gridSearchShape } from '../kit/grid/gridSearch.ts'

export const knowledgeSearch = z.object({
  ...gridSearchShape,
  view: z.enum(knowledgeViews).optional().catch(undefined),
  tab: z.enum(articleTabs).optional().catch(undefined),
  article: z.uuid().optional().catch(undefined),
  /** The article about a screen, by its key. */
  screen: z.string().max(60).optional().catch(undefined),
  lang: z.enum(languages).optional().catch(undefined),
  doing: z.enum(knowledgeDoings).optional().catch(undefined),
  find: z.union([z.string(), z.number()]).transform(String).optional().catch(undefined),
})
