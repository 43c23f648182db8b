import { plainText } from '@kervan/contract/kit/typed'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAmount } from '@kervan/contract/administration/activity-words'
import { approvalKinds, dataLog, getApprovalRules, saveApprovalRule } from '@kervan/contract/data/data-log'
import { getMyNotices } from '@kervan/contract/account/own-notices'
import type { ChangeView } from '@kervan/contract/kit/master-change'
import type { Values } from '@kervan/contract/kit/master-fields'
import type { RowOf } from '@kervan/contract/kit/page'
import { languages } from '@kervan/contract/kit/values'
import { importKinds } from '@kervan/contract/registry'
import { dayIn } from './kit/clock.ts'
import { servedKinds } from './handlers.ts'
import { translate } from './kit/messages.ts'
import { writeWorkbook } from './kit/excel/write-workbook.ts'
import { buffer } from 'node:stream/consumers'
import { anotherValue, sampleValues } from '../test/master-samples.ts'
import { startPortal, type Company, type Portal, type User } from '../test/portal.ts'
import { watch } from '../test/watch.ts'
import { commentsIn, workbookRows } from '../test/workbook-text.ts'
import { fromFile } from './kit/master/header.ts'
import { masterImport } from './kit/master/import-job.ts'
import { endJob, JobTaken, runJob } from './kit/work/run-job.ts'
import { loadActor } from './kit/http/actor.ts'
import type { ServedRecords } from './kit/master/kind.ts'

// Every kind of master data, walked through by its declaration: form, list, workbook, delivery, approval, history, the way
// back. A kind that is added is in here by itself.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
}, 180_000)
afterAll(() => portal.close())

const plain = { page: 1, pageSize: 50 as const, sort: [], filters: {}, search: '' }
const page = { ...plain, day: null }
const kinds = servedKinds.map((served) => [served.kind.key, served] as const)

type Desk = { company: Company; maker: User; second: User; third: User; served: ServedRecords }

async function open(served: ServedRecords): Promise<Desk> {
  const company = await portal.company()
  const maker = await company.user()
  const [second, third] = [await company.user({ like: maker }), await company.user({ like: maker })]
  return { company, maker, second, third, served }
}

async function save({ served, maker }: Desk, values: Values, over: object = {}) {
  return portal.call(served.kind.save, maker.token, {
    id: null,
    version: null,
    values,
    confirmed: true,
    ...over,
  })
}

async function rowsOf({ served, maker }: Desk, over: object = {}) {
  const answer = await portal.call(served.kind.list.page, maker.token, { ...page, ...over })
  expect(answer.status).toBe(200)
  return answer.body.rows as (RowOf<ServedRecords['kind']['list']> & { id: string; version: number })[]
}

async function valuesOf({ served, maker }: Desk, id: string): Promise<Values> {
  const answer = await portal.call(served.kind.get, maker.token, { id })
  expect(answer.status).toBe(200)
  return answer.body.values as Values
}

/** The records as a workbook in the reader's language, some cells of it another. */
async function workbookOf({ served }: Desk, records: readonly Values[], language: 'en' | 'tr' | 'de' = 'en') {
  const fields = fromFile(served)
  const cell = (field: (typeof fields)[number], values: Values): string | null => {
    const value = values[field[0]] ?? null
    if (Array.isArray(value)) return value.join(', ')
    if (typeof value === 'boolean') return translate(language, value ? 'kit.yes' : 'kit.no')
    if (field[1].type === 'choice' && value !== null)
      return translate(language, `state.${field[1].words}.${plainText(value)}`)
    return typeof value === 'object' ? null : plainText(value)
  }
  return buffer(
    writeWorkbook({
      sheets: [
        {
          name: 'Data',
          columns: fields.map(([name]) => ({
            header: translate(language, `column.${name}`),
            kind: 'text',
            width: 20,
          })),
          rows: records.map((values) => fields.map((field) => cell(field, values))),
        },
      ],
    }),
  )
}

async function importFile(
  desk: Desk,
  body: Uint8Array,
  wanted = 'Merge',
  name = 'file.xlsx',
): Promise<ChangeView> {
  const { served, maker } = desk
  const mode = served.kind.modes.find((one) => one === wanted) ?? served.kind.modes[0]
  const sent = await portal.upload(served.kind.upload, maker.token, { mode }, [{ name, body }])
  expect(sent.status).toBe(200)
  const { id, jobId } = sent.body as ChangeView
  await watch(portal, maker.token, jobId as string)
  return (await portal.call(served.kind.getChange, maker.token, { changeId: id })).body
}

const activate = ({ served, maker }: Desk, changeId: string) =>
  portal.call(served.kind.activate, maker.token, { changeId, confirmed: true })
