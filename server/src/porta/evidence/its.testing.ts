import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { existing } from '@kervan/contract/kit/typed'
import { openLog } from '../../kit/log.ts'
import { openOutside } from '../../kit/outside/outside.ts'
import type { ItsTarget } from '../config.ts'
import { openIts } from './its.ts'
import type { PackKey } from './port.ts'

// The simulator of ITS as a process of its own, and the portal's client of it, for tests.

const file = join(import.meta.dirname, '../../../../simulators/its/main.ts')

export const gtin = '08699999001014'
export const maker = '8699999000006'
export const shop = '8689999100010'
export const otherShop = '8689999100027'
export const payerGln = '8680000000017'
/** A word that must be found nowhere but at ITS. */
export const canary = 'Canary-9f3c-Parola!'
export const credentials = { userName: `${shop}0000`, password: canary }

type Body = Record<string, unknown>

export async function startSimulator() {
  const process_ = spawn(process.execPath, [file], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const [line] = await once(existing(process_.stdout), 'data')
  const url = String(line).trim()
  const post = async (path: string, body: Body, token?: string): Promise<Body> => {
    const answer = await fetch(url + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    })
    return (await answer.json()) as Body
  }
  await post('/admin/seed', {
    gtins: [gtin],
    stakeholders: [
      { gln: maker, kind: 'manufacturer', name: 'Üretici', city: 'Ankara', active: true },
      { gln: shop, kind: 'pharmacy', name: 'Çınar Eczanesi', city: 'İzmir', active: true },
      { gln: otherShop, kind: 'pharmacy', name: 'Kestane Eczanesi', city: 'İzmir', active: true },
    ],
    users: { [`${maker}0000`]: 'maker', [`${shop}0000`]: canary, [`${otherShop}0000`]: 'other' },
  })
  const tokenOf = async (gln: string, password: string) =>
    String((await post('/token/app/token/', { username: `${gln}0000`, password }))['token'])
  const tokens = { maker: await tokenOf(maker, 'maker'), shop: await tokenOf(shop, canary) }
  let serial = 0
  return {
    url,
    stop: () => process_.kill(),
    fault: (fault: string, more: Body = {}) => post('/admin/fault', { fault, ...more }),
    clock: (now: Date | null) => post('/admin/clock', { now: now?.toISOString() ?? null }),
    change: (pack: PackKey, change: Body) =>
      post('/admin/pack', { gtin: pack.gtin, sn: pack.serialNumber, ...change }),
    /** The calls that came since the last question. */
    asked: async () => (await post('/admin/asked', {}))['asked'] as string[],
    /** Packs at the manufacturer, on the way to the pharmacy, on its shelf, or sold to the payer. */
    async packs(
      count: number,
      at: 'maker' | 'onTheWay' | 'shelf' | 'sold' | 'soldForCash',
    ): Promise<PackKey[]> {
      const packs = Array.from({ length: count }, () => ({
        gtin,
        serialNumber: `SN${(serial += 1)}`,
        lotNumber: 'L1',
        expiryDate: '2028-01-31',
      }))
      const productList = packs.map(({ serialNumber: sn }) => ({ gtin, sn }))
      await post(
        '/product/app/supplynotification/',
        {
          dt: 'M',
          mi: maker,
          pt: 'PP',
          gtin,
          bn: 'L1',
          xd: '2028-01-31',
          snlist: productList.map(({ sn }) => sn),
        },
        tokens.maker,
      )
      if (at === 'maker') return packs
      await post('/wholesale/app/dispatch/', { togln: shop, productList }, tokens.maker)
      if (at === 'onTheWay') return packs
      await post('/common/app/accept/', { productList }, tokens.shop)
      if (at === 'shelf') return packs
      const sale =
        at === 'sold'
          ? { to: payerGln, document: { eid: '4711', rkn: '3F5K' } }
          : { to: '0'.repeat(13), document: {} }
      await post('/prescription/app/pharmacysale/', { dt: 'S', fr: shop, ...sale, productList }, tokens.shop)
      return packs
    },
    cancelSale: ([pack]: readonly PackKey[]) =>
      post(
        '/prescription/app/pharmacysalecancel/',
        { dt: 'C', fr: shop, productList: [{ gtin, sn: pack?.serialNumber }] },
        tokens.shop,
      ),
  }
}
export type Simulator = Awaited<ReturnType<typeof startSimulator>>

/** The client, on a clock that is turned by hand and with pauses that take no time; what it logs is kept. */
export function openClient(url: string, over: Partial<ItsTarget> = {}) {
  let ahead = 0
  const now = () => new Date(Date.now() + ahead)
  const lines: string[] = []
  const outside = openOutside({
    clock: { now },
    log: openLog('trace', { write: (line) => void lines.push(line) }),
    pause: async () => {},
  })
  const its = openIts(
    outside,
    { url, pagesUrl: null, payerGln, spacingMs: 0, timeoutMs: 5_000, simulated: true, ...over },
    now,
  )
  return { its, outside, lines, later: (ms: number) => void (ahead += ms) }
}
