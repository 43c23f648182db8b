import {
  createArticle,
  publishArticle,
  saveArticleSettings,
  saveDraft,
} from '@kervan/contract/knowledge/articles'
import type { KnowledgeArea } from '@kervan/contract/knowledge/words'
import type { Language } from '@kervan/contract/kit/values'
import type { Portal, User } from '../../test/portal.ts'

// For tests: articles, written and published as an editor does it.

export type Written = {
  title: string
  body: string
  language?: Language
  area?: KnowledgeArea
  parentId?: string
  /** Where it is restricted: to whom. */
  roleIds?: string[]
  partnerIds?: string[]
  restricted?: boolean
}

/** Publishes an article; answers its id. */
export async function publish(portal: Portal, by: User, written: Written): Promise<string> {
  const { title, body, language = 'en', area = 'orders', parentId = null } = written
  const { body: created } = await portal.call(createArticle, by.token, { area, parentId, language, title })
  const { articleId } = created
  if (written.restricted)
    await portal.call(saveArticleSettings, by.token, {
      articleId,
      version: 1,
      area,
      parentId,
      screen: null,
      ownerId: null,
      reviewOn: null,
      restricted: true,
      roleIds: written.roleIds ?? [],
      partnerIds: written.partnerIds ?? [],
    })
  await portal.call(saveDraft, by.token, { articleId, language, revision: 1, title, body })
  const answer = await portal.call(publishArticle, by.token, {
    articleId,
    language,
    revision: 2,
    changes: '',
  })
  if (answer.status !== 200) throw new Error(`an article was not published: ${JSON.stringify(answer.body)}`)
  return articleId
}
