import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  discardAcknowledgementDraft,
  getAcknowledgementDraft,
  getAcknowledgementDrafts,
  saveAcknowledgementDraft,
} from '@kervan/contract/administration/acknowledgement-drafts'
import { publishAcknowledgement } from '@kervan/contract/administration/acknowledgement-versions'
import { startPortal, type Portal, type User } from '../../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ worker: false })
})
afterAll(() => portal.close())

const all = (said: string) => ({ en: said, tr: said, de: said })
const written = (text: string) => ({
  kind: 'PortaMate' as const,
  title: all('Reader'),
  text: all(text),
  changes: all(''),
})
const office = async () => {
  const company = await portal.company()
  return { company, boss: await company.user(), other: await company.user() }
}
const save = (
  by: User,
  revision: number,
  text: string,
  intCode: number | null = null,
  version = intCode === null ? 0 : 1,
) => portal.call(saveAcknowledgementDraft, by.token, { intCode, version, revision, ...written(text) })
const look = async (by: User, intCode: number | null = null) =>
  (await portal.call(getAcknowledgementDraft, by.token, { intCode })).body.draft
const list = async (by: User, language = 'en') =>
  (await portal.call(getAcknowledgementDrafts, by.token, {}, { language })).body.drafts
const publish = (
  by: User,
  version: number,
  text: string,
  intCode: number | null = null,
  draft: number | null = null,
) =>
  portal.call(publishAcknowledgement, by.token, {
    intCode,
    version,
    draft,
    ...written(text),
    changes: all(version === 0 ? '' : 'Shorter.'),
  })

