/** The parts of the knowledge base, in the order in which the tree shows them. */
export const knowledgeAreas = [
  'general',
  'orders',
  'company',
  'services',
  'porta',
  'trace',
  'reports',
  'fuel',
  'account',
] as const
export type KnowledgeArea = (typeof knowledgeAreas)[number]

/** The states of an article in one language (KNB-001). */
export const articleStates = ['Draft', 'Published', 'Withdrawn'] as const
export type ArticleState = (typeof articleStates)[number]

/** Questions that the helper could not answer: still to be answered by an article, or closed by an editor. */
export const questionStates = ['Open', 'Closed'] as const

/** Views of the editors' list, and the parts of the page as its address names them. */
export const articleTabs = ['all', 'drafts', 'overdue'] as const
export type ArticleTab = (typeof articleTabs)[number]
export const knowledgeViews = ['read', 'manage', 'questions'] as const
export const knowledgeDoings = ['edit', 'versions'] as const
