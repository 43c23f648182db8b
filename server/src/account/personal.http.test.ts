import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { profilePictureBytes } from '@kervan/contract/access/words'
import { getCompanyLogo } from '@kervan/contract/access/sign-in-page'
import {
  getAllProjectList,
  getDashboardLastDataDT,
  getServiceMediaContents,
} from '@kervan/contract/access/web-resources'
import {
  deleteProfilePicture,
  getProfilePicture,
  uploadProfilePicture,
} from '@kervan/contract/account/profile-picture'
import {
  deleteWebAppUserDictionary,
  deselectWebAppUserDictionary,
  getGridState,
  getWebAppUserDictionaries,
  insertWebAppUserDictionary,
  mostDictionaries,
  mostGridStates,
  saveGridState,
  selectWebAppUserDictionary,
  updateWebAppUserDictionary,
} from '@kervan/contract/account/web-app-user-dictionary'
import { startPortal, type Company, type Portal, type User } from '../../test/portal.ts'

let portal: Portal
let company: Company
let user: User
beforeAll(async () => {
  portal = await startPortal()
  company = await portal.company()
  user = await company.user()
})
afterAll(() => portal.close())

const ObjectKey = 'grid:OrderManagement/GetPendingOrders'

describe('[GRD-002, API-005] grid templates', () => {
  it('are kept, renamed, selected one at a time and taken away', async () => {
    const own = await company.user()
    const insert = async (Name: string, IsSelected = false) =>
      (
        await portal.call(insertWebAppUserDictionary, own.token, {
          WebUserDictionaryRequestModel: {
            ObjectKey,
            Name,
            Value: `{"v":9,"name":"${Name}"}`,
            IsSelected,
          },
        })
      ).body
    const [one, two] = [await insert('Mine', true), await insert('Late ones', true)]
    const all = async () =>
      (await portal.call(getWebAppUserDictionaries, own.token, { ObjectKey })).body.dictionaries.map(
        ({ Name, IsSelected }) => [Name, IsSelected],
      )
    expect(await all()).toEqual([
      ['Mine', false],
      ['Late ones', true],
    ])
    await portal.call(selectWebAppUserDictionary, own.token, { IntCode: one.IntCode })
    expect(await all()).toEqual([
      ['Mine', true],
      ['Late ones', false],
    ])
    await portal.call(deselectWebAppUserDictionary, own.token, { IntCode: one.IntCode })
    expect(
      (
        await portal.call(updateWebAppUserDictionary, own.token, {
          WebUserDictionaryRequestModel: {
            IntCode: two.IntCode,
            ObjectKey,
            Name: 'Mine',
            Value: '{}',
          },
        })
      ).code,
    ).toBe('TemplateNameTaken')
    expect(
      (
        await portal.call(updateWebAppUserDictionary, own.token, {
          WebUserDictionaryRequestModel: {
            IntCode: two.IntCode,
            ObjectKey,
            Name: 'Overdue',
            Value: '{}',
          },
        })
      ).body,
    ).toMatchObject({ Name: 'Overdue', Value: '{}' })
    await portal.call(deleteWebAppUserDictionary, own.token, { IntCode: one.IntCode })
    expect(await all()).toEqual([['Overdue', false]])
    expect((await portal.call(selectWebAppUserDictionary, own.token, { IntCode: one.IntCode })).code).toBe(
      'DictionaryNotFound',
    )
  })

  it('[API-005] take the object in a field, under an ObjectKey that is free text of 1 to 100 characters', async () => {
    const own = await company.user()
    const send = (model: object, call = 'InsertWebAppUserDictionary') =>
      portal.post(`/api/WebAppConfiguration/${call}`, { Token: own.token, ...model })
    const named = (key: string) => ({ ObjectKey: key, Name: 'Mine', Value: '{}' })
    const kept = await send({ WebUserDictionaryRequestModel: named('GridState_MyOrders') })
    expect(kept).toMatchObject({ status: 200, body: { ObjectKey: 'GridState_MyOrders', Name: 'Mine' } })
    const { IntCode } = kept.body as { IntCode: number }
    const changed = { ...named('GridState_MyOrders'), IntCode, Name: 'Ours' }
    expect(
      await send({ WebUserDictionaryRequestModel: changed }, 'UpdateWebAppUserDictionary'),
    ).toMatchObject({ status: 200, body: { IntCode, Name: 'Ours' } })
    expect(await send({ ObjectKey: 'GridState_MyOrders' }, 'GetWebAppUserDictionaries')).toMatchObject({
      status: 200,
      body: { dictionaries: [{ IntCode, Name: 'Ours' }] },
    })
    expect(await send({ WebUserDictionaryRequestModel: named('ü'.repeat(100)) })).toMatchObject({
      status: 200,
    })
    const refused = [named(''), named('x'.repeat(101)), { Name: 'Mine', Value: '{}' }]
    for (const model of refused)
      expect(await send({ WebUserDictionaryRequestModel: model })).toMatchObject({ status: 422 })
    expect(await send(named('GridState_MyOrders'))).toMatchObject({ status: 422 })
  })

  it('[GRD-002] are five at most for a user and a grid, also when many are saved at once', async () => {
    const own = await company.user()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        portal.call(insertWebAppUserDictionary, own.token, {
          WebUserDictionaryRequestModel: { ObjectKey, Name: `T${at}`, Value: '{}' },
        }),
      ),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(5)
    expect(answers.filter((answer) => answer.code === 'TemplateLimit')).toHaveLength(7)
    expect(
      (
        await portal.call(insertWebAppUserDictionary, own.token, {
          WebUserDictionaryRequestModel: {
            ObjectKey: 'grid:Other/GetThings',
            Name: 'T0',
            Value: '{}',
          },
        })
      ).status,
    ).toBe(200)
  })

  it('[GRD-002] are bounded for a user, whatever the keys are called', async () => {
    const own = await company.user()
    const insert = (at: number) =>
      portal.call(insertWebAppUserDictionary, own.token, {
        WebUserDictionaryRequestModel: { ObjectKey: `made up ${at}`, Name: 'Mine', Value: '{}' },
      })
    await portal.owner.query(
      `insert into user_dictionary (company_id, int_code, membership_id, object_key, name, value)
       select $1, 1000 + n, $2, 'key ' || n, 'Mine', '{}' from generate_series(1, $3) n`,
      [company.id, own.id, mostDictionaries - 1],
    )
    const answers = await Promise.all([insert(1), insert(2), insert(3)])
    expect(answers.map(({ code }) => code ?? '').toSorted()).toEqual([
      '',
      'DictionaryLimit',
      'DictionaryLimit',
    ])
  })

  it('[GRD-001] the last states of grids are bounded for a user: the oldest is forgotten', async () => {
    const own = await company.user()
    const save = (at: number) =>
      portal.call(saveGridState, own.token, { ObjectKey: `new ${at}`, Value: `{"v":${at}}` })
    const keys = async () =>
      (
        await portal.owner.query<{ object_key: string }>(
          'select object_key from grid_state where company_id = $1 and membership_id = $2 order by updated_at',
          [company.id, own.id],
        )
      ).rows.map(({ object_key: key }) => key)
    await portal.owner.query(
      `insert into grid_state (company_id, membership_id, object_key, value, updated_at)
       select $1, $2, 'key ' || n, '{}', '2020-01-01'::timestamptz + n * interval '1 minute' from generate_series(1, $3) n`,
      [company.id, own.id, mostGridStates],
    )
    await Promise.all([save(1), save(2), save(3)])
    await save(1)
    const kept = await keys()
    expect(kept).toHaveLength(mostGridStates)
    expect(kept[0]).toBe('key 4')
    expect(kept.slice(-3).toSorted()).toEqual(['new 1', 'new 2', 'new 3'])
  })

  it('[GRD-001] the last state of a grid is kept beside them, each user’s own', async () => {
    const [one, two] = [await company.user(), await company.user()]
    await portal.call(saveGridState, one.token, { ObjectKey, Value: '{"v":9}' })
    await portal.call(saveGridState, one.token, { ObjectKey, Value: '{"v":9,"pageSize":100}' })
    expect((await portal.call(getGridState, one.token, { ObjectKey })).body.Value).toBe(
      '{"v":9,"pageSize":100}',
    )
    expect((await portal.call(getGridState, two.token, { ObjectKey })).body.Value).toBeNull()
    expect(
      (await portal.post(saveGridState.path, { Token: one.token, ObjectKey, Value: 'x'.repeat(20_000) }))
        .status,
    ).toBe(422)
  })
})

