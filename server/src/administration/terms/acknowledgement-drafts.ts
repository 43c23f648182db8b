import { lockAdministration } from '../../access/access.api.ts'
import { sql } from 'kysely'
import {
  discardAcknowledgementDraft,
  getAcknowledgementDraft,
  getAcknowledgementDrafts,
  saveAcknowledgementDraft,
} from '@kervan/contract/administration/acknowledgement-drafts'
import { refusal } from '@kervan/contract/kit/refusals'
import { assertSeesWhole } from '../administration.api.ts'
import type { SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { newestOf, publishedMeanwhile } from './acknowledgement.sql.ts'

// Drafts are nobody's promise: they are saved while somebody writes, and stand in no audit log. What counts is published.

/** The draft of something new has no number yet. */
const codeOf = (intCode: number | null) => intCode ?? 0

export const getDraftsHandler = handle(getAcknowledgementDrafts, async ({ tx, actor, language }) => {
  const { rows } = await sql<{
    int_code: number
    title: string
    version: number
    saved_at: Date
    saved_by: string
  }>`
    select d.int_code, coalesce(nullif(d.content -> 'title' ->> ${language}, ''), nullif(d.content -> 'title' ->> 'en', ''), '') as title, d.saved_at, d.saved_by,
      (select coalesce(max(a.version), 0) + 1 from acknowledgement a where a.company_id = ${actor.company.id} and a.int_code = d.int_code)::int as version
    from acknowledgement_draft d where d.company_id = ${actor.company.id} order by d.saved_at desc`.execute(
    tx,
  )
  return {
    drafts: rows.map((row) => ({
      intCode: row.int_code === 0 ? null : row.int_code,
      title: row.title,
      version: row.version,
      savedAt: row.saved_at.toISOString(),
      savedBy: row.saved_by,
    })),
  }
})

export const getDraftHandler = handle(getAcknowledgementDraft, async (context) => {
  const draft = await draftOf(context)
  if (!draft) return { draft: null }
  return {
    draft: {
      revision: draft.revision,
      kind: draft.kind,
      content: draft.content,
      savedAt: draft.saved_at.toISOString(),
      savedBy: draft.saved_by,
    },
  }
})

export const saveDraftHandler = handle(saveAcknowledgementDraft, async (context) => {
  const { tx, actor, now, input } = context
  const { intCode, version, revision, kind, title, text, changes } = input
  assertSeesWhole(actor)
  if (intCode !== null) {
    // One after the other with publications, so that no draft is left under a version that has just been followed.
    await lockAdministration(tx, actor.company.id)
    await assertNewest(context, intCode, version)
  }
  const fields = {
    kind,
    content: JSON.stringify({ title, text, changes }),
    revision: revision + 1,
    saved_at: now,
    saved_by: actor.name,
  }
  // Each statement decides and writes in one, so of two who save the same revision at once the second is refused.
  const saved =
    revision === 0
      ? await tx
          .insertInto('acknowledgement_draft')
          .values({ company_id: actor.company.id, int_code: codeOf(intCode), ...fields })
          .onConflict((conflict) => conflict.doNothing())
          .returning('revision')
          .executeTakeFirst()
      : await tx
          .updateTable('acknowledgement_draft')
          .set(fields)
          .where('company_id', '=', actor.company.id)
          .where('int_code', '=', codeOf(intCode))
          .where('revision', '=', revision)
          .returning('revision')
          .executeTakeFirst()
  if (!saved) throw await savedMeanwhile(context)
  return { revision: saved.revision, savedAt: now.toISOString() }
})

export const discardDraftHandler = handle(discardAcknowledgementDraft, async (context) => {
  const { tx, actor, input } = context
  assertSeesWhole(actor)
  const gone = await tx
    .deleteFrom('acknowledgement_draft')
    .where('company_id', '=', actor.company.id)
    .where('int_code', '=', codeOf(input.intCode))
    .where('revision', '=', input.revision)
    .returning('revision')
    .executeTakeFirst()
  if (!gone) throw await savedMeanwhile(context)
  return { done: true } as const
})

/**
 * Takes the draft that is published away, as it was seen. Throws who saved it since, or `DraftGone`: nobody's words go
 * with a publication that does not hold them.
 */
export async function takeDraft(context: About, revision: number): Promise<void> {
  const { tx, actor, input } = context
  const taken = await tx
    .deleteFrom('acknowledgement_draft')
    .where('company_id', '=', actor.company.id)
    .where('int_code', '=', codeOf(input.intCode))
    .where('revision', '=', revision)
    .returning('revision')
    .executeTakeFirst()
  if (!taken && (revision > 0 || (await draftOf(context)))) throw await savedMeanwhile(context)
}

/** Takes away whatever draft there is. */
export async function dropDraft({ tx, actor, input }: About): Promise<void> {
  await tx
    .deleteFrom('acknowledgement_draft')
    .where('company_id', '=', actor.company.id)
    .where('int_code', '=', codeOf(input.intCode))
    .execute()
}

type About = Pick<SessionContext, 'tx' | 'actor'> & { input: { intCode: number | null } }

function draftOf({ tx, actor, input }: About) {
  return tx
    .selectFrom('acknowledgement_draft')
    .selectAll()
    .where('company_id', '=', actor.company.id)
    .where('int_code', '=', codeOf(input.intCode))
    .executeTakeFirst()
}

async function savedMeanwhile(context: About) {
  const draft = await draftOf(context)
  return draft
    ? refusal('ChangedMeanwhile', { changedBy: draft.saved_by, changedAt: draft.saved_at.toISOString() })
    : refusal('DraftGone')
}

/** What follows a version that is no longer the newest would take back what came after it, so its writer is told first. */
async function assertNewest(context: SessionContext, intCode: number, version: number): Promise<void> {
  const newest = await newestOf(context, intCode)
  if (!newest) throw refusal('NotFound')
  if (newest.version !== version) throw await publishedMeanwhile(context, newest.id)
}
