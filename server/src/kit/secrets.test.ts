import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openSecrets } from './secrets.ts'

const unreadable = 'unable to authenticate data'
const installationSecret = 'a secret of thirty-two characters'

describe('a sealed text', () => {
  it('is read again for the same purpose and the same thing, and is different each time', async () => {
    const secrets = await openSecrets({ dataDir: '/nowhere', installationSecret })
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const sealed = secrets.seal('seed', 'one', text)
        expect(secrets.open('seed', 'one', sealed)).toBe(text)
        expect(secrets.seal('seed', 'one', text).equals(sealed)).toBe(false)
      }),
    )
  })

  it('is read by nobody else, for nothing else, and not when a bit of it was changed', async () => {
    const secrets = await openSecrets({ dataDir: '/nowhere', installationSecret })
    const others = await openSecrets({ dataDir: '/nowhere', installationSecret: `${installationSecret}!` })
    const sealed = secrets.seal('seed', 'one', 'JBSWY3DPEHPK3PXP')
    expect(() => others.open('seed', 'one', sealed)).toThrow(unreadable)
    expect(() => secrets.open('other', 'one', sealed)).toThrow(unreadable)
    expect(() => secrets.open('seed', 'two', sealed)).toThrow(unreadable)
    fc.assert(
      fc.property(fc.nat(sealed.length - 1), fc.nat(7), (at, bit) => {
        const changed = Buffer.from(sealed)
        changed[at] = (changed[at] ?? 0) ^ (1 << bit)
        expect(() => secrets.open('seed', 'one', changed)).toThrow(unreadable)
      }),
    )
  })
})

describe('the installation’s secret', () => {
  it('is made once, also by two that start together, and nobody else may read it', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'kervan-secret-'))
    const [one, two] = await Promise.all([
      openSecrets({ dataDir, installationSecret: null }),
      openSecrets({ dataDir, installationSecret: null }),
    ])
    expect(two.open('x', '', one.seal('x', '', 'hello'))).toBe('hello')
    expect((await stat(join(dataDir, 'installation-secret'))).mode & 0o777).toBe(0o600)
    expect((await readFile(join(dataDir, 'installation-secret'), 'utf8')).trim()).toMatch(/^[\w-]{43}$/)
    await rm(dataDir, { recursive: true })
  })
})
