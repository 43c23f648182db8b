import { getArticleFile } from '@kervan/contract/knowledge/articles'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import { handleDownload } from '../../kit/http/handle.ts'
import { manualFor } from '../manual.ts'
import { bytesOfPicture, pictureById } from '../manual-pictures.ts'
import { readable, shownText } from '../readable.sql.ts'

/** A file leaves only with an article that its reader may read; so does a picture of the manual. */
export const getFileHandler = handleDownload(getArticleFile, async ({ tx, actor, services, input }) => {
  const picture = pictureById(input.articleFileId)
  if (picture) {
    if (!manualFor(actor).some(({ screen }) => screen === picture.screen)) throw refusal('NotFound')
    return { name: picture.name, type: picture.type, body: bytesOfPicture(picture) }
  }
  const company = actor.company.id
  const { rows } = await sql<{ key: string; type: string; name: string }>`
    select s.storage_key as key, f.type, f.name
    from knowledge_file f join knowledge_article a on a.company_id = f.company_id and a.id = f.article_id
      join file s on s.company_id = f.company_id and s.id = f.file_id
    where f.company_id = ${company} and f.id = ${input.articleFileId} and ${sql.join(readable(actor), sql` and `)}
      and exists (select from knowledge_text t where t.company_id = ${company} and t.article_id = a.id and ${shownText(actor)})`.execute(
    tx,
  )
  const [found] = rows
  if (!found) throw refusal('NotFound')
  return { name: found.name, type: found.type, body: await services.files.bytes(found.key) }
})