const revert = ({ served, maker }: Desk, changeId: string) =>
  portal.call(served.kind.revert, maker.token, { changeId, confirmed: true })

describe.each(kinds)('[DAT-001] [DAT-002] [DAT-003] master data: %s', (_, served) => {
  it('is created in a form, listed, found, changed under its version, keeps what is left out, and its history says so', async () => {
    const desk = await open(served)
    const values = await sampleValues(served, 1, { portal, company: desk.company })
    const made = await save(desk, values)
    expect(made).toMatchObject({ status: 200, body: { version: 1, waits: false } })
    const { id } = made.body
    expect(await valuesOf(desk, id)).toEqual(values)
    expect((await rowsOf(desk)).map((row) => row.id)).toContain(id)
    const key = plainText(values[served.kind.keys[0] ?? ''])
    const found = await portal.call(served.kind.find, desk.maker.token, { search: '', codes: [key] })
    expect(found.body.options.map((option) => option.id)).toContain(id)

    const { name, value } = anotherValue(served, values)
    const changed = await save(desk, { ...values, [name]: value }, { id, version: 1 })
    expect(changed).toMatchObject({ status: 200, body: { id, version: 2 } })
    expect((await valuesOf(desk, id))[name]).toEqual(value)
    expect(await save(desk, values, { id, version: 1 })).toMatchObject({
      status: 409,
      code: 'ChangedMeanwhile',
      refused: { Facts: { changedBy: desk.maker.name } },
    })
    const kept = Object.fromEntries(
      Object.entries(values).filter(([field]) => !served.kind.fields[field]?.optional),
    )
    const back = await save(desk, { ...kept, [name]: values[name] ?? null }, { id, version: 2 })
    expect(back).toMatchObject({ status: 200, body: { id, version: 3 } })
    expect(await valuesOf(desk, id)).toEqual(values)

    const history = await portal.call(served.kind.history, desk.maker.token, { id })
    expect(history.body.versions.map(({ version, action, by }) => ({ version, action, by }))).toEqual([
      { version: 3, action: 'Changed', by: desk.maker.name },
      { version: 2, action: 'Changed', by: desk.maker.name },
      { version: 1, action: 'Added', by: desk.maker.name },
    ])
    expect(history.body.versions[1]?.fields).toEqual([{ field: name, before: values[name], after: value }])
  })

  it('is refused twice under one key, in whatever case, and says at which field', async () => {
    const desk = await open(served)
    const values = await sampleValues(served, 1, { portal, company: desk.company })
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
    const desk = await open(served)
    const made = await save(desk, await sampleValues(served, 1, { portal, company: desk.company }))
    const { id } = made.body
    const selection = { mode: 'ids' as const, ids: [id] }
    const dry = await portal.call(served.kind.remove, desk.maker.token, { selection, dryRun: true })
    expect(dry).toMatchObject({ status: 200, body: { done: 1, refused: 0 } })
    expect(await rowsOf(desk)).toHaveLength(1)
    await portal.call(served.kind.remove, desk.maker.token, { selection, dryRun: false })
    expect(await rowsOf(desk)).toEqual([])
    const history = await portal.call(served.kind.history, desk.maker.token, { id })
    expect(history.body.versions.map(({ action }) => action)).toEqual(['Removed', 'Added'])
  })

  it('is changed for many at once, with a dry run first', async () => {
    const desk = await open(served)
    const ids: string[] = []
    for (const n of [1, 2])
      ids.push((await save(desk, await sampleValues(served, n, { portal, company: desk.company }))).body.id)
    const bulk = served.fields.find(
      ([, field]) => field.bulk && ['text', 'integer', 'decimal'].includes(field.type),
    )
    if (!bulk) return
    const { name, value } = {
      name: bulk[0],
      value: bulk[1].type === 'text' ? 'all of them' : bulk[1].type === 'integer' ? 7 : '7',
    }
    const change = (dryRun: boolean) =>
      portal.call(served.kind.change, desk.maker.token, {
        selection: { mode: 'ids', ids },
        dryRun,
        values: { [name]: value },
      } as never)
    expect(await change(true)).toMatchObject({ status: 200, body: { done: 2, refused: 0 } })
    expect(await change(false)).toMatchObject({ status: 200, body: { done: 2 } })
    for (const id of ids) expect((await valuesOf(desk, id))[name]).toEqual(value)
  })

  it('comes by workbook in each language: added, changed, unchanged; active together; reverted in one step', async () => {
    const desk = await open(served)
    const context = { portal, company: desk.company }
    const [one, two, three] = [
      await sampleValues(served, 1, context),
      await sampleValues(served, 2, context),
      await sampleValues(served, 3, context),
    ]
    await save(desk, one)
    await save(desk, two)
    const { name, value } = anotherValue(served, one)
    const change = await importFile(
      desk,
      await workbookOf(desk, [{ ...one, [name]: value }, two, three], 'de'),
    )
    expect(change).toMatchObject({
      state: 'Succeeded',
      counts: { added: 1, changed: 1, removed: 0, unchanged: 1, faulty: 0 },
    })
    const rows = await portal.call(served.kind.changeRows.page, desk.maker.token, {
      ...plain,
      changeId: change.id,
    })
    expect(rows.body.rows.map((row) => row.action)).toEqual(['Changed', 'Unchanged', 'Added'])
    expect(rows.body.rows[0]?.difference).toContain(' → ')
    expect(await rowsOf(desk)).toHaveLength(2)
    expect(await activate(desk, change.id)).toMatchObject({ status: 200, body: { state: 'Active' } })
    expect(await rowsOf(desk)).toHaveLength(3)
    expect(await activate(desk, change.id)).toMatchObject({ status: 409, code: 'ChangeStateWrong' })
    expect(await revert(desk, change.id)).toMatchObject({ status: 200, body: { state: 'Reverted' } })
    const after = await rowsOf(desk)
    expect(after).toHaveLength(2)
    const versions = after.map((row) => row.version).toSorted()
    expect(versions).toEqual([1, 3])
  })

  it('is not reverted when something newer stands on its rows', async () => {
    const desk = await open(served)
    const values = await sampleValues(served, 1, { portal, company: desk.company })
    const made = await save(desk, values)
    const { name, value } = anotherValue(served, values)
    await save(desk, { ...values, [name]: value }, { id: made.body.id, version: 1 })
    expect(await revert(desk, made.body.changeId as string)).toMatchObject({
      status: 409,
      code: 'NewerChanges',
      refused: { Facts: { count: 1 } },
    })
  })

  it('tells every fault of a file by sheet, row and field, and takes nothing of it', async () => {
    const desk = await open(served)
    const one = await sampleValues(served, 1, { portal, company: desk.company })
    const [key] = served.kind.keys
    const change = await importFile(desk, await workbookOf(desk, [one, one, { ...one, [key]: null }]))
    expect(change).toMatchObject({ state: 'ValidationFailed', counts: { added: 1, faulty: 2 } })
    const rows = await portal.call(served.kind.changeRows.page, desk.maker.token, {
      ...plain,
      changeId: change.id,
    })
    const told = rows.body.rows.map(({ sheet, row, action, message }) => ({
      sheet,
      row,
      action,
      isTold: message !== null,
    }))
    expect(told).toEqual([
      { sheet: 'Data', row: 2, action: 'Added', isTold: false },
      { sheet: 'Data', row: 3, action: 'Faulty', isTold: true },
      { sheet: 'Data', row: 4, action: 'Faulty', isTold: true },
    ])
    expect(await activate(desk, change.id)).toMatchObject({ status: 422, code: 'ChangeFaulty' })
    expect(await rowsOf(desk)).toEqual([])
  })

  it.runIf(served.kind.modes.includes('Replace'))('replaces everything by a file that says so', async () => {
    const desk = await open(served)
    const context = { portal, company: desk.company }
    const [one, two] = [await sampleValues(served, 1, context), await sampleValues(served, 2, context)]
    await save(desk, one)
    const change = await importFile(desk, await workbookOf(desk, [two]), 'Replace')
    expect(change).toMatchObject({ state: 'Succeeded', counts: { added: 1, removed: 1 } })
    await activate(desk, change.id)
    expect(await rowsOf(desk)).toHaveLength(1)
  })

  it.runIf(served.kind.key === 'regionCode')(
    '[DAT-001] asks before a file replaces all of them',
    async () => {
      const desk = await open(served)
      const context = { portal, company: desk.company }
      await save(desk, await sampleValues(served, 1, context))
      const change = await importFile(
        desk,
        await workbookOf(desk, [await sampleValues(served, 2, context)]),
        'Replace',
      )
      const input = { changeId: change.id, confirmed: false }
      const asked = await portal.call(served.kind.activate, desk.maker.token, input)
      expect(asked).toMatchObject({ status: 422, code: 'ConsequencesUnconfirmed' })
      expect(asked.refused?.Message).toContain('replaces the 1 region code')
      expect(await activate(desk, change.id)).toMatchObject({ status: 200, body: { state: 'Active' } })
    },
  )

  it('is delivered by API: one answer a row, the good ones take effect, the same request once', async () => {
    const desk = await open(served)
    const one = await sampleValues(served, 1, { portal, company: desk.company })
    const [key] = served.kind.keys
    const input = { rows: [one, { ...one, [key]: null }, { noSuchField: 1 }], requestKey: 'delivery-1' }
    const first = await portal.call(served.kind.deliver, desk.maker.token, input)
    expect(first).toMatchObject({ status: 200, body: { state: 'Active' } })
    expect(first.body.rows.map(({ action }) => action)).toEqual(['Added', 'Faulty', 'Faulty'])
    expect(first.body.rows[2]?.issues.map(({ code }) => code)).toContain('UnknownField')
    expect((await portal.call(served.kind.deliver, desk.maker.token, input as never)).body).toEqual(
      first.body,
    )
    expect(await rowsOf(desk)).toHaveLength(1)
  })

  it('takes no control characters, neither from a delivery nor from a workbook', async () => {
    const desk = await open(served)
    const values = await sampleValues(served, 1, { portal, company: desk.company })
    const texts = fromFile(served).filter(
      ([, { type, values: choices }]) => type === 'code' || (type === 'text' && !choices),
    )
    for (const [name] of texts.slice(0, 2)) {
      const bad = { ...values, [name]: `a${String.fromCodePoint(11)}b` }
      const { body } = await portal.call(served.kind.deliver, desk.maker.token, {
        rows: [bad],
        requestKey: `control-${name}`,
      })
      expect(body.rows).toMatchObject([{ action: 'Faulty' }])
      expect(body.rows[0]?.issues).toContainEqual(
        expect.objectContaining({ field: name, code: 'ControlCharacters' }),
      )
      expect(await importFile(desk, await workbookOf(desk, [bad]))).toMatchObject({
        state: 'ValidationFailed',
        counts: { faulty: 1 },
      })
    }
    expect(await rowsOf(desk)).toEqual([])
  })

  it('stands as it was on any day, and two days are compared', async () => {
    const desk = await open(served)
    const values = await sampleValues(served, 1, { portal, company: desk.company })
    const made = await save(desk, values)
    const today = dayIn('Europe/Istanbul', new Date())
    const yesterday = dayIn('Europe/Istanbul', new Date(Date.now() - 24 * 60 * 60 * 1000))
    expect(await rowsOf(desk, { day: today })).toHaveLength(1)
    expect(await rowsOf(desk, { day: yesterday })).toEqual([])
    const tomorrow = dayIn('Europe/Istanbul', new Date(Date.now() + 24 * 60 * 60 * 1000))
    expect(
      await portal.call(served.kind.list.page, desk.maker.token, { ...page, day: tomorrow }),
    ).toMatchObject({
      status: 422,
      code: 'DayInFuture',
    })
    const compared = await portal.call(served.kind.differences.page, desk.maker.token, {
      ...plain,
      from: yesterday,
      to: today,
    })
    expect(compared.body.rows.map(({ id, action }) => ({ id, action }))).toEqual([
      { id: made.body.id, action: 'Added' },
    ])
  })

  it('is exported and given as a template with what is there', async () => {
    const desk = await open(served)
    const values = await sampleValues(served, 1, { portal, company: desk.company })
    await save(desk, values)
    const template = await portal.call(served.kind.template, desk.maker.token, { filled: true })
    expect(template.status).toBe(200)
    const again = await importFile(desk, template.body as unknown as Uint8Array)
    expect(again).toMatchObject({
      state: 'Succeeded',
      counts: { added: 0, changed: 0, unchanged: 1, faulty: 0 },
    })
    expect(await activate(desk, again.id)).toMatchObject({ status: 422, code: 'ChangeEmpty' })
    const columns = Object.keys(served.kind.list.columns)
    const { page: _, pageSize: __, ...query } = page
    const exported = await portal.call(served.kind.list.excel, desk.maker.token, {
      ...query,
      columns,
    })
    expect((await workbookRows(exported.body)).length).toBe(2)
  })

  it('[SHL-025] of another company is as if it did not exist, whatever is asked', async () => {
    const desk = await open(served)
    const values = await sampleValues(served, 1, { portal, company: desk.company })
    const { id, changeId } = (await save(desk, values)).body
    const stranger = await (await portal.company()).user()
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
      const answer = await portal.call(call as typeof kind.get, stranger.token, input as never)
      expect({ call: call.name, status: answer.status, code: answer.code }).toEqual({
        call: call.name,
        status: 404,
        code: expect.stringMatching(/^(Not|ChangeNot)Found$/),
      })
    }
    for (const call of [kind.remove, kind.change]) {
      const input = { selection, dryRun: false, ...(call === kind.change && { values: {} }) }
      const { body } = await portal.call(call, stranger.token, input as never)
      expect(body).toMatchObject({ done: 0, refused: 1, reasons: [{ refusal: 'NotFound' }] })
    }
    expect(await valuesOf(desk, id)).toEqual(values)
  })

  // TableHeaderTwice, TableColumnUnknown
  it('refuses a file whose columns are doubled or unknown, with their names', async () => {
    const desk = await open(served)
    const titles = fromFile(served).map(([name]) => translate('en', `column.${name}`))
    const [first = ''] = titles
    const sheet = async (headers: string[]) =>
      importFile(
        desk,
        await buffer(
          writeWorkbook({
            sheets: [
              {
                name: 'Data',
                columns: headers.map((header) => ({ header, kind: 'text' as const, width: 20 })),
                rows: [],
              },
            ],
          }),
        ),
      )
    expect(await sheet([...titles, first])).toMatchObject({
      state: 'Invalid',
      message: expect.stringContaining(`column ${first} occurs twice`),
    })
    expect(await sheet([...titles, 'Shoe size'])).toMatchObject({
      state: 'Invalid',
      message: expect.stringContaining('unknown column Shoe size'),
    })
    expect(await sheet(['Shoe size'])).toMatchObject({ state: 'Invalid' })
  })

  it('is of the whole company: who sees part of it reads and does not write', async () => {
    const desk = await open(served)
    const customer = await desk.company.customer()
    const location = await desk.company.location(customer)
    const part = await desk.company.user({ customer, locations: [location] })
    const values = await sampleValues(served, 1, { portal, company: desk.company })
    expect(
      await portal.call(served.kind.save, part.token, {
        id: null,
        version: null,
        values,
        confirmed: true,
      }),
    ).toMatchObject({ status: 422, code: 'WholeCompanyNeeded' })
  })
})

