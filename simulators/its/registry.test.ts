import { describe, expect, it } from 'vitest'
import { accepted, cashBuyer, Fault } from './packs.ts'
import { Registry } from './registry.ts'
import { Transfers } from './transfers.ts'

const gtin = '08699999001014'
const glns = {
  maker: '8699999000006',
  depot: '8689999200017',
  other: '8689999200024',
  shop: '8689999100010',
  second: '8689999100027',
  clinic: '8689999300014',
}
const payer = '8680000000017'
const pack = { gtin, sn: 'A1', bn: 'L1', xd: '2027-05-31' }

function begin(now = new Date('2026-11-28T09:00:00Z')) {
  const clock = { now }
  const registry = new Registry({ now: () => clock.now, payer })
  registry.gtins.add(gtin)
  const kinds = {
    maker: 'manufacturer',
    depot: 'wholesaler',
    other: 'wholesaler',
    shop: 'pharmacy',
    second: 'pharmacy',
    clinic: 'hospital',
  } as const
  for (const [name, kind] of Object.entries(kinds))
    registry.stakeholders.set(glns[name as keyof typeof kinds], {
      gln: glns[name as keyof typeof kinds],
      kind,
      name,
      city: 'Ankara',
      active: true,
    })
  registry.supply(glns.maker, [pack])
  return { registry, clock }
}
const codeOf = ({ results }: { results: { uc: string }[] }) => results[0]?.uc

/** The pack on the shelf of the pharmacy. */
function atShop() {
  const begun = begin()
  const { registry } = begun
  registry.dispatch(glns.maker, [pack], glns.depot)
  registry.accept(glns.depot, [pack])
  registry.dispatch(glns.depot, [pack], glns.shop)
  registry.accept(glns.shop, [pack])
  return begun
}

describe('a pack in the registry', () => {
  it('goes from the manufacturer to the pharmacy, one movement each step, and is sold once', () => {
    const { registry } = atShop()
    expect(registry.status(pack)).toMatchObject({ uc: '60003', gln1: glns.shop, gln2: '' })
    expect(codeOf(registry.sell(glns.shop, [pack], payer, { eid: '1', rkn: '2' }))).toBe(accepted)
    expect(registry.status(pack)).toMatchObject({ uc: '60004', gln2: payer })
    expect(registry.movements.map(({ action }) => action).join('')).toBe('MSPSPV')
    expect(new Set(registry.movements.map(({ id }) => id)).size).toBe(6)
    expect(codeOf(registry.sell(glns.shop, [pack], payer, { eid: '1', rkn: '2' }))).toBe('40004')
    expect(codeOf(registry.sell(glns.second, [pack], payer, { eid: '1', rkn: '2' }))).toBe('10204')
  })

  it('that is on its way belongs to its sender and names the receiver', () => {
    const { registry } = begin()
    registry.dispatch(glns.maker, [pack], glns.depot)
    expect(registry.status(pack)).toMatchObject({ uc: '60001', gln1: glns.maker, gln2: glns.depot })
    expect(codeOf(registry.accept(glns.other, [pack]))).toBe('10306')
    expect(codeOf(registry.cancelSending(glns.maker, [pack], 'C'))).toBe(accepted)
    expect(codeOf(registry.accept(glns.depot, [pack]))).toBe('10306')
  })

  it.each<[string, (one: ReturnType<typeof atShop>) => string | undefined, string]>([
    ['is unknown', (one) => one.registry.verify({ gtin, sn: 'Z9' }), '10201'],
    ['has another lot', (one) => one.registry.verify({ ...pack, bn: 'L2' }), '10203'],
    ['is supplied twice', (one) => codeOf(one.registry.supply(glns.maker, [pack])), '10007'],
    [
      'is of no known GTIN',
      (one) => codeOf(one.registry.supply(glns.maker, [{ ...pack, gtin: '08699999009997' }])),
      '11004',
    ],
    [
      'is at another pharmacy',
      (one) => codeOf(one.registry.sell(glns.second, [pack], cashBuyer, {})),
      '10209',
    ],
    [
      'is the other’s to send',
      (one) => codeOf(one.registry.dispatch(glns.depot, [pack], glns.other)),
      '10308',
    ],
    ['is accepted again', (one) => codeOf(one.registry.accept(glns.shop, [pack])), '10303'],
    [
      'goes back to who did not sell it',
      (one) => codeOf(one.registry.giveBack(glns.shop, [pack], glns.other)),
      '10301',
    ],
    [
      'goes back to who sold it',
      (one) => codeOf(one.registry.giveBack(glns.shop, [pack], glns.depot)),
      accepted,
    ],
    ['was not sold here', (one) => codeOf(one.registry.cancelSale(glns.shop, [pack])), '10219'],
    [
      'is expired',
      (one) => (
        (one.clock.now = new Date('2027-06-01T00:00:00Z')),
        codeOf(one.registry.sell(glns.shop, [pack], cashBuyer, {}))
      ),
      '10202',
    ],
    [
      'is recalled',
      (one) => (
        (one.registry.find(pack)!.recalled = true),
        codeOf(one.registry.sell(glns.shop, [pack], cashBuyer, {}))
      ),
      '40005',
    ],
    [
      'was queried by the payer',
      ({ registry }) => {
        registry.sell(glns.shop, [pack], payer, { eid: '1', rkn: '2' })
        registry.find(pack)!.sale!.queriedByPayer = true
        return codeOf(registry.cancelSale(glns.shop, [pack]))
      },
      '11217',
    ],
    [
      'is deactivated',
      ({ registry }) => (registry.remove(glns.shop, [pack], 'D'), registry.status(pack).uc),
      '60000',
    ],
  ])('that %s is answered with its code, and nothing else changes', (_, act, code) => {
    expect(act(atShop())).toBe(code)
  })

  it('moves as one of a notification whatever becomes of the others', () => {
    const { registry } = atShop()
    const { id, results } = registry.sell(glns.shop, [{ gtin, sn: 'Z9' }, pack], cashBuyer, {})
    expect(results.map(({ uc }) => uc)).toEqual(['10201', accepted])
    expect(registry.movements.filter((one) => one.id === id)).toHaveLength(1)
  })

  it('is sold to the payer only with the number of the pharmacy and the record of the prescription', () => {
    const { registry } = atShop()
    expect(() => registry.sell(glns.shop, [pack], payer, {})).toThrow(
      expect.objectContaining({ code: '11025' }),
    )
    expect(() => registry.sell(glns.shop, [pack], payer, { eid: '1' })).toThrow(
      expect.objectContaining({ code: '11026' }),
    )
    expect(() => registry.sell(glns.shop, [pack], cashBuyer, { eid: '1' })).toThrow(
      expect.objectContaining({ code: '11033' }),
    )
    expect(registry.status(pack).uc).toBe('60003')
  })
})

