import { getApprovalRules, saveApprovalRule } from '@kervan/contract/data/data-log'
import { getMyNotices } from '@kervan/contract/account/own-notices'
import { describe, expect, it } from 'vitest'
import { anotherValue, sampleValues } from '../master-samples.ts'
import type { Portal, User } from '../portal.ts'
import { openDesk, propose, save, valuesOf, type Walked } from './desk.ts'

/** Changes of each kind that wait for one further person, or two. */
export function walkSecondPerson(kinds: readonly Walked[], portal: () => Portal): void {
  describe.each(kinds.filter(([, { kind }]) => kind.approval))(
    '[DAT-003] master data under approval: %s',
    (_, served) => {
      it('waits for a second person where the company asks for it, survives other changes, and nobody approves their own', async () => {
        const desk = await openDesk(portal(), served)
        const values = await sampleValues(served, 1, { portal: portal(), company: desk.company })
        const made = await save(desk, values)
        const { id } = made.body
        const rules = await portal().call(getApprovalRules, desk.maker.token, {})
        const rule = rules.body.rules.find((one) => one.kind === served.kind.key)
        const asked = { kind: rule?.kind ?? '', steps: 'CheckerAndApprover' as const, version: 0 }
        expect((await portal().call(saveApprovalRule, desk.maker.token, asked)).status).toBe(200)
        expect(await portal().call(saveApprovalRule, desk.second.token, asked)).toMatchObject({
          status: 409,
          code: 'ChangedMeanwhile',
          refused: { Facts: { changedBy: desk.maker.name } },
        })
        const { name, value } = anotherValue(served, values)
        const proposed = await propose(desk, { ...values, [name]: value }, { id, version: 1 })
        expect(proposed).toMatchObject({ status: 200, body: { id, version: 1, waits: true } })
        expect((await valuesOf(desk, id))[name]).toEqual(values[name])
        const changeId = proposed.body.changeId as string
        const decide = (user: User, decision: string, comment = '', of = changeId) =>
          portal().call(served.kind.decide, user.token, {
            changeId: of,
            decision,
            comment,
            confirmed: true,
          } as never)
        // Another change of the same record takes effect meanwhile.
        const other = anotherValue(served, values, true)
        const ofSecond = { ...desk, maker: desk.second }
        const meanwhile = await propose(
          ofSecond,
          { ...values, [other.name]: other.value },
          { id, version: 1 },
        )
        expect(await decide(desk.maker, 'Check', '', meanwhile.body.changeId as string)).toMatchObject({
          status: 200,
        })
        expect(await decide(desk.third, 'Approve', '', meanwhile.body.changeId as string)).toMatchObject({
          status: 200,
        })
        expect(await decide(desk.maker, 'Check')).toMatchObject({ status: 422, code: 'OwnChange' })
        expect(await decide(desk.second, 'Approve')).toMatchObject({ status: 409, code: 'ChangeStateWrong' })
        expect(await decide(desk.second, 'Check')).toMatchObject({ status: 200, body: { state: 'Checked' } })
        expect(await decide(desk.second, 'Approve')).toMatchObject({ status: 422, code: 'OwnChange' })
        expect(await decide(desk.third, 'Reject')).toMatchObject({ status: 422, code: 'CommentRequired' })
        expect(await decide(desk.third, 'Approve')).toMatchObject({ status: 200, body: { state: 'Active' } })
        const { notices } = (await portal().call(getMyNotices, desk.maker.token, { before: null })).body
        expect(notices[0]).toMatchObject({
          event: 'masterData.approved',
          facts: { by: desk.third.name, kind: served.kind.key },
          recordCode: changeId,
        })
        expect(await valuesOf(desk, id)).toMatchObject({ [other.name]: other.value, [name]: value })
        const record = await portal().call(served.kind.get, desk.maker.token, { id })
        expect(record.body).toMatchObject({
          made: { by: desk.maker.name },
          checked: { by: desk.second.name },
          approved: { by: desk.third.name },
        })
        const dryRun = { selection: { mode: 'ids', ids: [id] }, dryRun: true }
        const told = await portal().call(served.kind.remove, desk.maker.token, dryRun as never)
        expect(told.body.consequences).toContain(
          'It does not take effect at once: another person has to approve it first.',
        )
        const removed = await portal().call(served.kind.remove, desk.maker.token, {
          ...dryRun,
          dryRun: false,
        } as never)
        expect(removed.body).toMatchObject(
          removed.body.refused === 0 ? { done: 0, waiting: 1 } : { done: 0, refused: 1 },
        )
      })
    },
  )
}
