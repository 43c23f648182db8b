import { sql, type RawBuilder } from 'kysely'
import { saveOrderTemplate, templateLineLimit } from '@kervan/contract/order/order-templates'
import { refusal } from '@kervan/contract/kit/refusals'
import type { Actor, SessionContext } from '../../kit/context.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { newId } from '../../kit/database/uuid.ts'
import { sqlState, type Tx } from '../../kit/database/db.ts'
import { changedMeanwhile } from '../../kit/records/changed-meanwhile.ts'
import { record } from '../../kit/records/audit.ts'
import { deliveryScope } from '../scope.ts'
import { lockCart } from '../new/cart.sql.ts'

// Templates as they stand in the database (ORD-016).

/** Conditions on `order_template t`: everybody keeps their own. */
export const templateScope = (actor: Actor): RawBuilder<unknown>[] => [
  sql`t.company_id = ${actor.company.id}`,
  sql`t.membership_id = ${actor.membershipId}`,
]

/** The planned location of `order_template t` as `l`, where its reader may still order for it. */
export const plannedLocation = (actor: Actor): RawBuilder<unknown> =>
  sql`left join location l on l.id = t.location_id and ${sql.join(deliveryScope(actor), sql` and `)}`

export type TemplateRow = {
  id: string
  code: string
  name: string
  number: number
  version: number
  location_id: string | null
}

/** The templates of these ids, in the order of their ids. */
export async function findTemplates(
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
  { lock }: { lock: boolean },
): Promise<TemplateRow[]> {
  const { rows } = await sql<TemplateRow>`
    select t.id, t.name as code, t.name, t.number, t.version, t.location_id from order_template t
    where ${sql.join(templateScope(actor), sql` and `)} and t.id = any(${ids}::uuid[]) order by t.id ${lock ? sql`for update` : sql``}`.execute(
    tx,
  )
  return rows
}

/** The caller's own template. Throws `NotFound`. */
export async function findTemplate(
  { tx, actor }: SessionContext,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<TemplateRow> {
  const [found] = await findTemplates(tx, actor, [id], { lock })
  if (!found) throw refusal('NotFound')
  return found
}

export type WantedLine = { variantId: string; quantity: number }
export type NewTemplate = { name: string; locationId: string | null; lines: readonly WantedLine[] }
type Made = { id: string; templateId: number; templateName: string; productCount: number }

/** The location, where the caller may order for it. Throws `LocationNotAllowed`. */
export async function assertDeliverable({ tx, actor }: SessionContext, id: string | null): Promise<void> {
  if (id === null) return
  const { rows } =
    await sql`select from location l where ${sql.join(deliveryScope(actor), sql` and `)} and l.id = ${id}`.execute(
      tx,
    )
  if (rows.length === 0) throw saveOrderTemplate.refuse('LocationNotAllowed', { location: id })
}

/** Of two who take the same name at once, the unique index lets one through. */
async function named<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (sqlState(error) === '23505') throw refusal('TemplateNameTaken', { name })
    throw error
  }
}

/** Adds a template; each person's are numbered. Throws `TemplateEmpty`, `TemplateTooLong`, `TemplateNameTaken`. */
export async function addTemplate(context: SessionContext, template: NewTemplate): Promise<Made> {
  const { tx, actor, now } = context
  const name = template.name.trim()
  assertLines(template.lines)
  // One template of a person after the other, so that each has its number.
  await lockCart(tx, actor)
  const id = newId()
  const number = await named(name, async () => {
    const { rows } = await sql<{ number: number }>`
      insert into order_template (company_id, id, membership_id, number, name, location_id, created_at, changed_at)
      select ${actor.company.id}, ${id}::uuid, ${actor.membershipId}::uuid, coalesce(max(t.number), 0) + 1, ${name}, ${template.locationId}::uuid, ${now}::timestamptz, ${now}::timestamptz
      from order_template t where ${sql.join(templateScope(actor), sql` and `)} returning number`.execute(tx)
    return rows[0]?.number ?? 0
  })
  await writeLines(tx, actor, id, template.lines)
  await note(context, id, name, template.lines.length)
  return { id, templateId: number, templateName: name, productCount: template.lines.length }
}

/** Changes name, location and, where they are given, the lines of a template. */
export async function changeTemplate(
  context: SessionContext,
  id: string,
  version: number | null,
  change: Omit<NewTemplate, 'lines'> & { lines: readonly WantedLine[] | null },
): Promise<Made> {
  const { tx, actor, now } = context
  const found = await findTemplate(context, id, { lock: true })
  if (found.version !== version) throw await changedMeanwhile(context, 'orderTemplate', id)
  const name = change.name.trim()
  if (change.lines) assertLines(change.lines)
  await named(name, () =>
    tx
      .updateTable('order_template')
      .set((set) => ({
        name,
        location_id: change.locationId,
        version: set('version', '+', 1),
        changed_at: now,
      }))
      .where('company_id', '=', actor.company.id)
      .where('id', '=', id)
      .execute(),
  )
  if (change.lines) {
    await tx
      .deleteFrom('order_template_line')
      .where('company_id', '=', actor.company.id)
      .where('template_id', '=', id)
      .execute()
    await writeLines(tx, actor, id, change.lines)
  }
  const { count } = await tx
    .selectFrom('order_template_line')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('company_id', '=', actor.company.id)
    .where('template_id', '=', id)
    .executeTakeFirstOrThrow()
  await note(context, id, name, count)
  return { id, templateId: found.number, templateName: name, productCount: count }
}

function assertLines(lines: readonly WantedLine[]): void {
  if (lines.length === 0) throw refusal('TemplateEmpty')
  if (lines.length > templateLineLimit) throw refusal('TemplateTooLong', { limit: templateLineLimit })
}

async function writeLines(tx: Tx, actor: Actor, id: string, lines: readonly WantedLine[]): Promise<void> {
  await insertMany(
    tx,
    'order_template_line',
    lines.map(({ variantId, quantity }, index) => ({
      company_id: actor.company.id,
      template_id: id,
      variant_id: variantId,
      line_no: index + 1,
      quantity,
    })),
  )
}

function note(
  { tx, actor, now }: SessionContext,
  id: string,
  name: string,
  products: number,
): Promise<unknown> {
  return record(tx, actor, now, {
    audit: [
      {
        operation: 'order.templateSaved',
        recordType: 'orderTemplate',
        recordId: id,
        recordCode: name,
        after: { name, lines: products },
      },
    ],
  })
}
