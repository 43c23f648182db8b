import { z } from 'zod'
import { actionsField } from '../kit/actions.ts'
import { Binary, call, Done, Nothing, Uuid, Version } from '../kit/call.ts'
import { wordType } from '../kit/file-endings.ts'
import { workbookType } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { DateOnly, Instant, languages, text } from '../kit/values.ts'
import { screens } from '../shell/screens.ts'
import { articleStates, articleTabs, knowledgeAreas } from './words.ts'

// The knowledge base (KNB-001): articles of the company and the manual of the portal, in three languages. An article has
// an id, a place in the tree and readers; each language of it has a draft, a published text and its versions.

export const articleLimits = { title: 160, body: 60_000, changes: 500, files: 50, fileBytes: 10_000_000 }

const ArticleLanguage = z.enum(languages)
/** A screen by its key in the contract; its article is what `?` opens there. */
export const ScreenName = z.enum(screens.map(({ key }) => key))

const Node = z.strictObject({
  id: Uuid,
  parentId: Uuid.nullable(),
  area: z.enum(knowledgeAreas),
  title: z.string(),
  /** The language it is shown in: the reader's, or the first one that it has. */
  language: ArticleLanguage,
  state: z.enum(articleStates),
  hasDraft: z.boolean(),
  restricted: z.boolean(),
  /** Comes with the portal and cannot be changed. */
  isManual: z.boolean(),
})
export type ArticleNode = z.infer<typeof Node>

export const getTree = call('KnowledgeBase/GetTree', {
  reads: true,
  sharesPermission: 'GetArticle',
  input: Nothing,
  output: z.strictObject({ nodes: z.array(Node) }),
  refusals: [],
})

const ArticleFile = z.strictObject({ id: Uuid, name: z.string(), type: z.string(), bytes: z.int() })
export type ArticleFile = z.infer<typeof ArticleFile>

const Article = z.strictObject({
  id: Uuid,
  version: z.int(),
  area: z.enum(knowledgeAreas),
  parentId: Uuid.nullable(),
  title: z.string(),
  /** Markdown; HTML in it is text. */
  body: z.string(),
  language: ArticleLanguage,
  /** Languages in which it can be read. */
  languages: z.array(ArticleLanguage),
  state: z.enum(articleStates),
  /** The version that is shown; 0 where none was ever published. */
  number: z.int(),
  publishedAt: Instant.nullable(),
  publishedBy: z.string().nullable(),
  screen: ScreenName.nullable(),
  isManual: z.boolean(),
  restricted: z.boolean(),
  ownerName: z.string().nullable(),
  reviewOn: DateOnly.nullable(),
  isOverdue: z.boolean(),
  files: z.array(ArticleFile),
  /** Articles that the text names by their id, as far as the reader may read them. */
  links: z.array(z.strictObject({ id: Uuid, title: z.string() })),
  /** Whether the reader has found it helpful; null where they have not said. */
  helpful: z.boolean().nullable(),
  actions: actionsField(['edit', 'publish', 'withdraw', 'settings', 'remove']),
})
export type Article = z.infer<typeof Article>

/** One article, by its id or by the screen that it is about. Without `language` in the reader's own, or the first it has. */
export const getArticle = call('KnowledgeBase/GetArticle', {
  reads: true,
  input: z.strictObject({
    articleId: Uuid.optional(),
    screen: ScreenName.optional(),
    language: ArticleLanguage.optional(),
  }),
  output: Article,
  refusals: ['NotFound'],
})

/** A file of an article that the reader may read. */
export const getArticleFile = call('KnowledgeBase/GetFile', {
  reads: true,
  kind: 'download',
  sharesPermission: 'GetArticle',
  input: z.strictObject({ articleFileId: Uuid }),
  output: Binary,
  refusals: ['NotFound'],
})

export const rateArticle = call('KnowledgeBase/SendRating', {
  input: z.strictObject({ articleId: Uuid, language: ArticleLanguage, helpful: z.boolean() }),
  output: Done,
  refusals: ['NotFound'],
})

