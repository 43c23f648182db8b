import type { Operations } from '../kit/operation-types.ts'

/** What the audit log calls the operations of the knowledge base. */
export const knowledgeOperations = {
  'article.created': null,
  'article.published': null,
  'article.withdrawn': null,
  'article.settingsChanged': null,
  'article.deleted': null,
  'article.fileAdded': null,
  'article.fileRemoved': null,
  'article.questionClosed': null,
} as const satisfies Operations

export const knowledgeRecordTypes = ['knowledgeArticle', 'knowledgeQuestion'] as const
