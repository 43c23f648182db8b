import { addCheck, oneOf, run, tenantTable, type Migrating } from './kit.ts'

/**
 * What is sent to systems outside: notices to the health insurance (ORD-015) and answers to EDI messages (ORD-023) have
 * one table. `key` names what is sent, also for who receives it. `due_at` is when it is sent next, and while it is being
 * sent until when nobody else may; `claim` is whose it is. `record_id` is the record that it belongs to, `name` what
 * people call it, `receipt` the number that the receiver gave it. The id is made of the key: a UUID of version 8.
 */
export async function up(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'delivery',
    `kind text not null,
     key text not null,
     id uuid generated always as (overlay(overlay(md5(kind || ' ' || key) placing '8' from 13) placing '8' from 17)::uuid) stored,
     record_id uuid not null,
     name text not null,
     recipient text,
     ${oneOf('state', ['Waiting', 'Delivered', 'Failed'])},
     tries int not null default 0,
     requested_at timestamptz not null,
     due_at timestamptz,
     claim uuid,
     settled_at timestamptz,
     told_at timestamptz,
     receipt text,
     response text,
     problem text,
     primary key (company_id, kind, key)`,
    'write',
  )
  await addCheck(db, 'delivery', 'delivery_due', `(state = 'Waiting') = (due_at is not null)`)
  await run(db, `create index delivery_due on delivery (company_id, kind, due_at) where state = 'Waiting'`)
  await run(
    db,
    `create index delivery_untold on delivery (company_id, kind) where state = 'Failed' and told_at is null`,
  )
  await run(db, 'create index delivery_record on delivery (company_id, record_id)')
  await run(db, 'create index delivery_by_id on delivery (company_id, id)')
  await run(db, 'create index delivery_by_time on delivery (company_id, requested_at, id)')
  await run(
    db,
    `insert into delivery (company_id, kind, key, record_id, name, state, tries, requested_at, due_at, settled_at, told_at, receipt, response, problem)
     select n.company_id, 'healthInsurance', n.line_id::text, n.order_id, o.code || '-' || l.line_no, case n.state when 'Notified' then 'Delivered' else n.state end,
       n.attempts, n.requested_at, n.next_try_at, n.settled_at, n.told_at, n.notification_id, n.response_text, n.problem
     from health_notification n join order_line l on l.company_id = n.company_id and l.id = n.line_id
       join sales_order o on o.company_id = n.company_id and o.id = n.order_id`,
  )
  // What has failed is known: it stands at its message.
  await run(
    db,
    `insert into delivery (company_id, kind, key, record_id, name, recipient, state, tries, requested_at, due_at, settled_at, told_at, problem)
     select m.company_id, 'ediAnswers', m.id || '-' || m.answer_file_id, m.id, coalesce(nullif(m.document_number, ''), m.file_name), m.partner_name,
       case when m.posted_at is not null then 'Delivered' when m.post_due is not null then 'Waiting' else 'Failed' end,
       m.post_tries, coalesce(m.processed_at, m.received_at), case when m.posted_at is null then m.post_due end,
       case when m.posted_at is not null then m.posted_at when m.post_due is null then coalesce(m.processed_at, m.received_at) end,
       case when m.posted_at is null and m.post_due is null then coalesce(m.processed_at, m.received_at) end,
       m.post_problem
     from edi_message m
     where m.answer_file_id is not null and (m.posted_at is not null or m.post_due is not null or m.post_problem is not null)`,
  )
  await run(db, 'drop table health_notification')
  for (const column of ['post_due', 'post_tries', 'posted_at', 'post_problem'])
    await run(db, `alter table edi_message drop column ${column}`)
}
