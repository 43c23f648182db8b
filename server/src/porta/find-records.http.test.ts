import { sendQuestion } from '@kervan/contract/knowledge/helper'
import { discountRequests, myDiscountRequests } from '@kervan/contract/porta/discount-requests'
import { findRecords } from '@kervan/contract/shell/find-records'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyFor, openPharmacy, type Pharmacy } from '../../test/pharmacy.ts'
import { startPortal, type Portal, type User } from '../../test/portal.ts'

let portal: Portal
let pharmacy: Pharmacy
let applicant: User
let request: { id: string; code: string }
beforeAll(async () => {
  portal = await startPortal({ worker: false })
  pharmacy = await openPharmacy({ portal })
  applicant = await pharmacy.company.user()
  request = await applyFor(pharmacy, applicant, 'FOUND1')
})
afterAll(() => portal.close())

const found = async ({ token }: User) =>
  (await portal.call(findRecords, token, { text: request.code, kind: 'discountRequest' })).body.records
const ask = async ({ token }: User) =>
  (await portal.call(sendQuestion, token, { question: `Where is ${request.code}?` }, { language: 'en' })).body

describe('a refund request', () => {
  it('[DSC-001] [KNB-002] is found by its code, and the helper says where it stands', async () => {
    expect(await found(applicant)).toMatchObject([
      { kind: 'discountRequest', id: request.id, code: request.code, name: pharmacy.location.name },
    ])
    const answer = await ask(applicant)
    expect(answer).toMatchObject({ knows: true, records: [{ record: { code: request.code } }] })
    expect(answer.records[0]?.text).toMatch(new RegExp(`^Refund request ${request.code}, `))
  })

  it('[USR-006] is told to nobody who does not find it in their list', async () => {
    const other = await portal.company()
    const stranger = await other.user()
    const without = await pharmacy.company.user({
      without: [discountRequests.page, myDiscountRequests.page].map(({ permission }) => permission ?? ''),
    })
    // Who applies for themselves sees what they have recorded, and no more.
    const colleague = await pharmacy.company.user({ without: [discountRequests.page.permission ?? ''] })
    for (const user of [stranger, without, colleague]) {
      expect(await found(user)).toEqual([])
      expect(await ask(user)).toMatchObject({ knows: false, records: [] })
    }
  })
})