describe.each(kinds.filter(([, { kind }]) => kind.approval))(
  '[DAT-003] master data under approval: %s',
  (_, served) => {
    it('waits for a second person where the company asks for it, survives other changes, and nobody approves their own', async () => {
      const desk = await open(served)
      const values = await sampleValues(served, 1, { portal, company: desk.company })
      const made = await save(desk, values)
      const { id } = made.body
      const rules = await portal.call(getApprovalRules, desk.maker.token, {})
      const rule = rules.body.rules.find((one) => one.kind === served.kind.key)
      const asked = { kind: rule?.kind ?? 'location', steps: 'CheckerAndApprover' as const, version: 0 }
      expect((await portal.call(saveApprovalRule, desk.maker.token, asked)).status).toBe(200)
      expect(await portal.call(saveApprovalRule, desk.second.token, asked)).toMatchObject({
        status: 409,
        code: 'ChangedMeanwhile',
        refused: { Facts: { changedBy: desk.maker.name } },
      })
      const { name, value } = anotherValue(served, values)
      const proposed = await save(desk, { ...values, [name]: value }, { id, version: 1 })
      expect(proposed).toMatchObject({ status: 200, body: { id, version: 1, waits: true } })
      expect((await valuesOf(desk, id))[name]).toEqual(values[name])
      const changeId = proposed.body.changeId as string
      const decide = (user: User, decision: string, comment = '', of = changeId) =>
        portal.call(served.kind.decide, user.token, {
          changeId: of,
          decision,
          comment,
          confirmed: true,
        } as never)
      // Another change of the same record takes effect meanwhile.
      const other = anotherValue(served, values, true)
      const ofSecond = { ...desk, maker: desk.second }
      const meanwhile = await save(ofSecond, { ...values, [other.name]: other.value }, { id, version: 1 })
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
      const { notices } = (await portal.call(getMyNotices, desk.maker.token, { before: null })).body
      expect(notices[0]).toMatchObject({
        event: 'masterData.approved',
        facts: { by: desk.third.name, kind: served.kind.key },
        recordCode: changeId,
      })
      expect(await valuesOf(desk, id)).toMatchObject({ [other.name]: other.value, [name]: value })
      const record = await portal.call(served.kind.get, desk.maker.token, { id })
      expect(record.body).toMatchObject({
        made: { by: desk.maker.name },
        checked: { by: desk.second.name },
        approved: { by: desk.third.name },
      })
      const dryRun = { selection: { mode: 'ids', ids: [id] }, dryRun: true }
      const told = await portal.call(served.kind.remove, desk.maker.token, dryRun as never)
      expect(told.body.consequences).toContain(
        'It does not take effect at once: another person has to approve it first.',
      )
      const removed = await portal.call(served.kind.remove, desk.maker.token, {
        ...dryRun,
        dryRun: false,
      } as never)
      expect(removed.body).toMatchObject(
        removed.body.refused === 0 ? { done: 0, waiting: 1 } : { done: 0, refused: 1 },
      )
    })
  },
)

