import type { AreaFields } from '../../test/record-fields.ts'

// What strangers and those who may not read an article are told stands in restricted.http.test.ts.
export const fields: AreaFields = {
  noRecord: {
    articleId: 'of the whole company, or restricted to roles and partners',
    articleFileId: 'a file of such an article',
    questionId: 'of the whole company, for who sees all of it',
    'KnowledgeBase/CreateArticle.parentId': 'an article of the whole company',
    'KnowledgeBase/SaveArticleSettings.parentId': 'an article of the whole company',
    'KnowledgeBase/SaveArticleSettings.ownerId': 'a member, by who sees the whole company',
    'KnowledgeBase/SaveArticleSettings.roleIds': 'roles, by who sees the whole company',
    'KnowledgeBase/SaveArticleSettings.partnerIds': 'partners, by who sees the whole company',
  },
}
