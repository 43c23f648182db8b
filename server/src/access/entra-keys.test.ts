import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { jwtVerify } from 'jose'
import { startOpenIdSimulator } from '../../../simulators/openid/main.ts'
import { systemClock } from '../kit/clock.ts'
import { openLog } from '../kit/log.ts'
import { openOutside } from '../kit/outside/outside.ts'
import { keysOf } from './entra-keys.ts'
import { microsoft } from './microsoft.ts'

// [ACC-004] keys that change and keys that cannot be had, on a clock that is turned by hand.

const tenant = '7d1c4f0e-58a3-4a6e-9d0b-2f6f1b7a9c01'
let simulator: Awaited<ReturnType<typeof startOpenIdSimulator>>
beforeAll(async () => {
  simulator = await startOpenIdSimulator(0)
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => admin({ down: false }))
afterAll(async () => {
  vi.useRealTimers()
  await simulator.close()
})

const ask = async <T>(path: string, body: object) =>
  (await (await fetch(`${simulator.url}${path}`, { method: 'POST', body: JSON.stringify(body) })).json()) as T
const admin = (requested: { rotate?: boolean; down?: boolean }) =>
  ask<{ asked: number }>('/admin/keys', requested)
const token = async (fault?: string) =>
  (await ask<{ token: string }>('/admin/token', { tenant, clientId: 'us', nonce: 'n', person: 'p', fault }))
    .token
const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000)

let addresses = 0
const fresh = () =>
  keysOf(
    microsoft({ outside: openOutside({ clock: systemClock, log: openLog('silent') }) }),
    `${simulator.url}/${tenant}/discovery/v2.0/keys?of=${++addresses}`,
  )
const verifies = async (keys: ReturnType<typeof keysOf>, what?: string) =>
  jwtVerify(await token(what), keys, { algorithms: ['RS256'] }).then(
    () => 'taken',
    (error: Error & { code?: string }) => error.code ?? 'refused',
  )

describe('the keys of an authority', () => {
  it('are asked for again with the first token of a new one, right after the last time too, and once for many', async () => {
    const keys = fresh()
    expect(await verifies(keys)).toBe('taken')
    const { asked } = await admin({})
    for (let change = 1; change <= 3; change++) {
      await admin({ rotate: true })
      expect(await Promise.all(Array.from({ length: 8 }, () => verifies(keys)))).toEqual(
        Array.from({ length: 8 }, () => 'taken'),
      )
      expect((await admin({})).asked - asked).toBe(change)
    }
  })

  it('are asked for once in half a minute when the names of keys are made up, one after the other or all at once', async () => {
    const keys = fresh()
    expect(await verifies(keys)).toBe('taken')
    const { asked } = await admin({})
    for (let halfMinute = 1; halfMinute <= 4; halfMinute++) {
      const made = await Promise.all(Array.from({ length: 20 }, () => verifies(keys, 'kidUnknown')))
      for (let n = 0; n < 5; n++) made.push(await verifies(keys, 'kidUnknown'))
      expect(new Set(made)).toEqual(new Set(['ERR_JWKS_NO_MATCHING_KEY']))
      expect((await admin({})).asked - asked).toBe(halfMinute)
      later(29.9)
      expect(await verifies(keys, 'kidUnknown')).toBe('ERR_JWKS_NO_MATCHING_KEY')
      expect((await admin({})).asked - asked).toBe(halfMinute)
      later(0.1)
    }
  })

  it('that are new wait for the rest of that half minute, while those that are known go on working', async () => {
    const keys = fresh()
    const known = await token()
    expect(await verifies(keys, 'kidUnknown')).toBe('ERR_JWKS_NO_MATCHING_KEY')
    await admin({ rotate: true })
    expect(await verifies(keys)).toBe('ERR_JWKS_NO_MATCHING_KEY')
    await jwtVerify(known, keys, { algorithms: ['RS256'] })
    later(29.9)
    expect(await verifies(keys)).toBe('ERR_JWKS_NO_MATCHING_KEY')
    later(0.1)
    expect(await verifies(keys)).toBe('taken')
    // It was brought, so the next one is asked for at once again.
    await admin({ rotate: true })
    expect(await verifies(keys)).toBe('taken')
  })

  it('are not asked for twice for one token, when they were read for it anyway', async () => {
    const keys = fresh()
    const { asked } = await admin({})
    expect(await verifies(keys, 'kidUnknown')).toBe('ERR_JWKS_NO_MATCHING_KEY')
    later(11 * 60)
    expect(await verifies(keys, 'kidUnknown')).toBe('ERR_JWKS_NO_MATCHING_KEY')
    expect((await admin({})).asked - asked).toBe(2)
  })

  it('go on working while their address does not answer, which is not asked more than twice a minute', async () => {
    const keys = fresh()
    expect(await verifies(keys)).toBe('taken')
    const { asked } = await admin({ down: true })
    for (let minute = 0; minute < 20; minute++) {
      later(60)
      for (let n = 0; n < 4; n++)
        expect([await verifies(keys), await verifies(keys, 'kidUnknown')]).toEqual([
          'taken',
          'ERR_JWKS_NO_MATCHING_KEY',
        ])
    }
    expect((await admin({})).asked - asked).toBeLessThanOrEqual(40)
  })

  it('that were never had are missed until the address answers, without asking all the time', async () => {
    const keys = fresh()
    const { asked } = await admin({ down: true })
    for (let n = 0; n < 10; n++) expect(await verifies(keys)).not.toBe('taken')
    expect((await admin({ down: false })).asked - asked).toBe(1)
    later(31)
    expect(await verifies(keys)).toBe('taken')
  })

  it('that were taken away are forgotten once the address is asked again', async () => {
    const keys = fresh()
    const old = await token()
    expect(await verifies(keys)).toBe('taken')
    await admin({ rotate: true })
    later(11 * 60)
    await expect(jwtVerify(old, keys, { algorithms: ['RS256'] })).rejects.toThrow('no applicable key found')
  })
})
