import { plainText } from '@kervan/contract/kit/typed'
import { describe, expect, it } from 'vitest'
import { dayIn } from '../../src/kit/clock.ts'
import { anotherValue, sampleValues } from '../master-samples.ts'
import type { Portal } from '../portal.ts'
import {
  approveAll,
  needsSecond,
  openDesk,
  page,
  plain,
  revert,
  rowsOf,
  save,
  valuesOf,
  type Walked,
} from './desk.ts'

/** A record of each kind in its form and its list: made, changed, deleted, as of a day, its history. */
export function walkRecords(kinds: readonly Walked[], portal: () => Portal): void {
  describe.each(kinds)('[DAT-001] [DAT-002] [DAT-003] master data: %s', (_, served) => {
    it('is created in a form, listed, found, changed under its version, keeps what is left out, and its history says so', async () => {
      const desk = await openDesk(portal(), served)
      const values = await sampleValues(served, 1, { portal: portal(), company: desk.company })
      const made = await save(desk, values)
      expect(made).toMatchObject({ status: 200, body: { version: 1, waits: false } })
      const { id } = made.body
      expect(await valuesOf(desk, id)).toEqual(values)
      expect((await rowsOf(desk)).map((row) => row.id)).toContain(id)
      const key = served.kind.keys.map((name) => plainText(values[name])).join(' · ')
      const found = await portal().call(served.kind.find, desk.maker.token, { search: '', codes: [key] })
      expect(found.body.options.map((option) => option.id)).toContain(id)

      const { name, value } = anotherValue(served, values)
      const changed = await save(desk, { ...values, [name]: value }, { id, version: 1 })
      expect(changed).toMatchObject({ status: 200, body: { id, version: 2 } })
      expect((await valuesOf(desk, id))[name]).toEqual(value)
      expect(await save(desk, values, { id, version: 1 })).toMatchObject({
        status: 409,
        code: 'ChangedMeanwhile',
        refused: { Facts: { changedBy: needsSecond(desk) ? desk.second.name : desk.maker.name } },
      })
      const kept = Object.fromEntries(
        Object.entries(values).filter(([field]) => !served.kind.fields[field]?.optional),
      )
      const back = await save(desk, { ...kept, [name]: values[name] ?? null }, { id, version: 2 })
      expect(back).toMatchObject({ status: 200, body: { id, version: 3 } })
      expect(await valuesOf(desk, id)).toEqual(values)

      const history = await portal().call(served.kind.history, desk.maker.token, { id })
      expect(history.body.versions.map(({ version, action, by }) => ({ version, action, by }))).toEqual([
        { version: 3, action: 'Changed', by: desk.maker.name },
        { version: 2, action: 'Changed', by: desk.maker.name },
        { version: 1, action: 'Added', by: desk.maker.name },
      ])
      expect(history.body.versions[1]?.fields).toEqual([{ field: name, before: values[name], after: value }])
    })

    it('is refused twice under one key, in whatever case, and says at which field', async () => {
      const desk = await openDesk(portal(), served)
      const values = await sampleValues(served, 1, { portal: portal(), company: desk.company })
      await save(desk, values)
      const [key] = served.kind.keys
      const again =
        typeof values[key] === 'string' ? { ...values, [key]: plainText(values[key]).toLowerCase() } : values
      expect(await save(desk, again)).toMatchObject({
        status: 422,
        code: 'RecordInvalid',
        refused: { Facts: { issues: [{ field: key, code: 'KeyTaken' }] } },
      })
    })

    it('is deleted, alone and with others, and a deleted one keeps its history', async () => {
      const desk = await openDesk(portal(), served)
      const made = await save(
        desk,
        await sampleValues(served, 1, { portal: portal(), company: desk.company }),
      )
      const { id } = made.body
      const selection = { mode: 'ids' as const, ids: [id] }
      const dry = await portal().call(served.kind.remove, desk.maker.token, { selection, dryRun: true })
      expect(dry).toMatchObject({ status: 200, body: { done: 1, refused: 0 } })
      expect(await rowsOf(desk)).toHaveLength(1)
      await portal().call(served.kind.remove, desk.maker.token, { selection, dryRun: false })
      await approveAll(desk)
      expect(await rowsOf(desk)).toEqual([])
      const history = await portal().call(served.kind.history, desk.maker.token, { id })
      expect(history.body.versions.map(({ action }) => action)).toEqual(['Removed', 'Added'])
    })

    it('is changed for many at once, with a dry run first', async () => {
      const desk = await openDesk(portal(), served)
      const ids: string[] = []
      for (const n of [1, 2])
        ids.push(
          (await save(desk, await sampleValues(served, n, { portal: portal(), company: desk.company }))).body
            .id,
        )
      const bulk = served.fields.find(
        ([, field]) => field.bulk && ['text', 'integer', 'decimal'].includes(field.type),
      )
      if (!bulk) return
      const { name, value } = {
        name: bulk[0],
        value: bulk[1].type === 'text' ? 'all of them' : bulk[1].type === 'integer' ? 7 : '7',
      }
      const change = (dryRun: boolean) =>
        portal().call(served.kind.change, desk.maker.token, {
          selection: { mode: 'ids', ids },
          dryRun,
          values: { [name]: value },
        } as never)
      expect(await change(true)).toMatchObject({ status: 200, body: { done: 2, refused: 0 } })
      const ended = needsSecond(desk) ? { done: 0, waiting: 2 } : { done: 2 }
      expect(await change(false)).toMatchObject({ status: 200, body: ended })
      await approveAll(desk)
      for (const id of ids) expect((await valuesOf(desk, id))[name]).toEqual(value)
    })

    it('is not reverted when something newer stands on its rows', async () => {
      const desk = await openDesk(portal(), served)
      const values = await sampleValues(served, 1, { portal: portal(), company: desk.company })
      const made = await save(desk, values)
      const { name, value } = anotherValue(served, values)
      await save(desk, { ...values, [name]: value }, { id: made.body.id, version: 1 })
      expect(await revert(desk, made.body.changeId as string)).toMatchObject({
        status: 409,
        code: 'NewerChanges',
        refused: { Facts: { count: 1 } },
      })
    })

    it('stands as it was on any day, and two days are compared', async () => {
      const desk = await openDesk(portal(), served)
      const values = await sampleValues(served, 1, { portal: portal(), company: desk.company })
      const made = await save(desk, values)
      const today = dayIn('Europe/Istanbul', new Date())
      const yesterday = dayIn('Europe/Istanbul', new Date(Date.now() - 24 * 60 * 60 * 1000))
      expect(await rowsOf(desk, { day: today })).toHaveLength(1)
      expect(await rowsOf(desk, { day: yesterday })).toEqual([])
      const tomorrow = dayIn('Europe/Istanbul', new Date(Date.now() + 24 * 60 * 60 * 1000))
      expect(
        await portal().call(served.kind.list.page, desk.maker.token, { ...page, day: tomorrow }),
      ).toMatchObject({
        status: 422,
        code: 'DayInFuture',
      })
      const compared = await portal().call(served.kind.differences.page, desk.maker.token, {
        ...plain,
        from: yesterday,
        to: today,
      })
      expect(compared.body.rows.map(({ id, action }) => ({ id, action }))).toEqual([
        { id: made.body.id, action: 'Added' },
      ])
    })

    it('[SHL-025] of another company is as if it did not exist, whatever is asked', async () => {
      const desk = await openDesk(portal(), served)
      const values = await sampleValues(served, 1, { portal: portal(), company: desk.company })
      const { id, changeId } = (await save(desk, values)).body
      const stranger = await (await portal().company()).user({ permissions: desk.permissions })
      const { kind } = served
      const ofChange = { changeId: changeId as string }
      const selection = { mode: 'ids', ids: [id] }
      const missing = [
        [kind.get, { id }],
        [kind.history, { id }],
        [kind.save, { id, version: 1, values, confirmed: true }],
        [kind.getChange, ofChange],
        [kind.changeRows.page, { ...plain, ...ofChange }],
        [kind.file, ofChange],
        [kind.activate, { ...ofChange, confirmed: true }],
        [kind.cancel, ofChange],
        [kind.decide, { ...ofChange, decision: 'Approve', comment: '', confirmed: true }],
        [kind.revert, { ...ofChange, confirmed: true }],
      ] as const
      for (const [call, input] of missing) {
        const answer = await portal().call(call as typeof kind.get, stranger.token, input as never)
        expect({ call: call.name, status: answer.status, code: answer.code }).toEqual({
          call: call.name,
          status: 404,
          code: expect.stringMatching(/^(Not|ChangeNot)Found$/),
        })
      }
      for (const call of [kind.remove, kind.change]) {
        const input = { selection, dryRun: false, ...(call === kind.change && { values: {} }) }
        const { body } = await portal().call(call, stranger.token, input as never)
        expect(body).toMatchObject({ done: 0, refused: 1, reasons: [{ refusal: 'NotFound' }] })
      }
      expect(await valuesOf(desk, id)).toEqual(values)
    })

    it('is of the whole company: who sees part of it reads and does not write', async () => {
      const desk = await openDesk(portal(), served)
      const customer = await desk.company.customer()
      const location = await desk.company.location(customer)
      const part = await desk.company.user({ customer, locations: [location], permissions: desk.permissions })
      const values = await sampleValues(served, 1, { portal: portal(), company: desk.company })
      expect(
        await portal().call(served.kind.save, part.token, {
          id: null,
          version: null,
          values,
          confirmed: true,
        }),
      ).toMatchObject({ status: 422, code: 'WholeCompanyNeeded' })
    })
  })
}
