import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import { handle, handleDownload, type Handler } from '../http/handle.ts'
import type { Upload } from '../http/uploads.ts'
import { seesPartOnly } from '../records/scope.ts'
import { recordsById } from './find-records.ts'
import type { ServedRecords } from './kind.ts'
import { filesOf, purposeOf } from './named-files.ts'
import { assertWholeCompany } from './records.ts'

// The documents of records (`field.file`): kept when they are uploaded, named by the record that is saved next, and by
// every change that brings, replaces or removes them. What is named by nothing is purged after a day.

/** The calls of a kind that has documents. */
export const filesHandlers = (served: ServedRecords): Handler[] =>
  served.kind.uploadFile === null || served.kind.openFile === null
    ? []
    : [
        handle(served.kind.uploadFile, async (context) => {
          const { tx, actor, uploads, services } = context
          assertWholeCompany(context)
          const [upload] = uploads as [Upload]
          const fileId = await services.files.keep(tx, actor, upload, purposeOf(served.kind))
          const [kept] = await filesOf(context, [fileId])
          return { fileId, name: kept?.name ?? upload.name }
        }),
        handleDownload(served.kind.openFile, async (context) => {
          const { tx, actor, services, input } = context
          const company = actor.company.id
          const [seen] = await recordsById(tx, served, actor, [input.recordId])
          // A record that waits to be added is seen by who sees the whole company; others by who sees the record.
          if (!seen && seesPartOnly(actor)) throw refusal('NotFound')
          const names = served.fields.flatMap(([name, { type }]) => (type === 'file' ? [name] : []))
          const named = names.some((name) => seen?.values[name] === input.fileId)
          const { rows } = await sql<{ key: string; name: string; type: string }>`
            select f.storage_key as key, f.name, f.type from file f
            where f.company_id = ${company} and f.id = ${input.fileId} and f.purpose = ${purposeOf(served.kind)}
              and (${named} or exists (select from master_change_row r, unnest(${names}::text[]) field
                where r.company_id = ${company} and r.kind = ${served.kind.key} and r.record_id = ${input.recordId}
                  and ${input.fileId} in (r.before ->> field, r.after ->> field)))`.execute(tx)
          const [found] = rows
          if (!found) throw refusal('NotFound')
          return { name: found.name, type: found.type, body: await services.files.open(found.key) }
        }),
      ]
