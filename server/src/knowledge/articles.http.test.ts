import {
  addArticleFiles,
  articleLimits,
  articles,
  createArticle,
  deleteArticle,
  discardDraft,
  getArticle,
  getArticleFile,
  getArticleSettings,
  getDraft,
  getTree,
  getVersion,
  getVersions,
  publishArticle,
  rateArticle,
  removeArticleFile,
  saveArticleSettings,
  saveDraft,
  withdrawArticle,
} from '@kervan/contract/knowledge/articles'
import { addDays } from '@kervan/contract/kit/days'
import { languages } from '@kervan/contract/kit/values'
import { screens } from '@kervan/contract/shell/screens'
import { newId } from '../kit/database/uuid.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, page, type Shop } from '../../test/ordering.ts'
import { startPortal, type Portal } from '../../test/portal.ts'
import { inCompany } from '../../test/statements.ts'
import { publish } from './articles.testing.ts'
import { manual, manualId } from './manual.ts'
import { pictureOf } from './manual-pictures.ts'

let portal: Portal
let shop: Shop
beforeAll(async () => {
  portal = await startPortal({ worker: false })
  shop = await openShop(portal)
})
afterAll(() => portal.close())

const read = (articleId: string, language: 'en' | 'tr' | 'de' = 'en') =>
  portal.call(getArticle, shop.boss.token, { articleId }, { language })
const inEnglish = (articleId: string) => ({ articleId, language: 'en' as const })
const settings = async (articleId: string) =>
  (await portal.call(getArticleSettings, shop.boss.token, { articleId })).body
async function saveSettings(articleId: string, over: object) {
  const { owner, roles, partners, ...now } = await settings(articleId)
  return portal.call(saveArticleSettings, shop.boss.token, {
    articleId,
    ...now,
    ownerId: owner?.id ?? null,
    roleIds: roles.map(({ id }) => id),
    partnerIds: partners.map(({ id }) => id),
    ...over,
  })
}