describe.each(kinds.filter(([, { fields }]) => fields.some(([, field]) => field.price)))(
  '[ORD-020] where the company hides prices: %s',
  (_, served) => {
    it('tells them in no list, change, history or file, and keeps them when somebody saves', async () => {
      const desk = await open(served)
      const { company, maker } = desk
      const sample = await sampleValues(served, 1, { portal, company })
      const prices = served.fields.filter(([, field]) => field.price)
      const values: Values = { ...sample }
      prices.forEach(([name, field], at) => {
        values[name] = field.type === 'decimal' && field.max === null ? `4711.${13 + at}` : '47.11'
      })
      const { id } = (await save(desk, values)).body
      const [first = ''] = prices.map(([name]) => name)
      const dearer = { ...values, [first]: '47.12' }
      const change = await importFile(desk, await workbookOf(desk, [dearer]), 'Merge')
      await setPrices(company, 'HideForAll')
      const today = dayIn('Europe/Istanbul', new Date())
      const days = { from: dayIn('Europe/Istanbul', new Date(Date.now() - 86_400_000)), to: today }
      const answers = [
        await rowsOf(desk),
        await rowsOf(desk, { day: today }),
        await valuesOf(desk, id),
        (await portal.call(served.kind.history, maker.token, { id: id })).body,
        (await portal.call(served.kind.differences.page, maker.token, { ...plain, ...days })).body,
        (await portal.call(served.kind.changeRows.page, maker.token, { ...plain, changeId: change.id })).body,
        await workbookRows((await portal.call(served.kind.template, maker.token, { filled: true })).body),
      ]
      // A moment may have 47 seconds.
      expect(JSON.stringify(answers)).not.toMatch(/(?<!:)47(11)?[.,]1/)
      const { name, value } = anotherValue(served, values)
      const hidden = Object.fromEntries(prices.map(([price]) => [price, null]))
      expect(await save(desk, { ...values, ...hidden, [name]: value }, { id, version: 1 })).toMatchObject({
        status: 200,
      })
      await setPrices(company, 'NoHide')
      expect(await valuesOf(desk, id)).toMatchObject(
        Object.fromEntries(prices.map(([price]) => [price, values[price]])),
      )
    })

    it('has every price among the amounts that the activities keep back', () => {
      const prices = served.fields.filter(([, field]) => field.price).map(([name]) => name)
      expect(prices.filter((name) => !isAmount(name))).toEqual([])
    })
  },
)

