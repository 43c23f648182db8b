import { addPrincipleFile, downloadPrincipleFile } from '@kervan/contract/services/principles'
import { getStrategy } from '@kervan/contract/services/strategies'
import { existing } from '@kervan/contract/kit/typed'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPortal, type Portal } from '../../../test/portal.ts'
import { inCompany } from '../../../test/statements.ts'
import { openDesk, strategyOf, type Desk } from '../desk.testing.ts'

// Files of principles (SVC-004): at most 30 MB, of types that tell what they are by their content and by their name.

let portal: Portal
let desk: Desk
let target: { strategyId: string; principleId: string }
beforeAll(async () => {
  portal = await startPortal({ now: () => new Date('2026-11-23T06:00:00Z'), worker: false })
  desk = await openDesk(portal)
  const strategyId = await strategyOf(desk)
  const { body } = await portal.call(getStrategy, desk.planner.token, { strategyId })
  target = { strategyId, principleId: existing(body.principles[0]).id }
})
afterAll(() => portal.close())

const send = (name: string, body: Buffer | string, language = 'en') =>
  portal.upload(addPrincipleFile, desk.planner.token, target, [{ name, body }], { language })
const kept = () =>
  inCompany(portal, desk.company.id, 'select name from principle_file where company_id = $1', [
    desk.company.id,
  ])

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('[SVC-004] a file of a principle', () => {
  it.each([
    ['en', 'File size cannot exceed 30MB. plan.txt is larger.'],
    ['de', 'Eine Datei darf höchstens 30 MB groß sein. plan.txt ist größer.'],
    ['tr', 'Dosya boyutu 30 MB’ı aşamaz. plan.txt daha büyük.'],
  ])('of 31 MB is refused in %s, and nothing of it is kept', async (language, message) => {
    const answer = await send('plan.txt', Buffer.alloc(31 * 1024 * 1024, 'a'), language)
    expect(answer).toMatchObject({ status: 422, code: 'FileTooLarge', refused: { Message: message } })
    expect(await kept()).toEqual([])
  })

  it.each([
    ['a program under the name of a picture', 'plan.png', Buffer.from('MZ\u0090\u0000\u0003')],
    ['a page with a script as a document', 'plan.pdf', Buffer.from('<html><script>alert(1)</script></html>')],
    ['a picture under the name of a document', 'plan.pdf', png],
    ['a picture under the name of a program', 'plan.exe', png],
    ['an empty one', 'plan.txt', Buffer.alloc(0)],
  ])('that lies about its type is not taken: %s', async (_, name, body) => {
    const answer = await send(name, body)
    expect(answer).toMatchObject({ status: 422, code: 'FileTypeNotAllowed' })
    expect(answer.refused?.Message).toMatch(/^Unsupported file selected! plan\./)
    expect(await kept()).toEqual([])
  })

  it.each([
    ['de', /^Nicht unterstützte Datei ausgewählt!/],
    ['tr', /^Desteklenmeyen dosya seçildi!/],
  ])('of another type is refused in %s', async (language, message) => {
    const answer = await send('plan.pdf', png, language)
    expect(answer.refused?.Message).toMatch(message)
  })

  it('is kept under its name and saved as it came; another company does not know it', async () => {
    expect(await send('Plan of the network.png', png)).toMatchObject({ status: 200 })
    const { body } = await portal.call(getStrategy, desk.approver.token, { strategyId: target.strategyId })
    const file = existing(existing(body.principles.find(({ id }) => id === target.principleId)).files[0])
    expect(file).toMatchObject({ name: 'Plan of the network.png', bytes: png.length })
    const save = (Token: string) =>
      portal.post(downloadPrincipleFile.path, { Token, principleFileId: file.id })
    expect((await save(desk.approver.token)).status).toBe(200)
    const other = await (await portal.company()).user()
    expect((await save(other.token)).status).toBe(404)
  })
})