describe('[KNB-001] an article', () => {
  it('is a draft for editors until it is published, and then a version for everybody', async () => {
    const reader = await shop.company.user({ permissions: ['KnowledgeBase', 'knowledgeBase-getArticle'] })
    const { body } = await portal.call(createArticle, shop.boss.token, {
      area: 'orders',
      parentId: null,
      language: 'en',
      title: 'Delivery days',
    })
    const of = inEnglish(body.articleId)
    expect((await portal.call(getArticle, reader.token, { articleId: body.articleId })).body).toMatchObject({
      ErrorCode: 'NotFound',
    })
    expect(
      (await portal.call(publishArticle, shop.boss.token, { ...of, revision: 1, changes: '' })).body,
    ).toMatchObject({
      ErrorCode: 'ArticleEmpty',
    })
    await portal.call(saveDraft, shop.boss.token, {
      ...of,
      revision: 1,
      title: 'Delivery days',
      body: 'On *Tuesdays*.',
    })
    expect(
      (await portal.call(publishArticle, shop.boss.token, { ...of, revision: 2, changes: 'new' })).body,
    ).toEqual({
      number: 1,
    })
    expect((await portal.call(getArticle, reader.token, { articleId: body.articleId })).body).toMatchObject({
      title: 'Delivery days',
      body: 'On *Tuesdays*.',
      number: 1,
      actions: {},
    })
    expect(
      (await portal.call(publishArticle, shop.boss.token, { ...of, revision: 3, changes: '' })).body,
    ).toMatchObject({
      ErrorCode: 'ArticleUnchanged',
    })
    const { nodes } = (await portal.call(getTree, reader.token, {})).body
    expect(nodes).toContainEqual(
      expect.objectContaining({ id: body.articleId, area: 'orders', isManual: false }),
    )
  })

  it('stays readable while it is written on, keeps its versions and shows what changed', async () => {
    const articleId = await publish(portal, shop.boss, { title: 'Returns', body: 'Within 14 days.' })
    const of = inEnglish(articleId)
    await portal.call(saveDraft, shop.boss.token, {
      ...of,
      revision: 3,
      title: 'Returns',
      body: 'Within 30 days.',
    })
    expect((await read(articleId)).body.body).toBe('Within 14 days.')
    expect((await portal.call(getDraft, shop.boss.token, of)).body).toMatchObject({
      body: 'Within 30 days.',
      revision: 4,
      savedBy: shop.boss.name,
    })
    await portal.call(publishArticle, shop.boss.token, { ...of, revision: 4, changes: 'Longer' })
    expect((await portal.call(getVersions, shop.boss.token, of)).body.versions).toMatchObject([
      { number: 2, changes: 'Longer' },
      { number: 1 },
    ])
    expect((await portal.call(getVersion, shop.boss.token, { ...of, number: 2 })).body).toMatchObject({
      body: 'Within 30 days.',
      before: { body: 'Within 14 days.' },
    })
    await portal.call(withdrawArticle, shop.boss.token, of)
    expect((await portal.call(withdrawArticle, shop.boss.token, of)).body).toMatchObject({
      ErrorCode: 'ArticleState',
    })
  })

  it('tells the slower of two editors who was faster', async () => {
    const articleId = await publish(portal, shop.boss, { title: 'Two editors', body: 'One.' })
    const other = await shop.company.user({ like: shop.boss })
    const of = inEnglish(articleId)
    await portal.call(saveDraft, other.token, { ...of, revision: 3, title: 'Two editors', body: 'Theirs.' })
    const late = await portal.call(saveDraft, shop.boss.token, {
      ...of,
      revision: 3,
      title: 'T',
      body: 'Mine.',
    })
    expect(late.body).toMatchObject({ ErrorCode: 'ChangedMeanwhile', Facts: { changedBy: other.name } })
    await portal.call(discardDraft, other.token, { ...of, revision: 4 })
    expect((await portal.call(getDraft, other.token, of)).body).toMatchObject({
      hasDraft: false,
      body: 'One.',
    })
  })

  it('is shown in another language where it is not there in the reader’s', async () => {
    const articleId = await publish(portal, shop.boss, {
      title: 'Nur deutsch',
      body: 'Text.',
      language: 'de',
    })
    expect((await read(articleId, 'tr')).body).toMatchObject({ language: 'de', languages: ['de'] })
  })

  it('has a place in the tree, which may not run in a circle, and links that survive moving', async () => {
    const parentId = await publish(portal, shop.boss, { title: 'Parent', body: 'P.' })
    const child = await publish(portal, shop.boss, { title: 'Child', body: 'C.', parentId })
    const linking = await publish(portal, shop.boss, {
      title: 'Linking',
      body: `See [there](article:${child}).`,
    })
    expect((await saveSettings(parentId, { parentId: child })).body).toMatchObject({
      ErrorCode: 'ArticleParentWrong',
    })
    expect((await saveSettings(parentId, { area: 'company' })).status).toBe(200)
    expect((await settings(child)).area).toBe('company')
    expect((await saveSettings(child, { area: 'reports', parentId: null })).status).toBe(200)
    expect((await read(linking)).body.links).toEqual([{ id: child, title: 'Child' }])
    const gone = await portal.call(deleteArticle, shop.boss.token, {
      articleId: child,
      version: (await settings(child)).version,
    })
    expect(gone.status).toBe(200)
    expect((await read(linking)).body.links).toEqual([])
    expect((await read(child)).body).toMatchObject({ ErrorCode: 'NotFound' })
  })

  it('is not deleted while others stand below it', async () => {
    const parentId = await publish(portal, shop.boss, { title: 'Above', body: 'P.' })
    await publish(portal, shop.boss, { title: 'Below', body: 'C.', parentId })
    const answer = await portal.call(deleteArticle, shop.boss.token, { articleId: parentId, version: 1 })
    expect(answer.body).toMatchObject({ ErrorCode: 'ArticleHasChildren', Facts: { articles: 1 } })
  })

  it('has an owner and a review date, and is listed when it is overdue', async () => {
    const articleId = await publish(portal, shop.boss, { title: 'Old rules', body: 'Text.' })
    const yesterday = addDays(new Date().toISOString().slice(0, 10), -2)
    await saveSettings(articleId, { reviewOn: yesterday, ownerId: shop.boss.id })
    const { rows } = (await portal.call(articles.page, shop.boss.token, { ...page, tab: 'overdue' })).body
    expect(rows).toMatchObject([
      { articleId, reviewOverdue: true, articleOwner: shop.boss.name, reviewOn: yesterday },
    ])
    expect((await read(articleId)).body).toMatchObject({ isOverdue: true })
    expect((await saveSettings(articleId, { ownerId: newId() })).body).toMatchObject({
      ErrorCode: 'ArticleReaderUnknown',
    })
  })

  it('is found helpful or not, once by each reader', async () => {
    const articleId = await publish(portal, shop.boss, { title: 'Voted', body: 'Text.' })
    const of = inEnglish(articleId)
    await portal.call(rateArticle, shop.buyer.token, { ...of, helpful: true })
    await portal.call(rateArticle, shop.buyer.token, { ...of, helpful: false })
    await portal.call(rateArticle, shop.boss.token, { ...of, helpful: true })
    const { rows } = (
      await portal.call(articles.page, shop.boss.token, { ...page, tab: 'all', search: 'Voted' })
    ).body
    expect(rows).toMatchObject([{ helpfulVotes: 1, unhelpfulVotes: 1 }])
    expect(
      (await portal.call(rateArticle, shop.buyer.token, { ...of, articleId: newId(), helpful: true })).body,
    ).toMatchObject({ ErrorCode: 'NotFound' })
  })

  it('shows a file with the language it was added to, and where another text names it', async () => {
    const articleId = await publish(portal, shop.boss, { title: 'Forms', body: 'Text.' })
    const pdf = '%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF'
    const add = async (name: string, language?: string) => {
      const added = await portal.upload(
        addArticleFiles,
        shop.boss.token,
        { articleId, ...(language !== undefined && { language }) },
        [{ name, body: pdf }],
      )
      expect(added.status).toBe(200)
    }
    const write = async (language: 'en' | 'de', revision: number, body: string) => {
      const text = { articleId, language, title: 'Forms', body }
      await portal.call(saveDraft, shop.boss.token, { ...text, revision })
      const said = { articleId, language, revision: revision + 1, changes: '' }
      expect((await portal.call(publishArticle, shop.boss.token, said)).status).toBe(200)
    }
    await add('all.pdf')
    await add('formular.pdf', 'de')
    const names = async (language: 'en' | 'de') =>
      (await portal.call(getArticle, shop.boss.token, { articleId, language })).body.files.map(
        ({ name }) => name,
      )
    await write('de', 0, 'Text.')
    expect(await names('en')).toEqual(['all.pdf'])
    expect(await names('de')).toEqual(['all.pdf', 'formular.pdf'])
    const { body } = await portal.call(getArticle, shop.boss.token, { articleId, language: 'de' })
    const german = body.files.find(({ name }) => name === 'formular.pdf')?.id
    await write('en', 3, `[form](file:${german})`)
    expect(await names('en')).toEqual(['all.pdf', 'formular.pdf'])
  })

  it('has files, whose pictures are drawn anew', async () => {
    const articleId = await publish(portal, shop.boss, { title: 'Files', body: 'Text.' })
    const { default: sharp } = await import('sharp')
    const picture = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#fff' } })
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .jpeg()
      .toBuffer()
    const added = await portal.upload(addArticleFiles, shop.boss.token, { articleId }, [
      { name: 'scan.jpg', body: picture },
    ])
    const [file] = (await read(articleId)).body.files
    expect(added.status).toBe(200)
    expect(file).toMatchObject({ name: 'scan.jpg', type: 'image/jpeg' })
    const answer = await portal.post('/api/KnowledgeBase/GetFile', {
      Token: shop.buyer.token,
      articleFileId: file?.id,
    })
    expect(answer.status).toBe(200)
    const wrong = await portal.upload(addArticleFiles, shop.boss.token, { articleId }, [
      { name: 'run.jpg', body: '<script>alert(1)</script>' },
    ])
    expect(wrong.body).toMatchObject({ ErrorCode: 'FileTypeNotAllowed' })
    // As many as an article may have: one more is refused, with the limit.
    const { files } = articleLimits
    await inCompany(
      portal,
      shop.company.id,
      `insert into knowledge_file (company_id, id, article_id, file_id, name, type, bytes, added_at, added_by)
         select company_id, gen_random_uuid(), article_id, file_id, name || n, type, bytes, added_at, added_by
         from knowledge_file, generate_series(2, $3::int) n where company_id = $1 and article_id = $2`,
      [shop.company.id, articleId, files],
    )
    const oneMore = await portal.upload(addArticleFiles, shop.boss.token, { articleId }, [
      { name: 'scan.jpg', body: picture },
    ])
    expect(oneMore.body).toMatchObject({ ErrorCode: 'ArticleTooManyFiles', Facts: { limit: files } })
    await inCompany(
      portal,
      shop.company.id,
      `delete from knowledge_file where company_id = $1 and article_id = $2 and id <> $3`,
      [shop.company.id, articleId, file?.id],
    )
    await portal.call(removeArticleFile, shop.boss.token, { articleFileId: file?.id ?? '' })
    expect((await read(articleId)).body.files).toEqual([])
  })
})

