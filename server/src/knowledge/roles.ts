import type { AreaRoles } from '../access/access.api.ts'

export const roles: AreaRoles = {
  reads: {
    KnowledgeBase: ['knowledgeBase-getArticle', 'knowledgeBase-sendRating', 'knowledgeBase-sendQuestion'],
  },
}
