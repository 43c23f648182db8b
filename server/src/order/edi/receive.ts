import { readFile } from 'node:fs/promises'
import { receiveEdiMessage, type EdiSource, type EdiState } from '@kervan/contract/order/edi'
import type { Actor, Services } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { newId } from '../../kit/database/uuid.ts'
import { handle } from '../../kit/http/handle.ts'
import type { Upload } from '../../kit/http/uploads.ts'
import { fold } from '../../kit/lists/fold.ts'
import { record } from '../../kit/records/audit.ts'

type Context = { tx: Tx; actor: Actor; services: Services; now: Date }

/** Keeps a file as it came, and has a job read and place it (ORD-023). */
export async function receive(
  { tx, actor, services, now }: Context,
  upload: Upload,
  source: EdiSource,
): Promise<{ messageId: string; jobId: string; ediState: EdiState }> {
  const body = await readFile(upload.path)
  const type = body.subarray(0, 100).toString('latin1').includes('<') ? 'application/xml' : 'text/plain'
  const fileId = await services.files.keep(tx, actor, { ...upload, type }, 'edi-message')
  const id = newId()
  const jobId = await services.jobs.start(tx, actor, 'order.edi', { messageId: id }, now)
  const name = upload.name.slice(0, 200)
  await tx
    .insertInto('edi_message')
    .values({
      company_id: actor.company.id,
      id,
      state: 'Received',
      source,
      file_id: fileId,
      file_name: name,
      position: 1,
      job_id: jobId,
      sender: '',
      document_number: '',
      received_at: now,
      received_by: actor.membershipId,
      received_by_name: actor.name,
      received_for: actor.partnerId,
      search_text: fold(name),
    })
    .execute()
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'edi.received',
        recordType: 'ediMessage',
        recordId: id,
        recordCode: name,
        after: { bytes: upload.bytes, source },
      },
    ],
  })
  return { messageId: id, jobId, ediState: 'Received' }
}

export const receiveEdiMessageHandler = handle(receiveEdiMessage, (context) => {
  const [upload] = context.uploads as [Upload]
  return receive(context, upload, 'Api')
})