const setPrices = ({ id }: Company, visibility: string) =>
  portal.owner.query('update company_policy set price_visibility = $2 where company_id = $1', [
    id,
    visibility,
  ])

describe('[DAT-002] a file of master data', () => {
  const served = servedKinds.find(({ kind }) => kind.key === 'locationType') as ServedRecords

  it.each([
    ['semicolons in Windows-1254', ';', (text: string) => windows1254(text)],
    ['commas in UTF-8', ',', (text: string) => Buffer.from(text)],
    ['tabs in UTF-16', '\t', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ])('is read as CSV with %s', async (_, sign, encoded) => {
    const desk = await open(served)
    const lines = [
      ['Kod', 'Ad', 'Karşılığı', 'Satış noktası mı'],
      ['MGZ', 'Ana mağaza Şişli', 'PrimaryPointOfSales', 'Evet'],
    ]
    const [titles = [], row = []] = lines
    titles[2] = translate('tr', 'column.standsFor')
    titles[3] = translate('tr', 'column.pointOfSale')
    const text = [titles, row].map((cells) => cells.join(sign)).join('\r\n')
    const change = await importFile(desk, encoded(text), 'Merge', 'türler.csv')
    expect(change).toMatchObject({ state: 'Succeeded', counts: { added: 1, faulty: 0 } })
    await activate(desk, change.id)
    const [made] = await rowsOf(desk)
    expect(await valuesOf(desk, made?.id ?? '')).toMatchObject({
      code: 'MGZ',
      name: 'Ana mağaza Şişli',
      pointOfSale: true,
    })
  })

  it('takes effect once: a worker that begins its reading again takes nothing back', async () => {
    const served = kinds.find(([key]) => key === 'locationType')?.[1] as ServedRecords
    const desk = await open(served)
    const one = await sampleValues(served, 1, { portal, company: desk.company })
    const change = await importFile(desk, await workbookOf(desk, [one]))
    await activate(desk, change.id)
    const { id: companyId } = desk.company
    await portal.owner.query(`update job set state = 'Running' where company_id = $1 and id = $2`, [
      companyId,
      change.jobId,
    ])
    await runJob(portal.app.services, 'masterData.import', masterImport, {
      companyId,
      jobId: change.jobId as string,
    })
    const rows = await portal.call(served.kind.changeRows.page, desk.maker.token, {
      ...plain,
      changeId: change.id,
    })
    expect(rows.body.rows.map(({ action }) => action)).toEqual(['Added'])
    expect(
      (await portal.call(served.kind.getChange, desk.maker.token, { changeId: change.id })).body,
    ).toMatchObject({
      state: 'Active',
      counts: { added: 1 },
    })
  })

  it('is read by one worker: one that was thought to be dead writes nothing more', async () => {
    const served = kinds.find(([key]) => key === 'locationType')?.[1] as ServedRecords
    const desk = await open(served)
    const one = await sampleValues(served, 1, { portal, company: desk.company })
    const change = await importFile(desk, await workbookOf(desk, [one]))
    const { id: companyId } = desk.company
    const jobId = change.jobId as string
    const ask = (text: string, ...values: unknown[]) => portal.owner.query(text, [companyId, ...values])
    await ask(`update job set state = 'Running', attempts = 3 where company_id = $1 and id = $2`, jobId)
    await ask(`update master_change set state = 'Validating' where company_id = $1 and id = $2`, change.id)
    const { db } = portal.app.services
    const [membership] = (await ask('select membership_id from job where company_id = $1 and id = $2', jobId))
      .rows
    const actor = await db.withCompany(companyId, (tx) =>
      loadActor(tx, companyId, (membership as { membership_id: string }).membership_id),
    )
    const run = {
      id: jobId,
      input: { changeId: change.id, kind: 'locationType', language: 'en' as const },
      actor,
      services: portal.app.services,
      progress: async () => {},
    }
    await expect(masterImport.run({ ...run, attempt: 2 })).rejects.toBeInstanceOf(JobTaken)
    const job = { companyId, id: jobId, input: run.input }
    await db.withCompany(companyId, (tx) =>
      endJob(tx, portal.app.services, masterImport, { ...job, attempts: 2 }, { state: 'Cancelled' }),
    )
    await expect(masterImport.run({ ...run, attempt: 3 })).resolves.toMatchObject({ Added: 1 })
    await ask(`update job set state = 'Failed' where company_id = $1 and id = $2`, jobId)
    await expect(masterImport.run({ ...run, attempt: 3 })).rejects.toBeInstanceOf(JobTaken)
  })

  it('comes back as the user’s own workbook with what is wrong in the failing cells', async () => {
    const desk = await open(served)
    const values = await sampleValues(served, 1, { portal, company: desk.company })
    const body = await workbookOf(desk, [values, { ...values, code: 'T-2', standsFor: 'Kiosk' }])
    const change = await importFile(desk, body)
    expect(change).toMatchObject({ state: 'ValidationFailed', counts: { faulty: 1 } })
    const file = await portal.call(served.kind.file, desk.maker.token, { changeId: change.id })
    expect(await workbookRows(file.body)).toEqual(await workbookRows(body))
    expect(await commentsIn(file.body)).toEqual([
      expect.stringMatching(/^2,2: .*is not one of the allowed values/),
    ])
  })

  it('of another kind, half a file and a workbook without the key are refused with the reason', async () => {
    const desk = await open(served)
    const half = (
      await workbookOf(desk, [await sampleValues(served, 1, { portal, company: desk.company })])
    ).subarray(0, 900)
    const send = (name: string, body: Buffer) =>
      portal.upload(served.kind.upload, desk.maker.token, { mode: 'Merge' }, [{ name, body }])
    expect(await send('half.xlsx', half)).toMatchObject({ status: 422, code: 'ExcelDamaged' })
    expect(await send('a.pdf', Buffer.from('%PDF-1.4 not a table'))).toMatchObject({ status: 422 })
    expect(await importFile(desk, Buffer.from('Name;Description\nA;B\n'), 'Merge', 'a.csv')).toMatchObject({
      state: 'Invalid',
      message: expect.stringContaining('Code'),
    })
  })
})

/** Texts with Turkish letters as Excel in Turkey saves them. */
function windows1254(text: string): Buffer {
  const letters: Record<string, number> = { Ğ: 0xd0, İ: 0xdd, Ş: 0xde, ğ: 0xf0, ı: 0xfd, ş: 0xfe }
  return Buffer.from(Array.from(text, (letter) => letters[letter] ?? letter.codePointAt(0) ?? 63))
}

it('[DAT-002] every delivery is in the data log of those who may see its kind, and says what a single record is called', async () => {
  const served = servedKinds.find(({ kind }) => kind.key === 'country') as ServedRecords
  const desk = await open(served)
  const sample = (number: number) => sampleValues(served, number, { portal, company: desk.company })
  const values = await sample(1)
  await save(desk, values)
  await importFile(desk, await workbookOf(desk, [await sample(2), await sample(3)]))
  const log = async (user: User) => (await portal.call(dataLog.page, user.token, plain)).body.rows
  const title = `${plainText(values.code)} – ${plainText(values.name)}`
  const rows = await log(desk.maker)
  expect(rows).toMatchObject([
    { source: 'File', state: 'Succeeded', added: 2, fileOrRecord: expect.stringMatching(/\.xlsx$/) },
    { source: 'Form', state: 'Active', added: 1, fileOrRecord: title },
  ])
  const change = await portal.call(served.kind.getChange, desk.maker.token, { changeId: rows[1]!.id })
  expect(change.body).toMatchObject({ record: title })
  const blind = await desk.company.user({ without: ['dataManagement-getCountries'] })
  expect(await log(blind)).toEqual([])
})

it('[DAT-001, DAT-002] the data log can be read whatever kind of record was saved, and names it in every language', async () => {
  const company = await portal.company()
  const user = await company.user()
  const kept = importKinds.map(({ key }) => key)
  await portal.owner.query(
    `insert into master_change (company_id, id, kind, source, state, made_by, made_by_name, made_at)
     select $1, gen_random_uuid(), kind, 'Form', 'Active', $2, 'A', now() from unnest($3::text[]) kind`,
    [company.id, user.id, kept],
  )
  const { status, body } = await portal.call(dataLog.page, user.token, plain)
  expect(status).toBe(200)
  expect(body.rows.map(({ dataKind }) => dataKind).toSorted()).toEqual(kept.toSorted())
  for (const language of languages)
    for (const kind of kept)
      expect(translate(language, `state.recordType.${kind}`)).not.toContain('recordType')
})

it('[DAT-002] a faulty delivery is seen in the data log, corrected in its own file, sent again and taken', async () => {
  const served = servedKinds.find(({ kind }) => kind.key === 'country') as ServedRecords
  const desk = await open(served)
  const sample = (number: number) => sampleValues(served, number, { portal, company: desk.company })
  const [good, other] = [await sample(1), await sample(2)]
  const log = async () =>
    (await portal.call(dataLog.page, desk.second.token, plain)).body.rows.map(
      ({ source, state, added, faulty }) => ({ source, state, added, faulty }),
    )
  const faulty = await importFile(desk, await workbookOf(desk, [good, { ...other, name: null }]))
  expect(await log()).toEqual([{ source: 'File', state: 'ValidationFailed', added: 1, faulty: 1 }])
  // Whoever looks after deliveries finds what is wrong, and the file to correct, from the log on.
  const [entry] = (await portal.call(dataLog.page, desk.second.token, plain)).body.rows
  const changeId = entry?.id ?? ''
  const file = await portal.call(served.kind.file, desk.second.token, { changeId })
  expect(await commentsIn(file.body)).toEqual([expect.stringMatching(/^2,\d+: /)])
  expect((await activate(desk, faulty.id)).code).toBe('ChangeFaulty')
  expect(await rowsOf(desk)).toEqual([])

  const [header = [], ...rows] = await workbookRows(file.body)
  const at = header.indexOf(translate('en', 'column.name'))
  expect(rows.map((cells) => cells[at])).toEqual([plainText(good.name), ''])
  const corrected = rows.map((cells) => cells.with(at, cells[at] || plainText(other.name)))
  const body = await buffer(
    writeWorkbook({
      sheets: [
        {
          name: 'Data',
          columns: header.map((title) => ({ header: title, kind: 'text' as const, width: 20 })),
          rows: corrected,
        },
      ],
    }),
  )
  const again = await importFile(desk, body)
  expect(again).toMatchObject({ state: 'Succeeded', counts: { added: 2, faulty: 0 } })
  expect((await activate(desk, again.id)).status).toBe(200)
  expect(await rowsOf(desk)).toHaveLength(2)
  expect(await log()).toEqual([
    { source: 'File', state: 'Active', added: 2, faulty: 0 },
    { source: 'File', state: 'ValidationFailed', added: 1, faulty: 1 },
  ])
})

it('[DAT-003] the kinds that may ask for a second person are those that say so', () => {
  expect(
    servedKinds
      .filter(({ kind }) => kind.approval)
      .map(({ kind }) => kind.key)
      .toSorted(),
  ).toEqual([...approvalKinds].toSorted())
})