describe('[ACC-010] a draft of an acknowledgement', () => {
  it('is kept with holes in it, shared, gone on with, and shows who saved it last', async () => {
    const { boss, other } = await office()
    expect(await look(boss)).toBeNull()
    expect((await save(boss, 0, '')).body.revision).toBe(1)
    expect(await look(other)).toMatchObject({
      revision: 1,
      kind: 'PortaMate',
      content: { text: all(''), title: all('Reader') },
      savedBy: boss.name,
    })
    expect((await save(other, 1, 'It reads packs.')).body.revision).toBe(2)
    expect(await list(boss, 'de')).toMatchObject([
      { intCode: null, title: 'Reader', version: 1, savedBy: other.name },
    ])
  })

  it('is not overwritten by who has not seen the last words, and of those who save at once one does', async () => {
    const { boss, other } = await office()
    await save(boss, 0, 'One.')
    await save(other, 1, 'Two.')
    expect(await save(boss, 1, 'Mine.')).toMatchObject({
      status: 409,
      code: 'ChangedMeanwhile',
      refused: { Facts: { changedBy: other.name } },
    })
    expect(await save(boss, 0, 'Mine.')).toMatchObject({ status: 409, code: 'ChangedMeanwhile' })
    const answers = await Promise.all([
      save(boss, 2, 'a'),
      save(other, 2, 'b'),
      save(boss, 2, 'c'),
      save(other, 2, 'd'),
    ])
    expect(answers.map(({ code }) => code).toSorted()).toEqual([
      'ChangedMeanwhile',
      'ChangedMeanwhile',
      'ChangedMeanwhile',
      null,
    ])
    expect((await look(boss))?.revision).toBe(3)
    const firsts = await office()
    const begun = await Promise.all([save(firsts.boss, 0, 'a'), save(firsts.other, 0, 'b')])
    expect(begun.map(({ code }) => code).toSorted()).toEqual(['ChangedMeanwhile', null])
  })

  it('goes with its publication, and cannot come back by a save that was late', async () => {
    const { boss, other } = await office()
    await save(boss, 0, 'It reads packs.')
    const { body: first } = await publish(other, 0, 'It reads packs.')
    expect(await list(boss)).toEqual([])
    expect(await save(boss, 1, 'It reads packs, late.')).toMatchObject({ status: 409, code: 'DraftGone' })
    expect((await save(boss, 0, 'It reads.', first.intCode)).body.revision).toBe(1)
    await save(boss, 0, 'Something else.')
    expect(await list(boss)).toMatchObject([{ intCode: null }, { intCode: first.intCode, version: 2 }])
    expect(await publish(boss, 1, 'It reads.', first.intCode)).toMatchObject({ status: 200 })
    expect(await list(boss)).toMatchObject([{ intCode: null }])
  })

  it('is published as it was seen: words somebody else saved since do not go with it', async () => {
    const { boss, other } = await office()
    const { body: first } = await publish(boss, 0, 'It reads packs.')
    await save(boss, 0, 'It reads.', first.intCode)
    await save(other, 1, 'It reads a lot.', first.intCode)
    expect(await publish(boss, 1, 'It reads.', first.intCode, 1)).toMatchObject({
      status: 409,
      code: 'ChangedMeanwhile',
      refused: { Facts: { changedBy: other.name } },
    })
    expect(await publish(boss, 1, 'It reads.', first.intCode, 0)).toMatchObject({
      status: 409,
      code: 'ChangedMeanwhile',
    })
    expect((await look(boss, first.intCode))?.content.text).toEqual(all('It reads a lot.'))
    expect(await publish(boss, 1, 'It reads a lot.', first.intCode, 2)).toMatchObject({ status: 200 })
    expect(await list(boss)).toEqual([])
    expect(await publish(other, 2, 'It reads a lot!', first.intCode, 2)).toMatchObject({
      status: 409,
      code: 'DraftGone',
    })
    expect(await publish(other, 2, 'It reads a lot!', first.intCode, 0)).toMatchObject({ status: 200 })
  })

  it('follows the newest version only: who writes on after somebody published is told who it was', async () => {
    const { boss, other } = await office()
    const { body: first } = await publish(boss, 0, 'It reads packs.')
    await save(boss, 0, 'It reads.', first.intCode)
    await publish(other, 1, 'It reads packs and boxes.', first.intCode, 1)
    for (const revision of [0, 1])
      expect(await save(boss, revision, 'It reads, still.', first.intCode)).toMatchObject({
        status: 409,
        code: 'ChangedMeanwhile',
        refused: { Facts: { changedBy: other.name } },
      })
    expect(await publish(boss, 1, 'It reads, still.', first.intCode, 1)).toMatchObject({
      status: 409,
      code: 'ChangedMeanwhile',
      refused: { Facts: { changedBy: other.name } },
    })
    expect(await list(boss)).toEqual([])
    expect((await save(boss, 0, 'It reads, still.', first.intCode, 2)).body.revision).toBe(1)
  })

  it('saved in the instant of a publication is gone with it or refused, never left under the version before', async () => {
    const { boss, other } = await office()
    const { intCode } = (await publish(boss, 0, 'Reads 0 packs.')).body
    for (let version = 1; version <= 12; version++) {
      const [saved, published] = await Promise.all([
        save(boss, 0, 'It reads.', intCode, version),
        publish(other, version, `Reads ${version} packs.`, intCode),
      ])
      expect([saved.code, published.code]).toEqual([saved.status === 200 ? null : 'ChangedMeanwhile', null])
      expect(await look(boss, intCode)).toBeNull()
    }
  })

  it('of two publications with the same draft at once one stands', async () => {
    const { boss, other } = await office()
    const { body: first } = await publish(boss, 0, 'It reads packs.')
    await save(boss, 0, 'It reads.', first.intCode)
    const answers = await Promise.all([
      publish(boss, 1, 'It reads.', first.intCode, 1),
      publish(other, 1, 'It reads!', first.intCode, 1),
    ])
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['ChangedMeanwhile', null])
  })

  it('is discarded as it was seen, once', async () => {
    const { boss, other } = await office()
    await save(boss, 0, 'One.')
    await save(other, 1, 'Two.')
    const discard = (revision: number) =>
      portal.call(discardAcknowledgementDraft, boss.token, { intCode: null, revision })
    expect(await discard(1)).toMatchObject({ status: 409, code: 'ChangedMeanwhile' })
    expect((await Promise.all([discard(2), discard(2)])).map(({ code }) => code).toSorted()).toEqual([
      'DraftGone',
      null,
    ])
    expect(await look(boss)).toBeNull()
  })

  it('belongs to one company, to something that exists, and to who may', async () => {
    const { boss, company } = await office()
    await save(boss, 0, 'One.')
    const stranger = (await office()).boss
    expect(await look(stranger)).toBeNull()
    expect(await list(stranger)).toEqual([])
    expect(await save(stranger, 1, 'Mine.')).toMatchObject({ status: 409, code: 'DraftGone' })
    expect(await save(boss, 0, 'Of what?', 99)).toMatchObject({ status: 404, code: 'NotFound' })
    const reader = await company.user({ without: ['userManagement-saveAcknowledgementDraft'] })
    expect(await save(reader, 1, 'Mine.')).toMatchObject({ status: 403, code: 'PermissionMissing' })
    expect(await save(boss, 1, 'x'.repeat(20_001))).toMatchObject({ status: 422, code: 'InvalidInput' })
    expect(await save(boss, 1, 'x'.repeat(20_000))).toMatchObject({ status: 200 })
  })
})
