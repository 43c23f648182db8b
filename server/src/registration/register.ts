import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import {
  confirmAddress,
  findPointOfSale,
  register,
  registrationCodeMinutes,
  registrationCodeTries,
} from '@kervan/contract/registration/registration'
import { countRequest, foldUsername, hashPassword, verifyPassword } from '../access/access.api.ts'
import type { RequestContext } from '../kit/context.ts'
import type { Tx } from '../kit/database/db.ts'
import { fold } from '../kit/lists/fold.ts'
import { handlePublic } from '../kit/http/handle.ts'
import { enqueue, type OutboxHandler } from '../kit/work/outbox.ts'
import { newId } from '../kit/database/uuid.ts'
import { acceptByRule } from './accept.ts'

// What nobody in particular may ask (D25): counted by address and by company, and answered the same whoever is known.

type PointOfSale = { id: string; name: string; city: string; district: string }

/** The points of sale of this GLN. Throws `RegistrationClosed` where the company takes no requests, `PointOfSaleNotFound` otherwise. */
async function pointsOfSaleOf(
  tx: Tx,
  companyId: number,
  gln: string,
): Promise<[PointOfSale, ...PointOfSale[]]> {
  const policy = await tx
    .selectFrom('company_policy')
    .select('registration')
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (!policy || policy.registration === 'Closed') throw register.refuse('RegistrationClosed')
  const [first, ...others] = await tx
    .selectFrom('location')
    .select(['id', 'name', 'city', 'district'])
    .where('company_id', '=', companyId)
    .where('gln', '=', gln)
    .where('status', '=', 'Active')
    .where('blacklisted', '=', false)
    .orderBy('code')
    .limit(mostOfOneGln)
    .execute()
  if (!first) throw register.refuse('PointOfSaleNotFound')
  return [first, ...others]
}

/** Old data may give a GLN twice; more of one number than this is no choice any more. */
const mostOfOneGln = 20

/** The one that is meant. Throws `PointOfSaleUnclear` where nobody has said which of several. */
async function pointOfSaleOf(
  tx: Tx,
  companyId: number,
  { gln, pointOfSaleId }: { gln: string; pointOfSaleId?: string | undefined },
): Promise<PointOfSale> {
  const [first, ...others] = await pointsOfSaleOf(tx, companyId, gln)
  if (others.length === 0) return first
  const named = [first, ...others].find(({ id }) => id === pointOfSaleId)
  if (!named) throw register.refuse('PointOfSaleUnclear')
  return named
}

export const findPointOfSaleHandler = handlePublic(
  findPointOfSale,
  async ({ input, services: { db }, address }) => {
    await countRequest(db, { key: `gln from ${address}`, requests: 60, minutes: 60 })
    await countRequest(db, { key: `gln of company ${input.companyIntCode}`, requests: 2_000, minutes: 60 })
    const found = await db.withCompany(input.companyIntCode, (tx) =>
      pointsOfSaleOf(tx, input.companyIntCode, input.gln),
    )
    const [{ name, city, district }, ...others] = found
    return {
      name,
      city,
      district,
      ...(others.length > 0 && {
        choices: found.map(({ id, ...place }) => ({ pointOfSaleId: id, ...place })),
      }),
    }
  },
)

