import { addCheck, addColumn, changeWords, run, sharedTable, type Migrating } from './kit.ts'

/**
 * Somebody whom another company knows becomes a user here only by saying yes. What they said stands in the membership,
 * which every request reads anyway. Who was a user before this counts as having agreed.
 */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'membership', `invitation text`)
  await changeWords(db, 'membership', 'invitation', ['Pending', 'Accepted', 'Declined'])
  await addColumn(db, 'membership', 'invited_at timestamptz')
  await addColumn(db, 'membership', 'invited_by text')
  await addColumn(db, 'membership', 'invitation_answered_at timestamptz')
  // Which companies beside the own one know a person; everything about it stands in that company's membership.
  await sharedTable(
    db,
    'linked_company',
    'identity_id uuid not null, company_id int not null, primary key (identity_id, company_id)',
    'append',
    { identity_id: 'identity' },
  )
  await takeOver(db)
  // Who said no is nobody's active user, whatever else is done to the membership.
  await addCheck(
    db,
    'membership',
    'membership_declined',
    `invitation is distinct from 'Declined' or state <> 'Active'`,
  )
}

/** The owner sees all companies for the length of this step. */
async function takeOver(db: Migrating): Promise<void> {
  await run(db, 'alter table membership no force row level security')
  await run(
    db,
    `
    update membership m set invitation = 'Accepted', invited_at = m.joined_at, invitation_answered_at = m.joined_at from identity i
    where i.id = m.identity_id and i.home_company_id <> m.company_id`,
  )
  await run(
    db,
    `insert into linked_company (identity_id, company_id) select identity_id, company_id from membership where invitation = 'Accepted'`,
  )
  await run(db, 'alter table membership force row level security')
}