describe('[TRC-004] the transfer system', () => {
  const [maker, shop, other] = ['8699999000006', '8689999100010', '8689999100027']
  const zip = Buffer.from('PK\u0003\u0004').toString('base64')
  const at = (day: string) => new Transfers(() => new Date(`${day}T09:00:00Z`))
  const search = { source: '', destination: shop, notReceived: false, from: '2026-05-01', to: '2026-05-31' }
  const faultOf = (work: () => unknown) => {
    try {
      work()
      return null
    } catch (error) {
      return error instanceof Fault ? error.code : String(error)
    }
  }

  it('finds what was sent to or by the caller, and gives it to them only', () => {
    const transfers = at('2026-05-04')
    const id = transfers.send(maker, shop, zip)
    expect(transfers.search(shop, search)).toMatchObject([{ id, source: maker, destination: shop }])
    expect(transfers.search(maker, { ...search, source: maker, destination: '' })).toHaveLength(1)
    expect(transfers.fetch(shop, id)).toBe(zip)
    expect(transfers.search(shop, { ...search, notReceived: true })).toEqual([])
    expect(faultOf(() => transfers.fetch(other, id))).toBe('21014')
    expect(faultOf(() => transfers.search(other, search))).toBe('21014')
  })

  it('keeps to its limits', () => {
    const transfers = at('2026-05-04')
    const id = transfers.send(maker, shop, zip)
    expect(faultOf(() => transfers.search(shop, { ...search, to: '2026-06-01' }))).toBe('21016')
    expect(faultOf(() => transfers.send(maker, maker, zip))).toBe('21011')
    expect(faultOf(() => transfers.send(maker, shop, Buffer.from('text').toString('base64')))).toBe('21004')
    for (let times = 0; times < 100; times++) transfers.fetch(shop, id)
    expect(faultOf(() => transfers.fetch(shop, id))).toBe('21012')
  })
})
