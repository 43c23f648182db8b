import { sql } from 'kysely'
import {
  getPortaMateUserAcknowledgementDefinition,
  getUserAcknowledgementDefinitions,
  updateUserAcknowledgement,
  type AcknowledgementDefinition,
} from '@kervan/contract/access/acknowledgement'
import type { acknowledgementKinds } from '@kervan/contract/access/words'
import { refusal } from '@kervan/contract/kit/refusals'
import type { Language } from '@kervan/contract/kit/values'
import { record } from '../kit/records/audit.ts'
import type { Actor } from '../kit/context.ts'
import type { Tx } from '../kit/database/db.ts'
import { handle } from '../kit/http/handle.ts'
import { endSession } from '../kit/http/session.ts'
import { newId } from '../kit/database/uuid.ts'
import type { ActorGate } from '../kit/http/actor.ts'

// What users agree to, version by version (ACC-010, D24). Choices are only ever added; the newest version counts.

type Kind = (typeof acknowledgementKinds)[number]
type Said = Partial<Record<Language, string>>
/** What `acknowledgement.content` holds; `changes` says what is different from the version before. */
export type AcknowledgementContent = { title: Said; text: Said; changes: Said }

/** The newest version of something to agree to is out, and the member has not agreed to it: read with the actor of each request. */
export const acknowledgementGate: ActorGate = {
  gate: 'acknowledgement',
  isWaiting: ({ companyId, id }) => sql<boolean>`exists (
    select from acknowledgement a
    where a.company_id = ${companyId} and a.kind = 'User' and a.published_at <= now()
      and not exists (select from acknowledgement n where n.company_id = ${companyId} and n.int_code = a.int_code and n.version > a.version and n.published_at <= now())
      and not exists (select from acknowledgement_choice c
        where c.company_id = ${companyId} and c.membership_id = ${id} and c.int_code = a.int_code and c.version = a.version and c.choice = 'Activated'))`,
}

export const getUserAcknowledgementDefinitionsHandler = handle(
  getUserAcknowledgementDefinitions,
  async ({ tx, actor, language }) => ({
    UserAcknowledgementDefinitions: (await definitions(tx, actor, 'User', language)).filter(isPending),
  }),
)

export const getPortaMateUserAcknowledgementDefinitionHandler = handle(
  getPortaMateUserAcknowledgementDefinition,
  async ({ tx, actor, language }) => ({
    PortaMateUserAcknowledgementDefinition: (await definitions(tx, actor, 'PortaMate', language))[0] ?? null,
  }),
)

/** Throws `PortaMateTermsNotAccepted` while the newest terms of PortaMate wait for this user (DSC-010). */
export async function assertPortaMateTerms(tx: Tx, actor: Actor): Promise<void> {
  const [newest] = await definitions(tx, actor, 'PortaMate', 'en')
  if (newest && isPending(newest)) throw refusal('PortaMateTermsNotAccepted')
}

export const updateUserAcknowledgementHandler = handle(
  updateUserAcknowledgement,
  async ({ input, services, tx, actor, tokenHash, address, now }) => {
    const { IntCode, Version, Choice } = input.UserAcknowledgementRequest
    // One choice of a member after the other, so that pressing twice is choosing once.
    await tx
      .selectFrom('membership')
      .select('id')
      .where('company_id', '=', actor.company.id)
      .where('id', '=', actor.membershipId)
      .forUpdate()
      .execute()
    const newest = await tx
      .selectFrom('acknowledgement')
      .select(['version', 'kind'])
      .where('company_id', '=', actor.company.id)
      .where('int_code', '=', IntCode)
      .where('published_at', '<=', sql<Date>`now()`)
      .orderBy('version', 'desc')
      .executeTakeFirst()
    if (!newest) throw refusal('NotFound')
    if (newest.version !== Version) throw refusal('AcknowledgementNotCurrent')
    const agreed = (await agreedVersions(tx, actor)).get(IntCode) === Version
    if (!agreed || Choice === 'Rejected') {
      await tx
        .insertInto('acknowledgement_choice')
        .values({
          company_id: actor.company.id,
          id: newId(),
          membership_id: actor.membershipId,
          int_code: IntCode,
          version: Version,
          choice: Choice,
          at: now,
          address,
        })
        .execute()
      const operation = Choice === 'Activated' ? 'security.acknowledged' : 'security.acknowledgementRejected'
      await record(tx, actor, now, {
        audit: [
          {
            operation,
            recordType: 'membership',
            recordId: actor.membershipId,
            recordCode: actor.userName,
            after: { intCode: IntCode, version: Version },
          },
        ],
      })
    }
    if (Choice === 'Rejected' && newest.kind === 'User') await endSession(services.db, tokenHash)
    return { done: true } as const
  },
)

export function isPending(definition: AcknowledgementDefinition): boolean {
  return definition.AgreedVersion !== definition.Version
}

/** The newest published version of each definition, with what changed since the user last agreed. */
export async function definitions(
  tx: Tx,
  actor: Actor,
  kind: Kind,
  language: Language,
): Promise<AcknowledgementDefinition[]> {
  const [rows, agreed] = await Promise.all([
    tx
      .selectFrom('acknowledgement')
      .select(['int_code', 'version', 'content', 'published_at'])
      .where('company_id', '=', actor.company.id)
      .where('kind', '=', kind)
      .where('published_at', '<=', sql<Date>`now()`)
      .orderBy('int_code')
      .orderBy('version', 'desc')
      .execute(),
    agreedVersions(tx, actor),
  ])
  return [...Map.groupBy(rows, (row) => row.int_code)].flatMap(([intCode, versions]) => {
    const [newest] = versions
    if (!newest) return []
    const agreedVersion = agreed.get(intCode) ?? null
    const since = versions.filter((row) => agreedVersion !== null && row.version > agreedVersion)
    return [
      {
        IntCode: intCode,
        Version: newest.version,
        Title: said(newest, 'title', language),
        Text: said(newest, 'text', language),
        PublishedAt: publishedAt(newest),
        AgreedVersion: agreedVersion,
        Changes: since
          .map((row) => ({
            Version: row.version,
            PublishedAt: publishedAt(row),
            Text: said(row, 'changes', language),
          }))
          .filter((change) => change.Text !== ''),
      },
    ]
  })
}

async function agreedVersions(tx: Tx, actor: Actor): Promise<Map<number, number>> {
  const rows = await tx
    .selectFrom('acknowledgement_choice')
    .select(['int_code', sql<number>`max(version)`.as('version')])
    .where('company_id', '=', actor.company.id)
    .where('membership_id', '=', actor.membershipId)
    .where('choice', '=', 'Activated')
    .groupBy('int_code')
    .execute()
  return new Map(rows.map((row) => [row.int_code, row.version]))
}

type Row = { content: AcknowledgementContent; published_at: Date | null }

function said(row: Row, part: keyof AcknowledgementContent, language: Language): string {
  const texts = row.content[part]
  return texts[language] ?? texts.en ?? ''
}

function publishedAt(row: Row): string {
  return (row.published_at ?? new Date(0)).toISOString()
}