describe('[API-004, USR-008, API-010] the profile picture', () => {
  const send = (name: string, body: Uint8Array | string) =>
    portal.upload(uploadProfilePicture, user.token, {}, [{ name, body }])
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#1a6c98' } })

  it('is drawn anew: smaller, without what was hidden in the file', async () => {
    const withLocation = await picture(900, 600)
      .withExif({ IFD0: { Copyright: 'SECRET-PLACE' } })
      .jpeg()
      .toBuffer()
    expect(withLocation.includes('SECRET-PLACE')).toBe(true)
    expect((await send('me.jpg', withLocation)).status).toBe(200)
    const { body, headers } = await portal.call(getProfilePicture, user.token, {})
    const stored = Buffer.from(body as unknown as Uint8Array)
    expect(headers.get('content-type')).toBe('image/png')
    expect(await sharp(stored).metadata()).toMatchObject({ width: 256, height: 256, format: 'png' })
    expect(stored.includes('SECRET-PLACE')).toBe(false)
  })

  it('is judged by its content, not its name, and may have one megabyte', async () => {
    expect(await send('me.png', '<svg xmlns="http://www.w3.org/2000/svg"/>')).toMatchObject({
      status: 422,
      code: 'FileTypeNotAllowed',
    })
    expect(
      await send(
        'me.png',
        Buffer.concat([
          Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
          Buffer.from('no picture'),
        ]),
      ),
    ).toMatchObject({ code: 'FileTypeNotAllowed' })
    expect(await send('me.png', new Uint8Array(profilePictureBytes + 1))).toMatchObject({
      status: 422,
      code: 'FileTooLarge',
    })
    expect((await send('me.png', await picture(10, 10).png().toBuffer())).status).toBe(200)
  })

  it('[SHL-022] taken away or never given answers 204, for the default to show without a failed request; so does a logo', async () => {
    await portal.call(deleteProfilePicture, user.token, {})
    const none = await portal.call(getProfilePicture, user.token, {})
    expect([
      none.status,
      Buffer.from(none.body as unknown as Uint8Array).length,
      none.headers.get('content-type'),
    ]).toEqual([204, 0, null])
    expect((await portal.call(getCompanyLogo, null, { CompanyIntCode: company.id })).status).toBe(204)
    expect(await portal.call(getCompanyLogo, null, { CompanyIntCode: 2_147_483_647 })).toMatchObject({
      status: 404,
      code: 'NotFound',
    })
    await portal.owner.query(
      `update company set logo = '<svg xmlns="http://www.w3.org/2000/svg"/>', logo_type = 'image/svg+xml' where id = $1`,
      [company.id],
    )
    const logo = await portal.call(getCompanyLogo, null, { CompanyIntCode: company.id })
    expect([
      logo.status,
      logo.headers.get('content-type'),
      logo.headers.get('content-disposition')?.split(';')[0],
    ]).toEqual([200, 'image/svg+xml', 'inline'])
    expect(logo.headers.get('content-security-policy')).toContain('sandbox')
  })
})

