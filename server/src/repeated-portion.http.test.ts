import type { ChangeView } from '@kervan/contract/kit/master-change'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPortal, type Portal } from '../test/portal.ts'
import { servedKinds } from './handlers.ts'
import type { ServedRecords } from './kit/master/kind.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ own: true })
})
afterAll(() => portal.close())

const { kind } = servedKinds.find(({ kind: one }) => one.key === 'locationType') as ServedRecords

it('[DAT-002] a portion of a file that the database asks for again is counted once, and no row is taken for a second one', async () => {
  await portal.owner.query(`
    create sequence portions_tried;
    create function refuse_once() returns trigger language plpgsql security definer as $$ begin
      if nextval('portions_tried') = 1 then raise exception 'once' using errcode = 'serialization_failure'; end if;
      return null; end $$;
    create trigger refuse_once after insert on master_change_row for each statement execute function refuse_once()`)
  const company = await portal.company()
  const user = await company.user()
  const rows = ['T-1', 'T-2', 'T-3'].map((code) => `${code};Shop ${code};BoutiquePointOfSales`)
  const file = { name: 'types.csv', body: ['code;name;standsFor', ...rows].join('\n') }
  const { body } = await portal.upload(kind.upload, user.token, { mode: 'Merge' }, [file])
  const { id } = body as ChangeView
  await expect
    .poll(async () => (await portal.call(kind.getChange, user.token, { changeId: id })).body, {
      timeout: 60_000,
    })
    .toMatchObject({ state: 'Succeeded', counts: { added: 3, faulty: 0 } })
  const { rows: tried } = await portal.owner.query('select last_value::int as times from portions_tried')
  expect(tried).toEqual([{ times: 2 }])
})
