import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getTestMail, sendTestMail } from '@kervan/contract/system/test-mail'
import { readCaught } from '../kit/work/mail.ts'
import { startPortal, type Portal } from '../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

describe('[ACC-009] a test mail', () => {
  it('goes to who asks for it, tells what became of it, and tells nobody else', async () => {
    const company = await portal.company()
    const [boss, other] = [await company.user(), await company.user()]
    const { body: sent } = await portal.call(sendTestMail, boss.token, {})
    expect(sent.to).toBe(boss.username)
    const state = async () => (await portal.call(getTestMail, boss.token, { id: sent.id })).body.state
    await expect.poll(state, { timeout: 30_000 }).toBe('Sent')
    const mails = await readCaught(join(portal.app.services.config.dataDir, 'mails'))
    expect(mails.filter(({ to }) => to === boss.username)).toHaveLength(1)
    expect(await portal.call(getTestMail, other.token, { id: sent.id })).toMatchObject({ code: 'NotFound' })
    const blind = await company.user({ without: ['mails-sendTestMail'] })
    for (const [call, input] of [
      [sendTestMail, {}],
      [getTestMail, { id: sent.id }],
    ] as const)
      expect((await portal.call(call, blind.token, input as never)).status).toBe(403)
  })

  it('tells what the mail server says where it refuses', async () => {
    const server = createServer((socket) => {
      socket.write('554 5.7.1 no relaying for this host\r\n')
      socket.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const own = await startPortal({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
    try {
      const boss = await (await own.company()).user()
      const { body: sent } = await own.call(sendTestMail, boss.token, {})
      const told = async () => (await own.call(getTestMail, boss.token, { id: sent.id })).body
      await expect.poll(async () => (await told()).state, { timeout: 30_000 }).toBe('Failed')
      expect((await told()).error).toContain('no relaying for this host')
    } finally {
      await own.close()
      await new Promise((resolve) => server.close(resolve))
    }
  })
})
