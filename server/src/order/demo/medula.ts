import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { existing } from '@kervan/contract/kit/typed'
import { sql } from 'kysely'
import { idFrom } from '../../kit/database/uuid.ts'
import type { Config } from '../../kit/config.ts'
import { openDatabase, type Tx } from '../../kit/database/db.ts'
import { openSecrets } from '../../kit/secrets.ts'
import { sealMedulaPassword } from '../health/access.ts'
import { companies } from '../../demo/companies.ts'
import type { DemoCompany } from '../../demo/people.ts'
import { demoPassword } from '../../demo/accounts.ts'

/** The company of the demo that notifies the health-insurance service of its orders: the service of this machine. */
const company = companies.find((one) => one.trade === 'pharma')
/** As the simulator asks for it. */
const username = '86899991000180000'

/**
 * Starts the service beside the demo, on a port of its own, and gives the company a password there. It ends with this
 * process. Nothing is changed where the company was given another name.
 */
export async function startDemoMedula(
  ownerUrl: string,
  config: Pick<Config, 'dataDir' | 'installationSecret'>,
): Promise<{ url: string; stop: () => void } | null> {
  if (!company) return null
  const simulator = spawn(
    process.execPath,
    [fileURLToPath(new URL('../../../../simulators/medula/main.ts', import.meta.url))],
    { env: { ...process.env, PORT: '0' }, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  )
  const [line] = await once(existing(simulator.stdout), 'data')
  const db = openDatabase(ownerUrl, { max: 1, onError: () => {} })
  try {
    const password = sealMedulaPassword({ secrets: await openSecrets(config) }, company.id, demoPassword)
    await db.withCompany(company.id, (tx) =>
      tx
        .updateTable('order_policy')
        .set({ medula_password: password })
        .where('company_id', '=', company.id)
        .where('medula_user', '=', username)
        .execute(),
    )
  } finally {
    await db.close()
  }
  return { url: String(line).trim(), stop: () => void simulator.kill() }
}

const told = 60

/** Orders that the service was told of: most lines succeeded, some failed, some wait for the next try. */
export async function insertHealthNotifications(tx: Tx, of: DemoCompany, now: Date): Promise<void> {
  await sql`update order_policy set medula_active = true, medula_user = ${username} where company_id = ${of.id}`.execute(
    tx,
  )
  await sql`
    update sales_order set medula_no = upper(substr(md5('medula' || id), 1, 8))
    where company_id = ${of.id} and id in (
      select o.id from sales_order o join location p on p.company_id = ${of.id} and p.id = o.point_of_sale_id
      where o.company_id = ${of.id} and o.type = 'DirectlyOrder' and o.line_count <= 12 and p.gln is not null and o.state in ('Processing', 'Completed')
      order by o.order_date desc, o.id desc limit ${told})`.execute(tx)
  await sql`
    with told as (
      select l.*, o.code, o.last_event_at, row_number() over (order by o.order_date desc, l.id) as at
      from order_line l join sales_order o on o.company_id = ${of.id} and o.id = l.order_id
      where l.company_id = ${of.id} and o.medula_no is not null and l.state in ('Approved', 'Completed')),
    stated as (
      select t.*, case when t.at % 9 = 2 then 'Waiting' when t.at % 7 = 3 then 'Failed' else 'Notified' end as told_state from told t),
    notified as (
      insert into delivery (company_id, kind, key, record_id, name, state, tries, requested_at, due_at, settled_at, told_at, response, receipt, problem)
      select company_id, 'healthInsurance', id::text, order_id, code || '-' || line_no, case told_state when 'Notified' then 'Delivered' else told_state end, case told_state when 'Waiting' then 3 when 'Failed' then case when at % 2 = 0 then 6 else 1 end else 1 end,
        least(last_event_at, ${now}::timestamptz), case when told_state = 'Waiting' then ${now}::timestamptz + interval '3 days' end,
        case when told_state <> 'Waiting' then least(last_event_at + interval '1 minute', ${now}::timestamptz) end,
        case when told_state = 'Failed' then ${now}::timestamptz end,
        case when told_state = 'Notified' then '0000 Sipariş bildirimi alındı' when told_state = 'Failed' and at % 2 = 1 then '1102 İşlem numarası bulunamadı' end,
        case when told_state = 'Notified' then 'B' || lpad((100000 + at)::text, 9, '0') end,
        case when told_state = 'Waiting' or told_state = 'Failed' and at % 2 = 0 then 'HTTP 503' end
      from stated returning key)
    insert into record_event (company_id, id, record_type, record_id, at, by_id, by_name, kind, facts)
    select company_id, ${idFrom(sql`'medula event' || id`)}, 'order', order_id,
      least(last_event_at + interval '1 minute', ${now}::timestamptz), null, ${of.name}, case told_state when 'Failed' then 'order.medulaFailed' else 'order.medulaNotified' end,
      case told_state when 'Failed' then jsonb_build_object('line', code || '-' || line_no, 'memo', case when at % 2 = 1 then '1102 İşlem numarası bulunamadı' end, 'problem', case when at % 2 = 0 then 'HTTP 503' end)
        else jsonb_build_object('line', code || '-' || line_no, 'response', '0000 Sipariş bildirimi alındı', 'notification', 'B' || lpad((100000 + at)::text, 9, '0')) end
    from stated where told_state <> 'Waiting'
    returning 1`.execute(tx)
}
