import { z } from 'zod'
import { call, Uuid } from '../kit/call.ts'
import { languages, text } from '../kit/values.ts'

/** What is found for some words, each hit with the passage that holds them. */
const Hit = z.strictObject({
  articleId: Uuid,
  title: z.string(),
  heading: z.string(),
  /** The passage, in parts: those that answer the words are marked. */
  passage: z.array(z.strictObject({ text: z.string(), marked: z.boolean() })),
  language: z.enum(languages),
  isManual: z.boolean(),
})
export type ArticleHit = z.infer<typeof Hit>

/** Articles by their words, in the reader's language; `others` are those in other languages, where these are better than none. */
export const findArticles = call('KnowledgeBase/FindArticles', {
  reads: true,
  sharesPermission: 'GetArticle',
  input: z.strictObject({ search: text(200), language: z.enum(languages).optional() }),
  output: z.strictObject({ hits: z.array(Hit), others: z.array(Hit) }),
  refusals: [],
})