// What editors do.

export const articles = pageList('KnowledgeBase/GetArticles', {
  columns: {
    articleTitle: column.text(),
    articleArea: column.choice(knowledgeAreas, { words: 'knowledgeArea' }),
    articleLanguage: column.choice(languages, { words: 'language' }),
    articleState: column.choice(articleStates, { words: 'articleState' }),
    articleDraft: column.flag(),
    articleRestricted: column.flag(),
    articleOwner: column.text({ nullable: true }),
    reviewOn: column.date({ nullable: true }),
    reviewOverdue: column.flag(),
    articlePublishedAt: column.instant({ nullable: true }),
    articlePublishedBy: column.text({ nullable: true }),
    helpfulVotes: column.integer(),
    unhelpfulVotes: column.integer(),
  },
  extra: { id: Uuid, articleId: Uuid },
  scope: { tab: z.enum(articleTabs) },
  defaultSort: [{ column: 'articleTitle', direction: 'asc' }],
  search: true,
})

const Revision = z.int().min(0).max(2_000_000_000)
const of = { articleId: Uuid, language: ArticleLanguage }

export const createArticle = call('KnowledgeBase/CreateArticle', {
  input: z.strictObject({
    area: z.enum(knowledgeAreas),
    parentId: Uuid.nullable(),
    language: ArticleLanguage,
    title: text(articleLimits.title),
  }),
  output: z.strictObject({ articleId: Uuid }),
  refusals: ['ArticleParentWrong', 'WholeCompanyNeeded'],
})

/** What is being written of an article in one language; where nothing is, what stands published. */
export const getDraft = call('KnowledgeBase/GetDraft', {
  reads: true,
  sharesPermission: 'SaveDraft',
  input: z.strictObject(of),
  output: z.strictObject({
    title: z.string(),
    body: z.string(),
    revision: z.int(),
    state: z.enum(articleStates),
    hasDraft: z.boolean(),
    savedAt: Instant.nullable(),
    savedBy: z.string().nullable(),
    files: z.array(ArticleFile),
  }),
  refusals: ['NotFound', 'WholeCompanyNeeded'],
})

/** Keeps what is written; refused where somebody else saved in between. */
export const saveDraft = call('KnowledgeBase/SaveDraft', {
  input: z.strictObject({
    ...of,
    revision: Revision,
    title: text(articleLimits.title, 0),
    body: text(articleLimits.body, 0),
  }),
  output: z.strictObject({ revision: z.int() }),
  refusals: ['NotFound', 'ChangedMeanwhile', 'WholeCompanyNeeded'],
})

export const discardDraft = call('KnowledgeBase/DiscardDraft', {
  input: z.strictObject({ ...of, revision: Revision }),
  output: Done,
  refusals: ['NotFound', 'ChangedMeanwhile', 'WholeCompanyNeeded'],
})

export const publishArticle = call('KnowledgeBase/PublishArticle', {
  input: z.strictObject({ ...of, revision: Revision, changes: text(articleLimits.changes, 0) }),
  output: z.strictObject({ number: z.int() }),
  refusals: [
    'NotFound',
    'ChangedMeanwhile',
    'ArticleEmpty',
    'ArticleUnchanged',
    'ArticleState',
    'WholeCompanyNeeded',
  ],
})

/** Takes an article in one language out of reading; its versions stay with the editors. */
export const withdrawArticle = call('KnowledgeBase/WithdrawArticle', {
  input: z.strictObject(of),
  output: Done,
  refusals: ['NotFound', 'ArticleState', 'WholeCompanyNeeded'],
})

const Named = z.strictObject({ id: Uuid, name: z.string() })
export type NamedChoice = z.infer<typeof Named>

