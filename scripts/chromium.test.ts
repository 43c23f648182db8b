import { expect, test } from 'vitest'
import * as module from './chromium.mjs'

const installChromium = module.installChromium as unknown as (options: object) => Promise<void>
const say = () => {}

test('does nothing where it is installed', async () => {
  const ran: string[] = []
  await installChromium({ say, isThere: () => true, run: (command: string[]) => ran.push(command.join(' ')) })
  expect(ran).toEqual([])
})

test('updates and installs, again when the network fails once', async () => {
  const ran: string[] = []
  const run = (command: string[]) => {
    ran.push(command.join(' '))
    if (ran.length === 2) throw new Error('Temporary failure resolving deb.debian.org')
  }
  await installChromium({ say, isThere: () => ran.some((line) => line.includes(' install ')), run })
  expect(ran.map((line) => /apt-get (\S+)/.exec(line)?.[1])).toEqual([
    '--version',
    'update',
    'update',
    'install',
  ])
  expect(ran.at(-1)).toMatch(/chromium-headless-shell fonts-liberation$/)
})

test('says the command where it may not', async () => {
  const run = () => {
    throw new Error('a password is required')
  }
  await expect(installChromium({ say, isThere: () => false, run })).rejects.toThrow('sudo apt-get install -y')
})
