import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
const memory = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
}
// Object.keys of the real thing lists what is stored.
const localStorage = new Proxy(memory, {
  ownKeys: () => [...stored.keys()],
  getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
})

beforeEach(() => vi.stubGlobal('window', { localStorage }))
afterEach(() => {
  vi.unstubAllGlobals()
  stored.clear()
})

const { adoptAppVersion, readStored, writeStored, viewModeOf, keepViewMode } = await import('./storage.ts')
const { recentOf, rememberRecent } = await import('./recent.ts')
const grid = { v: 9, at: 1, order: ['orderCode'], widths: {}, hidden: [], pinned: [], sort: [], pageSize: 50 }

describe('[SHL-016] what the browser remembers', () => {
  test('a new version clears what is obsolete and keeps what is valid', () => {
    writeStored('kervan.language', 'de')
    stored.set('kervan.appVersion', '1.0.0')
    stored.set('kervan.userSettings', '{"old":1}')
    stored.set('kervan.viewMode', 'card')
    stored.set('kervan.gridStates.v8', '{}')
    stored.set('kervan.viewModes', '{"a":"heap"}')
    stored.set('kervan.videoStates', '{"KIGO-1":true}')
    stored.set('kervan.chartSettings', '{"home.orders":{"asTable":true}}')
    stored.set('kervan.gridStates.v9', JSON.stringify({ 'grid:a': grid, 'grid:b': { ...grid, v: 8 } }))
    stored.set('someone.else', 'stays')
    expect(adoptAppVersion('1.1.0')).toBe(true)
    expect(Object.fromEntries(stored)).toEqual({
      'kervan.appVersion': '1.1.0',
      'kervan.language': 'de',
      'kervan.chartSettings': '{"home.orders":{"asTable":true}}',
      'kervan.gridStates.v9': JSON.stringify({ 'grid:a': grid }),
      'someone.else': 'stays',
    })
  })

  test('the same version leaves everything but the deprecated keys', () => {
    stored.set('kervan.appVersion', '1.1.0')
    stored.set('kervan.chartSettings', '{"a":{"asTable":true}}')
    stored.set('kervan.viewMode', 'card')
    expect(adoptAppVersion('1.1.0')).toBe(false)
    expect([...stored.keys()]).toEqual(['kervan.appVersion', 'kervan.chartSettings'])
  })

  test.each(['{', 'null', '{"Token":1}', '[]'])('a session stored as %s is none', (text) => {
    stored.set('kervan.session', text)
    expect(readStored('kervan.session')).toBeNull()
  })

  test('[GRD-003] the view mode is kept per page', () => {
    expect(viewModeOf('orders')).toBe('list')
    keepViewMode('orders', 'card')
    keepViewMode('products', 'detail')
    expect([viewModeOf('orders'), viewModeOf('products'), viewModeOf('others')]).toEqual([
      'card',
      'detail',
      'list',
    ])
  })

  test('a browser that refuses storage leaves the portal working', () => {
    vi.stubGlobal('window', {
      get localStorage(): never {
        throw new Error('refused')
      },
    })
    expect(readStored('kervan.language')).toBeNull()
    expect(() => writeStored('kervan.language', 'tr')).not.toThrow()
    expect(() => adoptAppVersion('2.0.0')).not.toThrow()
  })
})

describe('[SHL-027] what was opened last', () => {
  const found = {
    id: 'r1',
    kind: 'order',
    code: 'SO-1',
    label: 'SO-1',
    description: 'Kaya',
    href: '/a?order=SO-1',
  }
  const drawer = {
    id: 'record SO-1',
    kind: 'record',
    code: 'SO-1',
    label: '',
    description: '',
    href: '/a?order=SO-1&tab=x',
  }

  test('names a record once, as the palette found it, whichever came first', () => {
    rememberRecent(found)
    rememberRecent({ ...drawer, id: 'record SO-2', code: 'SO-2' })
    rememberRecent(drawer)
    expect(recentOf().map(({ id }) => id)).toEqual(['r1', 'record SO-2'])
    rememberRecent({ ...drawer, id: 'record SO-3', code: 'SO-3' })
    rememberRecent({ ...found, id: 'r3', code: 'SO-3' })
    expect(recentOf().map(({ id }) => id)).toEqual(['r3', 'r1', 'record SO-2'])
  })

  test('keeps records of different kinds that share a code', () => {
    rememberRecent(found)
    rememberRecent({ ...found, id: 'c1', kind: 'customer' })
    expect(recentOf().map(({ id }) => id)).toEqual(['c1', 'r1'])
  })
})