describe('[KNB-001] the manual', () => {
  it('has an article for each screen in three languages', () => {
    const { texts } = manual()
    expect([...texts.en.keys()].toSorted()).toEqual(screens.map(({ key }) => key).toSorted())
    expect([...texts.tr.keys()]).toEqual([...texts.en.keys()])
    expect([...texts.de.keys()]).toEqual([...texts.en.keys()])
    for (const text of [...texts.en.values(), ...texts.tr.values(), ...texts.de.values()]) {
      expect(text.title).not.toBe('')
      expect(text.body.length).toBeGreaterThan(200)
      // Each screen and refusal that is quoted is there.
      expect(`${text.title} ${text.body}`).not.toMatch(/\{\{|\b(?:refusal|screen)\.\w/)
    }
  })

  it.each(screens.map(({ key }) => key))('opens at “?” on %s, in each language', async (screen) => {
    const titles = await Promise.all(
      languages.map(async (language) => {
        const { status, body } = await portal.call(getArticle, shop.boss.token, { screen }, { language })
        expect(status).toBe(200)
        expect(body).toMatchObject({ id: manualId(screen), isManual: true, language })
        return body.title
      }),
    )
    expect(titles.every(Boolean)).toBe(true)
  })

  it('has small pictures of its screens, which leave with their article alone', async () => {
    const all = languages.flatMap((language) =>
      screens.flatMap(({ key, path }) => (path.includes('$') ? [] : [{ picture: pictureOf(language, key) }])),
    )
    expect(all.filter(({ picture }) => picture).length / all.length).toBeGreaterThan(0.8)
    expect(all.filter(({ picture }) => (picture?.bytes ?? 0) > 60_000)).toEqual([])
    expect(all.reduce((sum, { picture }) => sum + (picture?.bytes ?? 0), 0)).toBeLessThan(6_000_000)
    const { body } = await portal.call(
      getArticle,
      shop.boss.token,
      { screen: 'newOrder' },
      { language: 'de' },
    )
    const [picture] = body.files
    expect(picture).toMatchObject({ type: 'image/webp' })
    expect(body.body).toContain(`](file:${picture?.id})`)
    const fetched = async (token: string) => {
      const answer = await fetch(`${portal.url}${getArticleFile.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ Token: token, articleFileId: picture?.id }),
      })
      return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength }
    }
    expect(await fetched(shop.boss.token)).toEqual({ status: 200, bytes: picture?.bytes })
    const stranger = await shop.company.user({ permissions: ['knowledgeBase-getArticle'] })
    expect((await fetched(stranger.token)).status).toBe(404)
  })

  it('opens the article of a screen for who may open the screen, the company’s own before it', async () => {
    const ask = (language: 'en' | 'de' = 'en') =>
      portal.call(getArticle, shop.boss.token, { screen: 'knowledgeBase' }, { language })
    expect((await ask('de')).body).toMatchObject({
      id: manualId('knowledgeBase'),
      isManual: true,
      title: 'Wissensdatenbank',
    })
    const articleId = await publish(portal, shop.boss, { title: 'Our own help', body: 'Text.' })
    expect((await saveSettings(articleId, { screen: 'knowledgeBase' })).status).toBe(200)
    expect((await ask()).body).toMatchObject({ id: articleId, isManual: false })
    const second = await publish(portal, shop.boss, { title: 'Another', body: 'Text.' })
    expect((await saveSettings(second, { screen: 'knowledgeBase' })).body).toMatchObject({
      ErrorCode: 'ArticleScreenTaken',
      Facts: { article: 'Our own help' },
    })
    const stranger = await shop.company.user({ permissions: ['knowledgeBase-getArticle'] })
    expect(
      (await portal.call(getArticle, stranger.token, { articleId: manualId('knowledgeBase') })).body,
    ).toMatchObject({ ErrorCode: 'NotFound' })
  })
})