export const registerHandler = handlePublic(register, async ({ input, services, address, now }) => {
  const { db, jobs } = services
  const companyId = input.companyIntCode
  await countRequest(db, { key: `register from ${address}`, requests: 5, minutes: 60 })
  await countRequest(db, { key: `register ${foldUsername(input.username)}`, requests: 5, minutes: 60 })
  await countRequest(db, { key: `register at company ${companyId}`, requests: 500, minutes: 60 })
  return db.withCompany(companyId, async (tx) => {
    const location = await pointOfSaleOf(tx, companyId, input)
    const person = {
      first_name: input.firstName.trim(),
      last_name: input.lastName.trim(),
      username: input.username,
      city: input.city.trim(),
      language: input.language,
      address,
    }
    const proof = {
      code_hash: null,
      tries_left: registrationCodeTries,
      expires_at: sql<Date>`now() + make_interval(mins => ${registrationCodeMinutes})`,
    }
    // Asked again while one is open: the same request under a new code; what waits for the manager already stays as it is.
    const fresh = (column: string) =>
      sql<string>`case when registration.state = 'Unconfirmed' then excluded.${sql.ref(column)} else registration.${sql.ref(column)} end`
    const { id } = await tx
      .insertInto('registration')
      .values({
        company_id: companyId,
        id: newId(),
        state: 'Unconfirmed',
        username_folded: foldUsername(input.username),
        location_id: location.id,
        gln: input.gln,
        created_at: now,
        search_text: fold(
          [person.first_name, person.last_name, person.username, input.gln, location.name].join(' '),
        ),
        ...person,
        ...proof,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['company_id', 'username_folded', 'location_id'])
          .where('state', 'in', sql<'Unconfirmed' | 'Waiting'>`('Unconfirmed', 'Waiting')`)
          .doUpdateSet({
            first_name: fresh('first_name'),
            last_name: fresh('last_name'),
            city: fresh('city'),
            search_text: fresh('search_text'),
            tries_left: proof.tries_left,
            expires_at: (set) => set.ref('excluded.expires_at'),
          }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueue(tx, jobs, companyId, 'registrationCode', { registrationId: id })
    return { registrationId: id, minutes: registrationCodeMinutes }
  })
})

/** Mails the code, or to somebody who has an account here already that they do. Run again, it makes another code. */
export const mailRegistrationCode: OutboxHandler<'registrationCode'> = async (
  { db },
  mailer,
  companyId,
  outboxId,
  { registrationId },
) => {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const codeHash = await hashPassword(code)
  const mail = await db.withCompany(companyId, async (tx) => {
    const asked = await tx
      .selectFrom('registration as r')
      .innerJoin('company as c', 'c.id', 'r.company_id')
      .select([
        'r.username',
        'r.username_folded',
        'r.first_name',
        'r.last_name',
        'r.language',
        'r.state',
        'c.name as company',
      ])
      .where('r.company_id', '=', companyId)
      .where('r.id', '=', registrationId)
      .executeTakeFirst()
    if (asked?.state !== 'Unconfirmed') return null
    const to = { to: asked.username, language: asked.language as 'en' | 'tr' | 'de' }
    const facts = { name: `${asked.first_name} ${asked.last_name}`, company: asked.company }
    const member = await tx
      .selectFrom('membership as m')
      .innerJoin('identity as i', 'i.id', 'm.identity_id')
      .select(['i.first_name', 'i.last_name'])
      .where('m.company_id', '=', companyId)
      .where('i.username_folded', '=', asked.username_folded)
      .executeTakeFirst()
    // By the name they have here, not by what a stranger typed.
    if (member) {
      const name = `${member.first_name} ${member.last_name}`
      return { ...to, template: 'registrationKnown', facts: { ...facts, name } }
    }
    await tx
      .updateTable('registration')
      .set({ code_hash: codeHash })
      .where('company_id', '=', companyId)
      .where('id', '=', registrationId)
      .execute()
    return {
      ...to,
      template: 'registrationCode',
      facts: { ...facts, code, minutes: registrationCodeMinutes },
    }
  })
  if (mail) await mailer.send(outboxId, mail)
}

export const confirmAddressHandler = handlePublic(confirmAddress, async (context) => {
  const {
    input,
    services: { db },
    address,
  } = context
  await countRequest(db, { key: `confirm from ${address}`, requests: 60, minutes: 60 })
  const companyId = input.companyIntCode
  // The try is used up before the code is looked at, in a transaction of its own.
  const asked = await db.withCompany(companyId, (tx) =>
    tx
      .updateTable('registration')
      .set((row) => ({ tries_left: row('tries_left', '-', 1) }))
      .where('company_id', '=', companyId)
      .where('id', '=', input.registrationId)
      .where('state', '=', 'Unconfirmed')
      .where('tries_left', '>', 0)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning('code_hash')
      .executeTakeFirst(),
  )
  // Without a request the same work is done, so that its absence takes no less time.
  if (!(await verifyPassword(asked?.code_hash ?? null, input.code)))
    throw confirmAddress.refuse('RegistrationCodeWrong')
  return db.withCompany(companyId, (tx) => confirm(tx, context, companyId, input.registrationId))
})

async function confirm(
  tx: Tx,
  context: RequestContext,
  companyId: number,
  id: string,
): Promise<{ state: 'Waiting' | 'Approved' }> {
  const { numUpdatedRows } = await tx
    .updateTable('registration')
    .set({ state: 'Waiting', confirmed_at: context.now, code_hash: null })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('state', '=', 'Unconfirmed')
    .executeTakeFirst()
  // Of two that enter the right code at once, one confirms.
  if (numUpdatedRows !== 1n) throw confirmAddress.refuse('RegistrationCodeWrong')
  return { state: (await acceptByRule(tx, context, companyId, id)) ? 'Approved' : 'Waiting' }
}
