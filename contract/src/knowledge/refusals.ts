import type { RefusalEntry } from '../kit/refusal-entry.ts'

/** Refusals of the knowledge base. */
export const knowledgeRefusals = {
  ArticleEmpty: { status: 422, facts: [] },
  ArticleUnchanged: { status: 409, facts: [] },
  ArticleState: { status: 409, facts: ['articleState'] },
  ArticleParentWrong: { status: 422, facts: [] },
  ArticleHasChildren: { status: 409, facts: ['articles'] },
  ArticleReaderUnknown: { status: 422, facts: [] },
  ArticleScreenTaken: { status: 409, facts: ['article'] },
  ArticleTooManyFiles: { status: 422, facts: ['limit'] },
  QuestionClosed: { status: 409, facts: [] },
} as const satisfies Record<string, RefusalEntry>
