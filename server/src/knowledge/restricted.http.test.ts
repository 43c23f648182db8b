import {
  addArticleFiles,
  articles,
  getArticle,
  getArticleFile,
  getTree,
  getVersions,
  rateArticle,
} from '@kervan/contract/knowledge/articles'
import { sendQuestion } from '@kervan/contract/knowledge/helper'
import { findArticles } from '@kervan/contract/knowledge/search'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, page, type Shop } from '../../test/ordering.ts'
import { startPortal, type Portal, type User } from '../../test/portal.ts'
import { publish } from './articles.testing.ts'

// One article that is not for everybody, looked for in every way there is (KNB-001, KNB-002).

let portal: Portal
let shop: Shop
let articleId: string
let linking: string
let fileId: string
const secret = 'Quetzalcoatl'
const reads = [
  'KnowledgeBase',
  'knowledgeBase-getArticle',
  'knowledgeBase-sendRating',
  'knowledgeBase-sendQuestion',
]
const lists = ['knowledgeBase-getArticles', 'knowledgeBase-exportArticles']

let ofRole: User
beforeAll(async () => {
  portal = await startPortal({ worker: false })
  shop = await openShop(portal)
  ofRole = await shop.company.user({ permissions: reads })
  articleId = await publish(portal, shop.boss, {
    title: `${secret} margin`,
    body: `The ${secret} margin is seven percent.`,
    restricted: true,
    roleIds: [ofRole.roleId],
    partnerIds: [shop.customer.id],
  })
  linking = await publish(portal, shop.boss, {
    title: 'Open article',
    body: `See [more](article:${articleId}).`,
  })
  const { body } = await portal.upload(addArticleFiles, shop.boss.token, { articleId }, [
    { name: 'margin.pdf', body: '%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n' },
  ])
  fileId = (body as { files: { id: string }[] }).files[0]?.id ?? ''
})
afterAll(() => portal.close())

/** In which ways somebody comes to know of the article. */
async function waysOf(by: User): Promise<Record<string, boolean>> {
  const tree = await portal.call(getTree, by.token, {})
  const article = await portal.call(getArticle, by.token, { articleId })
  const found = await portal.call(findArticles, by.token, { search: `${secret} margin` })
  const answer = await portal.call(sendQuestion, by.token, { question: `What is the ${secret} margin?` })
  const file = await portal.post(`/api/${getArticleFile.name}`, { Token: by.token, articleFileId: fileId })
  const list = await portal.call(articles.page, by.token, { ...page, tab: 'all', search: secret })
  const count = await portal.call(articles.page, by.token, {
    ...page,
    tab: 'all',
    filters: { articleTitle: { contains: secret } },
  })
  const rated = await portal.call(rateArticle, by.token, { articleId, language: 'en', helpful: true })
  const link = await portal.call(getArticle, by.token, { articleId: linking })
  const versions = await portal.call(getVersions, by.token, { articleId, language: 'en' })
  const says = (one: unknown) => JSON.stringify(one ?? null).includes(secret)
  return {
    tree: says(tree.body),
    article: says(article.body),
    search: says((found.body as { hits?: unknown }).hits),
    helper: answer.status === 200 && answer.body.knows,
    helperWords: says(answer.body),
    file: file.status === 200,
    list: list.status === 200 && list.body.total > 0,
    count: count.status === 200 && count.body.total > 0,
    rating: rated.status === 200,
    link: says((link.body as { links?: unknown }).links),
    versions: versions.status === 200,
  }
}
const all = (is: boolean) => ({
  tree: is,
  article: is,
  search: is,
  helper: is,
  helperWords: is,
  file: is,
  rating: is,
  link: is,
})
const none = { ...all(false), list: false, count: false, versions: false }

describe('[KNB-001, KNB-002] a restricted article', () => {
  it('is known in every way to its roles, its partners and those who write', async () => {
    expect(await waysOf(ofRole)).toEqual({ ...all(true), list: false, count: false, versions: false })
    const buyer = await shop.company.user({ customer: shop.customer, permissions: reads })
    expect(await waysOf(buyer)).toEqual({ ...all(true), list: false, count: false, versions: false })
    expect(await waysOf(shop.boss)).toEqual({ ...all(true), list: true, count: true, versions: true })
  })

  it('is known in no way to anybody else, whatever else they may do', async () => {
    const other = await shop.company.customer()
    const strangers = [
      await shop.company.user({ permissions: reads }),
      await shop.company.user({ permissions: [...reads, ...lists] }),
      await shop.company.user({ customer: other, permissions: reads }),
      await shop.company.user({ customer: other }),
    ]
    for (const stranger of strangers) {
      expect(await waysOf(stranger)).toEqual(none)
    }
    const away = await openShop(portal)
    expect(await waysOf(away.boss)).toEqual(none)
  })

  it('stands in no workbook of who may not read it', async () => {
    const reader = await shop.company.user({ permissions: [...reads, ...lists] })
    const ask = (by: User) =>
      portal.post(`/api/${articles.excel.name}`, {
        Token: by.token,
        columns: ['articleTitle'],
        sort: [],
        filters: { articleTitle: { contains: secret } },
        search: '',
        tab: 'all',
      })
    const [theirs, ours] = [await ask(reader), await ask(shop.boss)]
    expect([theirs.status, ours.status]).toEqual([200, 200])
  })
})
