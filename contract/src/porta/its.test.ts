import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { languages } from '../kit/values.ts'
import { itsMovements, itsProblems, itsResults, packStateOf, reasonSuggestedBy } from './its.ts'

test.each(languages)(
  '[ITS-001] every result, problem and movement of ITS has its words, in %s',
  (language) => {
    const file = resolve(import.meta.dirname, `../messages/${language}/its.json`)
    const { state } = JSON.parse(readFileSync(file, 'utf8')) as { state: Record<string, object> }
    const named = (group: string) => Object.keys(state[group] ?? {}).toSorted()
    expect(named('itsResult')).toEqual(Object.keys(itsResults).toSorted())
    expect(named('itsProblem')).toEqual(itsProblems.toSorted())
    expect(named('itsMovement')).toEqual(itsMovements.toSorted())
  },
)

describe('[ITS-001] [TRC-001] a result of ITS', () => {
  const [maker, shop] = ['8699999000006', '8689999100010']
  const held = { ownerGln: maker, pendingGln: null }

  it.each([
    ['60000', 'DeActivated'],
    ['60001', 'InCentralWarehouse'],
    ['60002', 'ReadyToSell'],
    ['60003', 'ReadyToSell'],
    ['60004', 'Consumed'],
    ['60005', 'Exported'],
    ['60006', 'Consumed'],
    ['60007', 'Waived'],
    ['10204', 'Consumed'],
    ['10224', 'Consumed'],
    ['10230', 'Consumed'],
    ['40005', 'Waived'],
    ['10201', 'Other'],
    ['60014', 'Other'],
    ['constructor', 'Other'],
  ])('%s tells the state %s', (code, state) => expect(packStateOf(code, held)).toBe(state))

  it('of a pack that was sent and is not accepted tells that it is in transit', () => {
    expect(packStateOf('60001', { ownerGln: maker, pendingGln: shop })).toBe('InTransit')
    expect(packStateOf('60001', { ownerGln: maker, pendingGln: maker })).toBe('InCentralWarehouse')
    // A pack that was sold names its buyer there.
    expect(packStateOf('60004', { ownerGln: maker, pendingGln: shop })).toBe('Consumed')
  })

  it('suggests a reason to reject where it tells one by itself', () => {
    expect(['60003', '10210', '60004', '10203', '60014'].map(reasonSuggestedBy)).toEqual([
      'NoSaleOnITS',
      'NoSaleOnITS',
      null,
      null,
      null,
    ])
  })
})
