import { addArticleFiles, articleLimits, removeArticleFile } from '@kervan/contract/knowledge/articles'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import type { SessionContext } from '../../kit/context.ts'
import { newId } from '../../kit/database/uuid.ts'
import { handle } from '../../kit/http/handle.ts'
import type { Upload } from '../../kit/http/uploads.ts'
import { assertWholeCompany } from '../../kit/master/records.ts'
import { record } from '../../kit/records/audit.ts'
import { removeFiles } from '../../kit/records/files.ts'
import { drawAnew } from '../../kit/records/pictures.ts'
import { filesOf } from '../files.sql.ts'
import { lockArticle } from './text.sql.ts'

// Files of an article. Pictures are drawn anew; the kit has looked into all others before.

const purpose = 'knowledge-file'
/** The longest side of a picture in pixels. */
const pictureSize = 2_400

async function keep({ tx, actor, services }: SessionContext, upload: Upload) {
  if (!upload.type.startsWith('image/'))
    return {
      id: await services.files.keep(tx, actor, upload, purpose),
      type: upload.type,
      bytes: upload.bytes,
    }
  const drawn = await drawAnew(upload, {
    format: upload.type === 'image/png' ? 'png' : 'jpeg',
    size: pictureSize,
    allowed: 'PNG, JPG',
  })
  const id = await services.files.keepBytes(tx, actor, { ...drawn, name: upload.name }, purpose)
  return { id, type: drawn.type, bytes: drawn.body.length }
}

export const addFilesHandler = handle(addArticleFiles, async (context) => {
  const { tx, actor, now, input, uploads } = context
  const article = await lockArticle(context, input.articleId)
  const before = await filesOf(context, article.id)
  if (before.length + uploads.length > articleLimits.files)
    throw refusal('ArticleTooManyFiles', { limit: articleLimits.files })
  for (const upload of uploads) {
    const kept = await keep(context, upload)
    await sql`
      insert into knowledge_file (company_id, id, article_id, file_id, name, type, bytes, language, added_at, added_by)
      values (${actor.company.id}, ${newId()}, ${article.id}, ${kept.id}, ${upload.name.slice(-150)}, ${kept.type}, ${kept.bytes}, ${input.language ?? null}, ${now}, ${actor.name}) returning id`.execute(
      tx,
    )
  }
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'article.fileAdded',
        recordType: 'knowledgeArticle',
        recordId: article.id,
        after: { files: uploads.map(({ name }) => name) },
      },
    ],
  })
  const { language } = input
  // What else the text names, the editor knows already.
  return { files: await filesOf(context, article.id, language && { language, body: '' }) }
})

export const removeFileHandler = handle(removeArticleFile, async (context) => {
  assertWholeCompany(context)
  const { tx, actor, now, services, input } = context
  const company = actor.company.id
  const { rows } = await sql<{ articleId: string; fileId: string; name: string }>`
    delete from knowledge_file f where f.company_id = ${company} and f.id = ${input.articleFileId}
    returning f.article_id as "articleId", f.file_id as "fileId", f.name`.execute(tx)
  const [gone] = rows
  if (!gone) throw refusal('NotFound')
  await removeFiles(tx, services.jobs, company, { ids: [gone.fileId] })
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'article.fileRemoved',
        recordType: 'knowledgeArticle',
        recordId: gone.articleId,
        before: { file: gone.name },
      },
    ],
  })
  return { done: true } as const
})