describe('[API-003, API-004] what a company shows around its screens', () => {
  it('is told in the reader’s language, in English where that lacks', async () => {
    const client = await portal.owner.connect()
    await client.query(`begin; set local app.company_id = '${company.id}'`)
    for (const [code, key, language, title] of [
      [1, 'a', 'en', 'Faster'],
      [2, 'a', 'tr', 'Daha hızlı'],
      [3, 'b', 'en', 'Only English'],
    ] as const) {
      await client.query(
        `insert into service_media_content values ($1, $2, 'WhatsNew', $3, '2026-11-01', $4, 'https://example.test/x', $5, '')`,
        [company.id, code, key, language, title],
      )
    }
    await client.query(
      `insert into project (company_id, code, service, name) values ($1, 'OMP-1', 'OMP', 'Orders')`,
      [company.id],
    )
    await client.query('commit')
    client.release()
    const { body } = await portal.call(
      getServiceMediaContents,
      user.token,
      { ServiceMediaContentType: 'WhatsNew' },
      { language: 'tr' },
    )
    expect(body.contents.map((content) => content.Title).toSorted()).toEqual(['Daha hızlı', 'Only English'])
    expect((await portal.call(getAllProjectList, user.token, {})).body.projects).toEqual([
      { projectCode: 'OMP-1', service: 'OMP', name: 'Orders', active: true, subscriptionState: null },
    ])
    expect((await portal.call(getDashboardLastDataDT, user.token, {})).body).toEqual({ lastDataDT: null })
  })
})
