import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { portaConfig, portaEnvironment } from './config.ts'

const readConfig = (env: Record<string, string>) => portaConfig(z.object(portaEnvironment).parse(env))

describe('[ITS-001] where ITS is', () => {
  it('is nowhere unless the operator says so', () => expect(readConfig({}).its).toBeNull())

  it('is said by its address, and what is not said is as documented', () => {
    expect(readConfig({ ITS_URL: 'https://its2.saglik.gov.tr' }).its).toEqual({
      url: 'https://its2.saglik.gov.tr',
      pagesUrl: null,
      payerGln: null,
      spacingMs: 1_000,
      timeoutMs: 30_000,
      simulated: false,
    })
  })

  it.each([
    ['http://its.example', 'https'],
    ['ftp://its.example', 'ITS_URL'],
    ['its.example', 'ITS_URL'],
  ])('is no address without encryption, %s', (ITS_URL, said) =>
    expect(() => readConfig({ ITS_URL })).toThrow(said),
  )

  it.each(['http://127.0.0.1:4488', 'http://localhost:4488', 'http://[::1]:4488'])(
    'may be this machine, %s',
    (ITS_URL) => expect(readConfig({ ITS_URL }).its).toMatchObject({ url: ITS_URL }),
  )
})
