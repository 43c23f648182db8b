import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login } from '@kervan/contract/access/authentication'
import {
  assignRoles,
  changeUserStates,
  getUser,
  getUserCounts,
  getUserSignIns,
  users,
} from '@kervan/contract/administration/users'
import {
  endUserSessions,
  updateUser,
  resetPassword,
  createUser,
  unlockUser,
  removeSecondFactor,
  changeUsername,
} from '@kervan/contract/administration/user-acts'
import { newId } from '../../kit/database/uuid.ts'
import {
  asEdited,
  create,
  ids,
  inDatabase,
  limit,
  look,
  openOffice,
  person,
  proof,
  works,
} from '../../../test/office.ts'
import { allPermissions, password, signIn, startPortal, type Portal } from '../../../test/portal.ts'
import { patient } from '../../../test/patient.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const page = (over: object = {}) => ({ page: 1, pageSize: 50, sort: [], filters: {}, search: '', ...over })

describe('[USR-003] the list of users', () => {
  it('is searched without case and dots, filtered, sorted, exported, and says what may be done', async () => {
    const office = await openOffice(portal)
    const ilker = await office.company.user({ name: ['İLKER', 'Işık'], type: 'InternalUser', signIn: false })
    await office.company.user({ name: ['Ayşe', 'Öztürk'], state: 'Passive' })
    const search = async (text: string) =>
      (await portal.call(users.page, office.boss.token, page({ search: text }))).body.rows.map(
        (row) => row.username,
      )
    for (const spelt of ['ilker', 'İlker', 'ILKER isik', 'ışık', ilker.username.toUpperCase()])
      expect([spelt, await search(spelt)]).toEqual([spelt, [ilker.username]])
    expect(await search('ozturk')).toHaveLength(1)
    const { body } = await portal.call(
      users.page,
      office.boss.token,
      page({ filters: { state: { in: ['Passive'] } }, sort: [{ column: 'lastLoginAt', direction: 'desc' }] }),
    )
    expect(body).toMatchObject({
      total: 1,
      rows: [
        {
          firstName: 'Ayşe',
          state: 'Passive',
          lastLoginAt: null,
          roles: expect.stringContaining('Role'),
          actions: { edit: null, resetPassword: expect.stringContaining('active') },
        },
      ],
    })
    await signIn(portal, office.company.id, office.boss.username)
    const own = (await portal.call(users.page, office.boss.token, page({ search: office.boss.username })))
      .body.rows[0]
    expect(own).toMatchObject({
      lastLoginAt: expect.any(String),
      actions: { edit: expect.any(String), changeState: expect.any(String) },
    })
    expect(
      (
        await portal.call(users.excel, office.boss.token, {
          columns: ['username', 'state'],
          sort: [],
          filters: {},
          search: '',
        })
      ).status,
    ).toBe(200)
  })

  it('counts active users against the maximum', async () => {
    const office = await openOffice(portal)
    await office.company.user({ state: 'Passive' })
    await limit(office, 50)
    expect((await portal.call(getUserCounts, office.boss.token, {})).body).toEqual({
      active: 1,
      passive: 1,
      blocked: 0,
      maximum: 50,
    })
  })

  it('shows those of a customer to a customer, and nobody of another company', async () => {
    const office = await openOffice(portal)
    const [mine, theirs] = [await office.company.customer(), await office.company.customer()]
    const head = await office.company.user({ customer: mine })
    const colleague = await office.company.user({ customer: mine, signIn: false })
    const stranger = await office.company.user({ customer: theirs, signIn: false })
    expect(
      (await portal.call(users.page, head.token, page())).body.rows.map((row) => row.id).toSorted(),
    ).toEqual([head.id, colleague.id].toSorted())
    expect(await portal.call(getUser, head.token, { membershipId: stranger.id })).toMatchObject({
      status: 404,
      code: 'UserNotFound',
    })
    expect(
      await portal.call(createUser, head.token, person({ userType: 'Customer', partnerId: theirs.id })),
    ).toMatchObject({ code: 'PartnerNotFound' })
    const other = await openOffice(portal)
    expect((await portal.call(users.page, other.boss.token, page())).body.total).toBe(1)
    for (const call of [
      getUser,
      getUserSignIns,
      resetPassword,
      unlockUser,
      endUserSessions,
      removeSecondFactor,
    ])
      expect(await portal.call(call, other.boss.token, { membershipId: head.id })).toMatchObject({
        status: 404,
        code: 'UserNotFound',
      })
    expect(
      (
        await portal.call(changeUserStates, other.boss.token, {
          ...ids(head),
          state: 'Passive',
          dryRun: false,
        })
      ).body,
    ).toMatchObject({ done: 0, refused: 1, results: [{ refusal: 'UserNotFound' }] })
    expect(await works(office, head)).toBe(200)
  })
})

