import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changePassword } from '@kervan/contract/access/own-security'
import { createOwnApiKey } from '@kervan/contract/administration/api-keys'
import { createThirdPartyUser } from '@kervan/contract/administration/third-party-users'
import { assignRoles, getUser } from '@kervan/contract/administration/users'
import { resetPassword } from '@kervan/contract/administration/user-acts'
import { calls } from '@kervan/contract/registry'
import { readyMadeRoles } from './roles/ready-made-roles.ts'
import { administering, addedPermissions } from './step-up-rules.ts'

const reset = resetPassword.permission ?? ''
const assign = assignRoles.permission ?? ''

describe('[USR-004] what administers', () => {
  it('changes users, roles, rules of the sign-in or keys, and looks at nothing', () => {
    expect(
      [...administering].filter(
        (permission) => !calls.some((call) => call.permission === permission && !call.reads),
      ),
    ).toEqual([])
    for (const { permission } of [getUser, changePassword, createOwnApiKey, createThirdPartyUser])
      expect(administering.has(permission ?? '')).toBe(false)
  })

  it('is in the role of the administrator and in no other that is ready-made', () => {
    expect(
      readyMadeRoles
        .filter(({ permissions }) => addedPermissions([], permissions).length > 0)
        .map(({ code }) => code),
    ).toEqual(['companyAdministrator'])
  })
})

describe('[USR-004] what a change gives of administering', () => {
  it.each([
    ['nothing to who had it', [reset], [reset], []],
    ['nothing where it is only taken', [reset, assign], [assign], []],
    ['what was not there before', [reset], [reset, assign], [assign]],
    ['all of it to who comes in as somebody', [], ['HomePage', reset, assign], [assign, reset]],
    [
      'nothing with rights that do not administer',
      [],
      ['HomePage', 'UserManagement', getUser.permission ?? ''],
      [],
    ],
    ['one in exchange for another', [assign], [reset], [reset]],
    ['each once', [], [reset, reset], [reset]],
  ] as const)('is %s', (_, before, after, given) => {
    expect(addedPermissions(before, after)).toEqual([...given].toSorted())
  })

  const rights = fc.uniqueArray(fc.constantFrom(...administering, 'HomePage', 'Orders', 'orderNew-getCart'))
  it('cannot be split: in two steps nothing is given that neither of them gives', () => {
    fc.assert(
      fc.property(rights, rights, rights, (first, second, third) => {
        const steps = [...addedPermissions(first, second), ...addedPermissions(second, third)]
        expect(addedPermissions(first, third).filter((one) => !steps.includes(one))).toEqual([])
      }),
    )
  })
})
