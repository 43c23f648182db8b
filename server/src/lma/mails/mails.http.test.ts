import { join } from 'node:path'
import { fuelMailLog, runExpectation } from '@kervan/contract/lma/expectations'
import { lpgPriceKind, fuelRateKind } from '@kervan/contract/lma/market'
import { fuelContactKind } from '@kervan/contract/lma/parameters'
import { fuelParameterKind, fuelProductKind } from '@kervan/contract/lma/products'
import { refineryPriceKind } from '@kervan/contract/lma/refinery'
import { isWeekend } from '@kervan/contract/kit/days'
import type { Values } from '@kervan/contract/kit/master-fields'
import type { Language } from '@kervan/contract/kit/values'
import type { FuelMail } from '@kervan/contract/lma/words'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { page } from '../../../test/ordering.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'
import { dayIn } from '../../kit/clock.ts'
import { readCaught } from '../../kit/work/mail.ts'
import {
  approveChange,
  enter,
  enterDiesel,
  openFuelDesk,
  propose,
  rate,
  type FuelDesk,
} from '../fuel-desk.testing.ts'
import { fuelLpgWork } from '../expectations/lpg-mail.ts'

/** Now, or the next moment that is no weekend in Türkiye. */
let shift = 0
const now = () => new Date(Date.now() + shift * 86_400_000)
while (isWeekend(dayIn('Europe/Istanbul', now()))) shift += 1
/** The next Saturday noon there. */
const saturday = (): Date => {
  const at = now()
  while (new Date(at).getUTCDay() !== 6) at.setUTCDate(at.getUTCDate() + 1)
  at.setUTCHours(9, 0, 0, 0)
  return at
}

let portal: Portal
let clock = now
beforeAll(async () => {
  portal = await startPortal({ now: () => clock() })
})
afterAll(() => portal.close())

async function recipient(of: FuelDesk, language: Language, ...fuelMails: FuelMail[]): Promise<string> {
  const email = `${language}-${fuelMails[0]}-${of.company.id}@example.com`.toLowerCase()
  await enter(of, fuelContactKind, { email, name: null, language, fuelMails })
  return email
}

const log = async ({ maker }: FuelDesk) =>
  (await portal.call(fuelMailLog.page, maker.token, page)).body.rows.map(
    ({ fuelMail, mailRecipient, mailState }) => [fuelMail, mailRecipient, mailState],
  )
const caught = async (address: string) => {
  const mails = await readCaught(join(portal.app.services.config.dataDir, 'mails'))
  return mails.filter(({ to }) => to === address)
}
const price = (over: Values = {}): Values => ({
  refinery: 'TuprasIzmit',
  fuelProduct: 'DIESEL',
  validFrom: '2026-11-05',
  price: '26200',
  refineryUnit: 'TL/M3',
  baseQuote: null,
  baseRate: null,
  reason: null,
  ...over,
})

describe('[LMA-007] RefineryPriceChanged', () => {
  it('leaves when a second person has approved a price, with change, reason and error, in three languages', async () => {
    const of = await openFuelDesk(portal)
    await enterDiesel(of)
    const [english, german, turkish] = [
      await recipient(of, 'en', 'RefineryPriceChanged'),
      await recipient(of, 'de', 'RefineryPriceChanged', 'SapExport'),
      await recipient(of, 'tr', 'RefineryPriceChanged'),
    ]
    await recipient(of, 'en', 'SapExport')
    await portal.call(runExpectation, of.maker.token, { runDay: '2026-11-04' })
    const saved = await propose(of, refineryPriceKind, price())
    expect(await log(of)).toEqual([])
    await approveChange(of, refineryPriceKind, saved.body.changeId ?? '')
    // A second decision on the same change tells nobody again.
    await approveChange(of, refineryPriceKind, saved.body.changeId ?? '')
    await expect
      .poll(async () => (await log(of)).toSorted(), { timeout: 60_000 })
      .toEqual(
        [german, english, turkish].map((address) => ['RefineryPriceChanged', address, 'Sent']).toSorted(),
      )
    expect((await caught(english))[0]?.text).toContain(
      [
        'Diesel 10 ppm, TÜPRAŞ İzmit: 26,200.00 TL/M3 from 5 Nov 2026',
        'Before 25,126.92 TL/M3 (1,073.08 TL/M3, 4.27 %)',
        'Reason: Market',
        'Expected 26,179.12 TL/M3, error -20.88 TL/M3',
      ].join('\n'),
    )
    expect((await caught(german))[0]?.text).toContain(
      'Vorher 25.126,92 TL/M3 (1.073,08 TL/M3, 4,27 %)\nGrund: Markt',
    )
    expect((await caught(turkish))[0]?.text).toContain(
      'Önceki 25.126,92 TL/M3 (1.073,08 TL/M3, %4,27)\nGerekçe: Piyasa',
    )
  })

  it('compares in the unit of the price, names the reason that somebody gave, and tells of what was deleted', async () => {
    const of = await openFuelDesk(portal)
    await enterDiesel(of)
    const address = await recipient(of, 'en', 'RefineryPriceChanged')
    await enter(
      of,
      refineryPriceKind,
      price({ price: '31000', refineryUnit: 'TL/TON', reason: 'Letter of 4 November' }),
    )
    const other = await enter(of, refineryPriceKind, price({ refinery: 'SocarStar' }))
    await portal.call(refineryPriceKind.remove, of.maker.token, {
      selection: { mode: 'ids', ids: [other] },
      dryRun: false,
    })
    const { rows } = await portal.owner.query<{ id: string }>(
      `select id from master_change where company_id = $1 and source = 'Bulk'`,
      [of.company.id],
    )
    await approveChange(of, refineryPriceKind, rows[0]?.id ?? '')
    await expect.poll(async () => (await log(of)).length, { timeout: 60_000 }).toBe(3)
    await expect.poll(async () => (await caught(address)).length, { timeout: 60_000 }).toBe(3)
    const texts = (await caught(address)).map(({ text }) => text).join('\n')
    expect(texts).toContain(
      '31,000.00 TL/TON from 5 Nov 2026\nBefore 29,736.00 TL/TON (1,264.00 TL/TON, 4.25 %)\nReason: Letter of 4 November',
    )
    expect(texts).toContain('Diesel 10 ppm, SOCAR STAR: 26,200.00 TL/M3 from 5 Nov 2026')
    expect(texts).toContain('SOCAR STAR: the price of 26,200.00 TL/M3 from 5 Nov 2026 was deleted')
  })

  it('[LMA-003] does not leave at weekends', async () => {
    const of = await openFuelDesk(portal)
    await enterDiesel(of)
    await recipient(of, 'en', 'RefineryPriceChanged')
    clock = saturday
    try {
      await enter(of, refineryPriceKind, price())
    } finally {
      clock = now
    }
    expect(await log(of)).toEqual([])
  })
})

