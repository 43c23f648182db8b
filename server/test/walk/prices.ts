import { getRecordHistory } from '@kervan/contract/administration/activity'
import type { Values } from '@kervan/contract/kit/master-fields'
import { describe, expect, it } from 'vitest'
import { dayIn } from '../../src/kit/clock.ts'
import { anotherValue, sampleValues } from '../master-samples.ts'
import type { Company, Portal } from '../portal.ts'
import { workbookRows } from '../workbook-text.ts'
import { importFile, openDesk, plain, rowsOf, save, valuesOf, workbookOf, type Walked } from './desk.ts'

/** Prices of each kind that has some, before readers who may not see them. */
export function walkPrices(kinds: readonly Walked[], portal: () => Portal): void {
  describe.each(kinds.filter(([, { fields }]) => fields.some(([, field]) => field.price)))(
    '[ORD-020] where the company hides prices: %s',
    (_, served) => {
      it('tells them in no list, change, history or file, and keeps them when somebody saves', async () => {
        const desk = await openDesk(portal(), served)
        const { company, maker } = desk
        const sample = await sampleValues(served, 1, { portal: portal(), company })
        const prices = served.fields.filter(([, field]) => field.price)
        const values: Values = { ...sample }
        prices.forEach(([name, field], at) => {
          if (field.type === 'decimal') values[name] = field.max === null ? `4711.${13 + at}` : '47.11'
        })
        const { id } = (await save(desk, values)).body
        const [first = ''] = prices.map(([name]) => name)
        const dearer = { ...values, [first]: '47.12' }
        const change = await importFile(desk, await workbookOf(desk, [dearer]), 'Merge')
        await setPrices(portal(), company, 'HideForAll')
        const today = dayIn('Europe/Istanbul', new Date())
        const days = { from: dayIn('Europe/Istanbul', new Date(Date.now() - 86_400_000)), to: today }
        const answers = [
          await rowsOf(desk),
          await rowsOf(desk, { day: today }),
          await valuesOf(desk, id),
          (await portal().call(served.kind.history, maker.token, { id: id })).body,
          (await portal().call(served.kind.differences.page, maker.token, { ...plain, ...days })).body,
          (await portal().call(served.kind.changeRows.page, maker.token, { ...plain, changeId: change.id }))
            .body,
          await workbookRows((await portal().call(served.kind.template, maker.token, { filled: true })).body),
          (
            await portal().call(getRecordHistory, maker.token, {
              recordType: served.options.recordType,
              recordId: id,
            })
          ).body,
        ]
        // A moment may have 47 seconds.
        expect(JSON.stringify(answers)).not.toMatch(/(?<!:)47(11)?[.,]1/)
        const { name, value } = anotherValue(served, values)
        const hidden = Object.fromEntries(prices.map(([price]) => [price, null]))
        expect(await save(desk, { ...values, ...hidden, [name]: value }, { id, version: 1 })).toMatchObject({
          status: 200,
        })
        await setPrices(portal(), company, 'NoHide')
        expect(await valuesOf(desk, id)).toMatchObject(
          Object.fromEntries(prices.map(([price]) => [price, values[price]])),
        )
      })
    },
  )
}

const setPrices = (portal: Portal, { id }: Company, visibility: string) =>
  portal.owner.query('update company_policy set price_visibility = $2 where company_id = $1', [
    id,
    visibility,
  ])