describe('[USR-002] [USR-004] a new user', () => {
  it('gets a temporary password, told once, and is written down without it', async () => {
    const office = await openOffice(portal)
    const requestKey = newId()
    const input = person({ roleIds: [office.boss.roleId], requestKey })
    const { body: made } = await portal.call(createUser, office.boss.token, input)
    expect(made).toMatchObject({ linked: false, temporaryPassword: expect.stringMatching(/^\S{20}$/) })
    const { body: again } = await portal.call(createUser, office.boss.token, input)
    expect(again).toEqual({ ...made, temporaryPassword: null })
    expect(await look(office, made.membershipId)).toMatchObject({
      username: input.username,
      firstName: 'Deniz',
      lastName: 'Yalın',
      state: 'Active',
      roles: [{ id: office.boss.roleId }],
      isHome: true,
      secondFactor: false,
    })
    const rows = await inDatabase(
      office,
      `select operation, after::text as after from audit_entry where company_id = $1 and record_id = $2`,
      made.membershipId,
    )
    expect(rows).toMatchObject([{ operation: 'user.created' }])
    const secret = made.temporaryPassword ?? ''
    const kept = await inDatabase(
      office,
      `select after::text as text from audit_entry where company_id = $1 union all select answer::text from answered_request where company_id = $1 union all select payload::text from outbox where company_id = $1`,
    )
    expect(kept.filter(({ text }) => String(text).includes(secret))).toEqual([])
    expect(portal.logLines.filter((line) => line.includes(secret))).toEqual([])
  })

  it('signs in with it, to do nothing but choose a password', async () => {
    const office = await openOffice(portal)
    const input = person({ roleIds: [office.boss.roleId] })
    const { body } = await portal.call(createUser, office.boss.token, input)
    const { body: session, status } = await portal.call(login, null, {
      username: input.username,
      password: body.temporaryPassword ?? '',
      companyIntCode: office.company.id,
    })
    expect(status).toBe(200)
    expect(await portal.call(users.page, session.Token, page())).toMatchObject({
      status: 403,
      code: 'PasswordChangeRequired',
    })
  })

  it('known to another company is linked: names and password stay, and only that company changes them', async () => {
    const [home, away] = [await openOffice(portal), await openOffice(portal)]
    const anna = await home.company.user({ name: ['Anna', 'Berg'], signIn: false })
    const { body } = await create(away, {
      username: anna.username.toUpperCase(),
      firstName: 'Somebody',
      lastName: 'Else',
    })
    expect(body).toMatchObject({ linked: true, temporaryPassword: null, expiresAt: null })
    const seen = await look(away, body.membershipId)
    expect(seen).toMatchObject({
      username: anna.username,
      firstName: 'Somebody',
      lastName: 'Else',
      isHome: false,
    })
    expect(await look(home, anna.id)).toMatchObject({ firstName: 'Anna', lastName: 'Berg', isHome: true })
    expect(
      (await portal.call(login, null, { username: anna.username, password, companyIntCode: away.company.id }))
        .body,
    ).toMatchObject({ UserName: anna.username, InvitationPending: true })
    const named = { membershipId: body.membershipId }
    expect(await portal.call(resetPassword, away.boss.token, named)).toMatchObject({
      status: 422,
      code: 'NotHomeCompany',
    })
    expect(await portal.call(removeSecondFactor, away.boss.token, named)).toMatchObject({
      code: 'NotHomeCompany',
    })
    expect(
      await portal.call(changeUsername, away.boss.token, {
        ...named,
        version: 1,
        username: 'mine@office.example',
      }),
    ).toMatchObject({ code: 'NotHomeCompany' })
    expect(
      await portal.call(updateUser, away.boss.token, { ...asEdited(seen), firstName: 'Hanna' }),
    ).toMatchObject({ code: 'NotHomeCompany' })
    expect(
      await portal.call(updateUser, away.boss.token, { ...asEdited(seen), language: 'de' }),
    ).toMatchObject({ status: 200, body: { language: 'de', version: 2 } })
  })

  it('is refused with a reason: name taken, more rights than one holds, a strange partner, location or role', async () => {
    const office = await openOffice(portal)
    const elsewhere = await portal.company()
    const [customer, foreign] = [await office.company.customer(), await elsewhere.customer()]
    const location = await office.company.location(customer)
    expect(await create(office, { username: office.boss.username })).toMatchObject({
      status: 409,
      code: 'UsernameTaken',
    })
    const clerk = await office.company.user({ permissions: ['UserManagement', createUser.permission ?? ''] })
    expect(
      await portal.call(createUser, clerk.token, person({ roleIds: [office.boss.roleId] })),
    ).toMatchObject({ status: 422, code: 'RightsExceedOwn' })
    expect(await create(office, { roleIds: [newId()] })).toMatchObject({ status: 404, code: 'NotFound' })
    expect(await create(office, { userType: 'Customer', partnerId: foreign.id })).toMatchObject({
      status: 404,
      code: 'PartnerNotFound',
    })
    expect(await create(office, { userType: 'PharmaSalesExecutive', pointOfSaleId: newId() })).toMatchObject({
      status: 404,
      code: 'LocationNotFound',
    })
    expect(
      await create(office, {
        userType: 'Customer',
        partnerId: (await office.company.customer()).id,
        pointOfSaleId: location.id,
      }),
    ).toMatchObject({ code: 'LocationNotFound' })
    for (const [over, path] of [
      [{ userType: 'Customer' }, 'partnerId'],
      [{ userType: 'PharmaSalesExecutive' }, 'pointOfSaleId'],
      [{ username: 'no address' }, 'username'],
      [{ lastName: ' ' }, 'lastName'],
      [{ firstName: 'a\nb' }, 'firstName'],
    ] as const) {
      expect(await create(office, over)).toMatchObject({
        status: 422,
        code: 'InvalidInput',
        refused: { Facts: { issues: [{ path }] } },
      })
    }
    expect((await portal.call(users.page, office.boss.token, page())).body.total).toBe(2)
  })

  it('[USR-006, ACC-012] of a point of sale is allocated it, and can sign in', async () => {
    const office = await openOffice(portal)
    const customer = await office.company.customer()
    const [shop, other] = [await office.company.location(customer), await office.company.location(customer)]
    const username = `shop-${newId()}@office.example`
    const { body } = await create(office, {
      username,
      userType: 'PharmaSalesExecutive',
      pointOfSaleId: shop.id,
    })
    const enter = (user: string, secret: string | null) =>
      portal.call(login, null, {
        username: user,
        password: secret ?? '',
        companyIntCode: office.company.id,
      })
    expect(await enter(username, body.temporaryPassword)).toMatchObject({ status: 200 })
    const user = await look(office, body.membershipId)
    expect(user).toMatchObject({ locationScoped: true, locationCount: 1, pointOfSale: { id: shop.id } })
    // Somebody who becomes one, or moves to another, is allocated that one as well.
    const { body: moved } = await portal.call(updateUser, office.boss.token, {
      ...asEdited(user),
      pointOfSaleId: other.id,
    })
    expect(moved).toMatchObject({ locationCount: 2, pointOfSale: { id: other.id } })
    const plain = await create(office)
    const { body: changed } = await portal.call(updateUser, office.boss.token, {
      ...asEdited(await look(office, plain.body.membershipId)),
      userType: 'PharmaSalesExecutive',
      pointOfSaleId: shop.id,
    })
    expect(changed).toMatchObject({ locationScoped: true, locationCount: 1 })
  })

  it('[USR-007] of a third party needs point of sale and location, is tied to it and orders for its partner', async () => {
    const office = await openOffice(portal)
    const customer = await office.company.customer()
    const [shop, other] = [await office.company.location(customer), await office.company.location(customer)]
    expect(await create(office, { userType: 'ThirdPartyUser' })).toMatchObject({
      code: 'InvalidInput',
      refused: { Facts: { issues: [{ path: 'pointOfSaleId' }, { path: 'thirdPartyLocationId' }] } },
    })
    const { body } = await create(office, {
      userType: 'ThirdPartyUser',
      pointOfSaleId: shop.id,
      thirdPartyLocationId: shop.id,
    })
    const user = await look(office, body.membershipId)
    expect(user).toMatchObject({
      partner: { id: customer.id },
      locationScoped: true,
      locationCount: 1,
      thirdPartyLocation: { id: shop.id },
      actions: { allocate: expect.any(String) },
    })
    const { body: moved } = await portal.call(updateUser, office.boss.token, {
      ...asEdited(user),
      pointOfSaleId: other.id,
      thirdPartyLocationId: other.id,
    })
    expect(moved).toMatchObject({ locationCount: 1, thirdPartyLocation: { id: other.id } })
  })

  it('[USR-003] never passes the maximum, not by twenty at once on one free seat', async () => {
    const office = await openOffice(portal)
    await limit(office, 2)
    const answers = await Promise.all(Array.from({ length: 20 }, () => patient(() => create(office))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, code, refused } of answers.filter((answer) => answer.status !== 200))
      expect([status, code, refused?.Facts]).toEqual([422, 'UserLimitReached', { maximum: 2 }])
    expect((await portal.call(getUserCounts, office.boss.token, {})).body).toMatchObject({
      active: 2,
      maximum: 2,
    })
    // What was refused has left nobody behind who could be linked.
    const [{ count } = {}] = (
      await portal.owner.query(`select count(*)::int as count from identity where home_company_id = $1`, [
        office.company.id,
      ])
    ).rows as { count: number }[]
    expect(count).toBe(2)
  })

  it('made twice at once exists once', async () => {
    const office = await openOffice(portal)
    const input = person()
    const answers = await Promise.all([1, 2, 3].map(() => portal.call(createUser, office.boss.token, input)))
    expect(answers.map(({ code }) => code).toSorted()).toEqual(
      ['UsernameTaken', 'UsernameTaken', null].toSorted(),
    )
  })
})