describe('[LMA-007] LpgMonthly', () => {
  const at = (time: string) => ({ ...portal.app.services, clock: { now: () => new Date(time) } })
  const work = (of: FuelDesk, time: string) => {
    const services = at(time)
    return services.db.withCompany(of.company.id, async (tx) => {
      const asked = { tx, services, companyId: of.company.id, companyCode: '' }
      if (!(await fuelLpgWork.isNeeded?.(asked))) return null
      return (await fuelLpgWork.run({ ...asked, dueAt: new Date(time) })).counts
    })
  }
  const lpg = (priceMonth: string, propane: string, butane: string): Values => ({
    priceMonth,
    lpgSupplier: 'SONATRACH',
    propane,
    butane,
  })

  async function lpgDesk(): Promise<FuelDesk> {
    const of = await openFuelDesk(portal)
    await enter(of, fuelProductKind, { code: 'LPG', name: 'LPG', fuelGroup: 'Lpg', barrelsPerTon: null })
    await enter(of, fuelParameterKind, {
      fuelProduct: 'LPG',
      validFrom: '2024-01-01',
      validTo: null,
      density: '0.56',
      thresholdRate: '3',
      quoteLag: 1,
      rateLag: 0,
      fixedPremium: '95',
      priceModel: 'Formula',
      propaneShare: '30',
    })
    await enter(
      of,
      refineryPriceKind,
      price({ fuelProduct: 'LPG', validFrom: '2026-04-01', price: '25000', refineryUnit: 'TL/TON' }),
    )
    await enter(of, fuelRateKind, rate('2026-04-30', '43.60'))
    return of
  }

  it('leaves once on the first business day, with contract prices, mix, rate, price and status', async () => {
    const of = await lpgDesk()
    await enter(of, lpgPriceKind, lpg('2026-05-01', '500', '490'))
    const [english, turkish] = [
      await recipient(of, 'en', 'LpgMonthly'),
      await recipient(of, 'tr', 'LpgMonthly'),
    ]
    await recipient(of, 'de', 'PriceExpectation')
    // 1 May is a holiday: 4 May is the day.
    expect(await work(of, '2026-05-01T06:00:00Z')).toBeNull()
    expect(await work(of, '2026-05-04T06:00:00Z')).toEqual({ mails: 2 })
    expect(await work(of, '2026-05-04T06:01:00Z')).toBeNull()
    expect(await work(of, '2026-05-05T06:00:00Z')).toBeNull()
    const { rows } = await portal.owner.query<{ recipient: string; lines: string }>(
      `select recipient, facts ->> 'lines' as lines from fuel_mail where company_id = $1 order by 1`,
      [of.company.id],
    )
    expect(rows.map((row) => row.recipient)).toEqual([english, turkish])
    expect(rows[0]?.lines).toBe(
      [
        'LPG: 25,636.80 TL/TON',
        'Before 25,000.00 TL/TON (636.80 TL/TON, 2.55 %)',
        'Propane 500.00 $/TON, butane 490.00 $/TON, mix with 30.00 % propane 493.000 $/TON, rate 43.6000 (30 Apr 2026)',
        'By the contract prices of May 2026.',
      ].join('\n'),
    )
    expect(rows[1]?.lines).toContain('Mayıs 2026 kontrat fiyatlarına göre.')
  })

  it('is provisional without the prices of the month, and is made up for after a stop', async () => {
    const of = await lpgDesk()
    await enter(of, lpgPriceKind, lpg('2026-04-01', '480', '470'))
    await recipient(of, 'de', 'LpgMonthly')
    expect(await work(of, '2026-05-06T06:00:00Z')).toEqual({ mails: 1 })
    expect(await work(of, '2026-05-07T06:00:00Z')).toBeNull()
    const { rows } = await portal.owner.query<{ lines: string }>(
      `select facts ->> 'lines' as lines from fuel_mail where company_id = $1`,
      [of.company.id],
    )
    expect(rows[0]?.lines).toContain(
      'Vorläufig: Die Kontraktpreise des Monats fehlen, gerechnet wurde mit denen für April 2026.',
    )
  })

  it('does not leave at weekends or long after its day', async () => {
    const of = await lpgDesk()
    await enter(of, lpgPriceKind, lpg('2026-05-01', '500', '490'))
    await recipient(of, 'en', 'LpgMonthly')
    expect(await work(of, '2026-05-09T06:00:00Z')).toBeNull()
    expect(await work(of, '2026-05-14T06:00:00Z')).toBeNull()
  })
})