/** Place, owner, review and readers of an article. */
export const getArticleSettings = call('KnowledgeBase/GetArticleSettings', {
  reads: true,
  sharesPermission: 'SaveArticleSettings',
  input: z.strictObject({ articleId: Uuid }),
  output: z.strictObject({
    version: z.int(),
    area: z.enum(knowledgeAreas),
    parentId: Uuid.nullable(),
    screen: ScreenName.nullable(),
    owner: Named.nullable(),
    reviewOn: DateOnly.nullable(),
    restricted: z.boolean(),
    roles: z.array(Named),
    partners: z.array(Named),
  }),
  refusals: ['NotFound', 'WholeCompanyNeeded'],
})

const someIds = z.array(Uuid).max(200)
/** Sets them. Restricted to nobody means: editors alone. */
export const saveArticleSettings = call('KnowledgeBase/SaveArticleSettings', {
  input: z.strictObject({
    articleId: Uuid,
    version: Version,
    area: z.enum(knowledgeAreas),
    parentId: Uuid.nullable(),
    screen: ScreenName.nullable(),
    ownerId: Uuid.nullable(),
    reviewOn: DateOnly.nullable(),
    restricted: z.boolean(),
    roleIds: someIds,
    partnerIds: someIds,
  }),
  output: z.strictObject({ version: z.int() }),
  refusals: [
    'NotFound',
    'ChangedMeanwhile',
    'ArticleParentWrong',
    'ArticleScreenTaken',
    'ArticleReaderUnknown',
    'WholeCompanyNeeded',
  ],
})

/** Members, roles and business partners whose name has the words: owners and readers to choose from. */
export const findReaders = call('KnowledgeBase/FindReaders', {
  reads: true,
  sharesPermission: 'SaveArticleSettings',
  input: z.strictObject({ search: text(100, 0) }),
  output: z.strictObject({ people: z.array(Named), roles: z.array(Named), partners: z.array(Named) }),
  refusals: ['WholeCompanyNeeded'],
})

export const deleteArticle = call('KnowledgeBase/DeleteArticle', {
  input: z.strictObject({ articleId: Uuid, version: Version }),
  output: Done,
  refusals: ['NotFound', 'ChangedMeanwhile', 'ArticleHasChildren', 'WholeCompanyNeeded'],
})

/** Adds files; pictures are drawn anew, so that nothing hidden in them goes along. */
export const addArticleFiles = call('KnowledgeBase/AddFiles', {
  kind: 'upload',
  upload: {
    maxFiles: 10,
    maxBytes: articleLimits.fileBytes,
    types: ['image/png', 'image/jpeg', 'application/pdf', workbookType, wordType],
    keepsName: true,
  },
  /** With a language they belong to that text of the article, otherwise to all of them. */
  input: z.strictObject({ articleId: Uuid, language: ArticleLanguage.optional() }),
  output: z.strictObject({ files: z.array(ArticleFile) }),
  refusals: [
    'NotFound',
    'ArticleTooManyFiles',
    'PictureTooManyPixels',
    'FileQuotaReached',
    'WholeCompanyNeeded',
  ],
})

export const removeArticleFile = call('KnowledgeBase/RemoveFile', {
  input: z.strictObject({ articleFileId: Uuid }),
  output: Done,
  refusals: ['NotFound', 'WholeCompanyNeeded'],
})

/** The versions of an article in one language, the newest first. */
export const getVersions = call('KnowledgeBase/GetVersions', {
  reads: true,
  sharesPermission: 'GetArticles',
  input: z.strictObject(of),
  output: z.strictObject({
    versions: z.array(
      z.strictObject({
        number: z.int(),
        title: z.string(),
        changes: z.string(),
        publishedAt: Instant,
        publishedBy: z.string(),
      }),
    ),
  }),
  refusals: ['NotFound', 'WholeCompanyNeeded'],
})

export const getVersion = call('KnowledgeBase/GetVersion', {
  reads: true,
  sharesPermission: 'GetArticles',
  input: z.strictObject({ ...of, number: z.int().min(1).max(100_000) }),
  output: z.strictObject({
    title: z.string(),
    body: z.string(),
    /** The text of the version before; null where it is the first. */
    before: z.strictObject({ title: z.string(), body: z.string() }).nullable(),
  }),
  refusals: ['NotFound', 'WholeCompanyNeeded'],
})