describe('[USR-004] a user', () => {
  it('is edited under its version, with what changed kept before and after', async () => {
    const office = await openOffice(portal)
    const customer = await office.company.customer({ name: 'Karasu' })
    const { body: made } = await create(office)
    const user = await look(office, made.membershipId)
    const change = {
      ...asEdited(user),
      firstName: 'Derya',
      userType: 'Customer' as const,
      partnerId: customer.id,
      roleIds: [office.boss.roleId],
    }
    const { body: changed } = await portal.call(updateUser, office.boss.token, change)
    expect(changed).toMatchObject({
      version: 2,
      firstName: 'Derya',
      userType: 'Customer',
      partner: { name: 'Karasu' },
      roles: [{ id: office.boss.roleId }],
    })
    expect(await portal.call(updateUser, office.boss.token, change)).toMatchObject({
      status: 409,
      code: 'ChangedMeanwhile',
      refused: {
        Facts: {
          changedBy: office.boss.name,
          changedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        },
      },
    })
    const [entry] = await inDatabase(
      office,
      `select before, after from audit_entry where company_id = $1 and operation = 'user.changed'`,
    )
    expect(entry).toEqual({
      before: { firstName: 'Deniz', userType: 'InternalUser', partner: null, roles: [] },
      after: {
        firstName: 'Derya',
        userType: 'Customer',
        partner: 'Karasu',
        roles: [expect.stringContaining('Role')],
      },
    })
    expect(
      await portal.call(updateUser, office.boss.token, { ...asEdited(changed), firstName: 'Derya' }),
    ).toMatchObject({ status: 200, body: { version: 2 } })
  })

  it('edited by two at once has one winner', async () => {
    const office = await openOffice(portal)
    const { body: made } = await create(office)
    const user = await look(office, made.membershipId)
    const answers = await Promise.all(
      ['Ada', 'Bora'].map((firstName) =>
        portal.call(updateUser, office.boss.token, { ...asEdited(user), firstName }),
      ),
    )
    expect(answers.map(({ code }) => code ?? 'changed').toSorted()).toEqual(['ChangedMeanwhile', 'changed'])
  })

  it('takes another user name; both addresses are told, and a name that is taken is refused', async () => {
    const office = await openOffice(portal)
    const { body: made } = await create(office)
    const before = await look(office, made.membershipId)
    const rename = (version: number, username: string) =>
      portal.call(changeUsername, office.boss.token, { membershipId: made.membershipId, version, username })
    expect(await rename(1, office.boss.username)).toMatchObject({ status: 409, code: 'UsernameTaken' })
    expect(await rename(1, 'ſame@office.example')).toMatchObject({ code: 'InvalidInput' })
    const fresh = `renamed${made.membershipId.slice(0, 8)}@office.example`
    expect(await rename(1, fresh)).toMatchObject({ status: 200, body: { username: fresh, version: 2 } })
    expect(await rename(1, fresh)).toMatchObject({ code: 'ChangedMeanwhile' })
    const mails = await inDatabase(
      office,
      `select payload ->> 'to' as address from outbox where company_id = $1 and payload ->> 'template' = 'usernameChanged'`,
    )
    expect(mails.map(({ address }) => address).toSorted()).toEqual([before.username, fresh].toSorted())
  })

  it('gets a new temporary password, told once; all their sessions end', async () => {
    const office = await openOffice(portal)
    const user = await office.company.user()
    const { body } = await portal.call(resetPassword, office.boss.token, { membershipId: user.id, proof })
    expect(body).toMatchObject({
      temporaryPassword: expect.stringMatching(/^\S{20}$/),
      user: { sessionCount: 0 },
    })
    expect(await works(office, user)).toBe(401)
    // The password they had is not taken from them (D20).
    expect(
      (
        await portal.call(login, null, {
          username: user.username,
          password,
          companyIntCode: office.company.id,
        })
      ).status,
    ).toBe(200)
  })

  it('with more rights than the caller gets no password from them', async () => {
    const office = await openOffice(portal)
    const clerk = await office.company.user({
      permissions: allPermissions.filter((permission) => permission !== 'ClosedOrders'),
    })
    expect(await portal.call(resetPassword, clerk.token, { membershipId: office.boss.id })).toMatchObject({
      status: 422,
      code: 'RightsExceedOwn',
      refused: { Facts: { permissions: ['ClosedOrders'] } },
    })
    expect(
      await portal.call(changeUsername, clerk.token, {
        membershipId: office.boss.id,
        version: 1,
        username: 'taken@office.example',
      }),
    ).toMatchObject({ code: 'RightsExceedOwn' })
    const rows = (await portal.call(users.page, clerk.token, page({ search: office.boss.username }))).body
      .rows
    expect(rows).toMatchObject([
      { actions: { resetPassword: expect.stringContaining('closed orders'), changeState: null } },
    ])
  })

  it('held up after failed tries is unlocked, as is a blocked one', async () => {
    const office = await openOffice(portal)
    const user = await office.company.user({ signIn: false })
    const unlock = () => portal.call(unlockUser, office.boss.token, { membershipId: user.id, proof })
    expect(await unlock()).toMatchObject({ status: 422, code: 'UserNotLocked' })
    for (let tries = 0; tries < 4; tries++)
      await portal.call(login, null, {
        username: user.username,
        password: 'wrong-password-1!',
        companyIntCode: office.company.id,
      })
    expect(await look(office, user.id)).toMatchObject({
      lockedUntil: expect.any(String),
      actions: { unlock: null },
    })
    expect(await unlock()).toMatchObject({ status: 200, body: { lockedUntil: null, state: 'Active' } })
    expect(
      (
        await portal.call(login, null, {
          username: user.username,
          password,
          companyIntCode: office.company.id,
        })
      ).status,
    ).toBe(200)
    await portal.call(changeUserStates, office.boss.token, { ...ids(user), state: 'Blocked', dryRun: false })
    await limit(office, 1)
    expect(await unlock()).toMatchObject({ code: 'UserLimitReached' })
    await limit(office, 2)
    expect(await unlock()).toMatchObject({ status: 200, body: { state: 'Active' } })
  })

  it('shows sessions and tries to sign in, and is signed out everywhere', async () => {
    const office = await openOffice(portal)
    const user = await office.company.user({ signIn: true })
    const { body } = await portal.call(getUserSignIns, office.boss.token, { membershipId: user.id })
    expect(body).toMatchObject({
      sessions: [{ address: expect.any(String) }],
      attempts: [{ loginState: 'Succces' }],
    })
    const end = () => portal.call(endUserSessions, office.boss.token, { membershipId: user.id })
    expect(await end()).toMatchObject({ status: 200, body: { sessionCount: 0 } })
    expect(await works(office, user)).toBe(401)
    expect(await end()).toMatchObject({ status: 422, code: 'NoOpenSession' })
  })

  it('does nothing of the kind to themselves', async () => {
    const office = await openOffice(portal)
    const { boss } = office
    const own = { membershipId: boss.id }
    const view = (await portal.call(getUser, boss.token, own)).body
    expect(await portal.call(updateUser, boss.token, { ...asEdited(view), roleIds: [] })).toMatchObject({
      status: 422,
      code: 'OwnRights',
    })
    for (const call of [resetPassword, unlockUser, removeSecondFactor])
      expect(await portal.call(call, boss.token, own)).toMatchObject({ code: 'OwnRights' })
    expect(
      (await portal.call(changeUserStates, boss.token, { ...ids(boss), state: 'Passive', dryRun: false }))
        .body.results,
    ).toMatchObject([{ ok: false, refusal: 'OwnRights' }])
    expect(
      (
        await portal.call(assignRoles, boss.token, {
          ...ids(boss),
          add: [],
          remove: [boss.roleId],
          dryRun: false,
        })
      ).body.results,
    ).toMatchObject([{ ok: false, refusal: 'OwnRights' }])
    expect(
      (
        await inDatabase(
          office,
          `select count(*)::int as count from audit_entry where company_id = $1 and record_id = $2`,
          boss.id,
        )
      )[0],
    ).toEqual({ count: 0 })
  })
})
