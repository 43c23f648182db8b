import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  getPortaMateUserAcknowledgementDefinition,
  updateUserAcknowledgement,
} from '@kervan/contract/access/acknowledgement'
import { createPairingCode, ownDevices, revokeOwnDevices } from '@kervan/contract/administration/devices'
import type { OutputOf } from '@kervan/contract/kit/call'
import { existing } from '@kervan/contract/kit/typed'
import { getMyDiscountRequest } from '@kervan/contract/porta/discount-requests'
import { getMyPriceChangeRequest } from '@kervan/contract/porta/price-change-requests'
import { getPortaPolicy, updatePortaPolicy } from '@kervan/contract/porta/policy'
import {
  getPortaMateJob,
  getPortaMateState,
  portaMateScope,
  sendPortaMateAnswers,
  startPortaMateJob,
  takePortaMateJob,
  type PackRecord,
} from '@kervan/contract/porta/porta-mate'
import { callAs, newDeviceKey, type TestDevice } from '../../../test/devices.ts'
import { page } from '../../../test/ordering.ts'
import {
  applyFor,
  applyForPriceChange,
  changePrice,
  openPharmacy,
  type Pharmacy,
} from '../../../test/pharmacy.ts'
import { password, startPortal, type Portal, type User } from '../../../test/portal.ts'
import { inCompany } from '../../../test/statements.ts'
import { dayIn } from '../../kit/clock.ts'
import { newId } from '../../kit/database/uuid.ts'

// PortaMate as the program that a pharmacist starts, ITS and the portal: three processes that know each other by addresses.

const root = join(import.meta.dirname, '../../../..')
const maker = '8699999000006'
const canary = 'Canary-5b0d-Parola!'
const patience = { timeout: 120_000, interval: 200 }

let its: ChildProcess
let itsUrl: string
let portal: Portal
let pharmacy: Pharmacy
let pharmacist: User
let folder: string
let door: Server
let doorUrl: string
/** Everything that PortaMate has sent to the portal: addresses, headers and bodies. */
const received: string[] = []
const mates: { child: ChildProcess }[] = []

beforeAll(async () => {
  its = spawn(process.execPath, [join(root, 'simulators/its/main.ts')], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const [line] = await once(existing(its.stdout), 'data')
  itsUrl = String(line).trim()
  portal = await startPortal({ env: { ITS_SGK_GLN: '8680000000017', ITS_URL: itsUrl, LOG_LEVEL: 'debug' } })
  pharmacy = await openPharmacy({ portal })
  pharmacist = await pharmacy.company.user({ locations: [pharmacy.location] })
  folder = await mkdtemp(join(tmpdir(), 'portamate-'))
  door = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request)
      received.push(`${request.url} ${JSON.stringify(request.headers)} ${body.toString('utf8')}`)
      const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
      const answer = await fetch(portal.url + request.url, {
        method: 'POST',
        headers: headers as Record<string, string>,
        body,
      })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
    })().catch(() => response.destroy())
  })
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  doorUrl = `http://127.0.0.1:${(door.address() as AddressInfo).port}`
  await fetch(`${itsUrl}/admin/seed`, {
    method: 'POST',
    body: JSON.stringify({
      gtins: [pharmacy.gtin],
      stakeholders: [
        { gln: maker, kind: 'manufacturer', name: 'Üretici', city: 'Ankara', active: true },
        { gln: pharmacy.gln, kind: 'pharmacy', name: 'Eczane', city: 'İzmir', active: true },
      ],
      users: { [`${pharmacy.gln}0000`]: canary },
      packs: ['MATE0001', 'OPEN0002', 'MATE0003'].map((sn) => ({
        gtin: pharmacy.gtin,
        sn,
        bn: 'B24A07',
        xd: '2031-12-31',
        maker,
        pharmacy: pharmacy.gln,
        fate: sn.startsWith('OPEN') ? 'open' : 'sold',
      })),
    }),
  })
}, 180_000)
afterAll(async () => {
  for (const { child } of mates) child.kill()
  its.kill()
  door.close()
  await rm(folder, { recursive: true, force: true })
  await portal.close()
})

/** The program in a process of its own; `said` grows with what it prints. */
function startPortaMate(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(root, 'portamate/main.ts'), '--portal', doorUrl], {
    env: {
      ...process.env,
      LANG: 'en_US.UTF-8',
      PORTAMATE_FOLDER: folder,
      PORTAMATE_ITS_USER: `${pharmacy.gln}0000`,
      PORTAMATE_ITS_PASSWORD: canary,
      ITS_URL: itsUrl,
      ITS_PAGES_URL: itsUrl,
      ITS_SPACING_MS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const mate = { child, said: '', ended: once(child, 'close') }
  mates.push(mate)
  child.stdout.on('data', (chunk) => (mate.said += String(chunk)))
  child.stderr.on('data', (chunk) => (mate.said += String(chunk)))
  return mate
}
async function stop({ child, ended }: ReturnType<typeof startPortaMate>) {
  child.kill()
  await ended
}

const codeFor = async (user: User) => {
  await portal.owner.query(`delete from login_throttle where key like 'pairing%'`)
  return portal.call(createPairingCode, user.token, { scope: [...portaMateScope], proof: { password } })
}
const stateOf = async (user = pharmacist) => (await portal.call(getPortaMateState, user.token, {})).body
const begin = (...requestIds: string[]) => portal.call(startPortaMateJob, pharmacist.token, { requestIds })
const mine = async (requestId: string) =>
  (await portal.call(getMyDiscountRequest, pharmacist.token, { requestId })).body
async function answersOf(runId: string) {
  const ask = async () => (await portal.call(getPortaMateJob, pharmacist.token, { runId })).body
  await vi.waitUntil(async () => (await ask()).finished, patience)
  return new Map((await ask()).packs.map((pack) => [pack.requestId, pack]))
}

/** A device of this user that speaks for itself, to send what the program would not. */
async function deviceFor(user: User, name: string): Promise<TestDevice> {
  const { key, publicKey } = newDeviceKey()
  const id = newId()
  await inCompany(
    portal,
    pharmacy.company.id,
    `insert into device (company_id, id, membership_id, name, public_key, scope, paired_at, paired_from) values ($1, $2, $3, $4, $5, $6, now(), '')`,
    [pharmacy.company.id, id, user.id, name, Buffer.from(publicKey, 'base64url'), [...portaMateScope]],
  )
  return { device: `${pharmacy.company.id}.${id}`, key }
}
const soldRecord = (serialNumber: string): PackRecord => ({
  gtin: pharmacy.gtin,
  serialNumber,
  lotNumber: 'B24A07',
  expiryDate: '2031-12-31',
  resultCode: '60004',
  saleCode: null,
  ownerGln: pharmacy.gln,
  pendingGln: null,
  movements: [],
  sale: null,
  readAt: new Date().toISOString(),
})
const take = async (device: TestDevice) =>
  (await callAs(portal, device, takePortaMateJob, { helperVersion: 'test' })).body.job
type Job = NonNullable<OutputOf<typeof takePortaMateJob>['job']>
const send = (device: TestDevice, { runId, nonce, packs }: Job, over: Partial<PackRecord> = {}) =>
  callAs(portal, device, sendPortaMateAnswers, {
    runId,
    nonce,
    answers: packs.map(({ requestId, serialNumber }) => ({
      requestId,
      kind: 'read' as const,
      record: { ...soldRecord(serialNumber), ...over },
    })),
  })

describe('[DSC-010] PortaMate', () => {
  it('has terms of its own, accepted in their newest version before it is paired', async () => {
    const terms = (version: number) =>
      inCompany(
        portal,
        pharmacy.company.id,
        `insert into acknowledgement (company_id, int_code, version, kind, content, published_at, published_by) values ($1, 77, $2, 'PortaMate', $3, now(), 'Own')`,
        [
          pharmacy.company.id,
          version,
          JSON.stringify({ title: { en: 'PortaMate' }, text: { en: `Terms ${version}` }, changes: {} }),
        ],
      )
    const accept = (Version: number) =>
      portal.call(updateUserAcknowledgement, pharmacist.token, {
        UserAcknowledgementRequest: { IntCode: 77, Version, Choice: 'Activated' },
      })
    await terms(1)
    expect(await codeFor(pharmacist)).toMatchObject({ code: 'PortaMateTermsNotAccepted' })
    await accept(1)
    await terms(2)
    expect(await codeFor(pharmacist)).toMatchObject({ code: 'PortaMateTermsNotAccepted' })
    const { body } = await portal.call(getPortaMateUserAcknowledgementDefinition, pharmacist.token, {})
    expect(body.PortaMateUserAcknowledgementDefinition).toMatchObject({
      Version: 2,
      AgreedVersion: 1,
      Text: 'Terms 2',
    })
    await accept(2)
    expect(await stateOf()).toMatchObject({ portaMate: 'NotPaired' })
    const { id } = await applyFor(pharmacy, pharmacist, 'MATE0000')
    expect(await begin(id)).toMatchObject({ code: 'PortaMateNotPaired' })
  })

  it('[DSC-002] asks ITS on the machine of the pharmacist, and the portal never gets the credentials', async () => {
    const { body: made } = await codeFor(pharmacist)
    const mate = startPortaMate({ PORTAMATE_CODE: made.code ?? '' })
    await vi.waitUntil(async () => (await stateOf()).portaMate === 'Ready', patience)
    const [sold, open, unknown] = [
      await applyFor(pharmacy, pharmacist, 'MATE0001'),
      await applyFor(pharmacy, pharmacist, 'OPEN0002'),
      await applyFor(pharmacy, pharmacist, 'NEVER002'),
    ]
    const { body } = await begin(sold.id, open.id, unknown.id)
    const packs = await answersOf(body.runId)
    expect(packs.get(sold.id)).toMatchObject({ result: 'Succeeded', message: null })
    expect(packs.get(open.id)).toMatchObject({ result: 'Failed', message: 'prescription not finalized' })
    expect(packs.get(unknown.id)).toMatchObject({ result: 'Failed', message: 'ITS does not know this pack.' })
    const validated = await mine(sold.id)
    expect(validated).toMatchObject({
      requestState: 'Pending',
      validationFlow: 'ValidateFromITSViaPortaMate',
      packState: 'Consumed',
      evidence: [{ source: 'PortaMate', resultCode: '60004', sale: { toGln: '8680000000017' } }],
    })
    const soldAt = new Date(validated.evidence[0]?.sale?.at ?? '')
    expect(validated.validSaleDate).toBe(dayIn('Europe/Istanbul', soldAt))
    expect(await mine(open.id)).toMatchObject({ requestState: 'PreApplication' })

    await stop(mate)
    expect(mate.said).toContain('3 of 3 packs answered.')
    expect(received.some((one) => one.includes('PortaMate/SendAnswers'))).toBe(true)
    const everything = [...received, ...portal.logLines, mate.said].join('\n')
    expect(everything).not.toContain(canary)
    expect(everything).not.toContain(Buffer.from(canary).toString('base64').slice(0, 16))
    // The GLN is known to the portal; the user name that goes with the password is not.
    expect(everything).not.toContain(`${pharmacy.gln}0000`)
    expect(await readFile(join(folder, 'pairing.json'), 'utf8')).not.toContain(canary)
  }, 180_000)

  it('waits for a helper that is stopped and goes on when it is started again, without another code', async () => {
    const { id } = await applyFor(pharmacy, pharmacist, 'MATE0003')
    await inCompany(
      portal,
      pharmacy.company.id,
      `update porta_mate set seen_at = now() - interval '1 hour' where company_id = $1`,
      [pharmacy.company.id],
    )
    expect(await stateOf()).toMatchObject({ portaMate: 'Offline', seenAt: expect.any(String) })
    const { body } = await begin(id)
    const mate = startPortaMate()
    expect((await answersOf(body.runId)).get(id)).toMatchObject({ result: 'Succeeded' })
    await stop(mate)
  }, 180_000)

  it('asks at the prompt for what is missing, and ends with a sentence where nobody sits there', async () => {
    const mate = startPortaMate({ PORTAMATE_ITS_PASSWORD: '' })
    await mate.ended
    expect(mate.child.exitCode).toBe(1)
    expect(mate.said).toContain('PortaMate needs the ITS user name and password.')
  })

  it('ends with the words of the portal once its device is revoked', async () => {
    const { body: own } = await portal.call(ownDevices.page, pharmacist.token, page)
    await portal.call(revokeOwnDevices, pharmacist.token, {
      selection: { mode: 'ids', ids: own.rows.map(({ id }) => id) },
      dryRun: false,
    })
    const mate = startPortaMate()
    await mate.ended
    expect(mate.child.exitCode).toBe(1)
    expect(mate.said).toMatch(/paired/)
    expect(await stateOf()).toMatchObject({ portaMate: 'NotPaired' })
  })
})

describe('[DSC-010] an answer of PortaMate', () => {
  it('is taken once, from the device that has the job, with its nonce', async () => {
    const device = await deviceFor(pharmacist, 'First')
    const second = await deviceFor(pharmacist, 'Second')
    const { id } = await applyFor(pharmacy, pharmacist, 'HAND0001')
    await begin(id)
    const job = existing(await take(device))
    expect(await take(device)).toEqual(job)
    expect(await take(second)).toBeNull()

    expect(await send(second, job)).toMatchObject({ status: 404, code: 'NotFound' })
    expect(await send(device, { ...job, nonce: 'another' })).toMatchObject({ code: 'NotFound' })
    const stranger = newDeviceKey()
    expect(await send({ ...device, key: stranger.key }, job)).toMatchObject({
      status: 401,
      code: 'DeviceNotPaired',
      refused: { Message: expect.stringMatching(/pair/i) },
    })
    expect(await mine(id)).toMatchObject({ requestState: 'PreApplication', evidence: [] })

    expect(await send(device, job)).toMatchObject({ status: 200, body: { open: 0 } })
    expect(await send(device, job)).toMatchObject({
      code: 'PortaMateJobOver',
      refused: { Message: 'This inquiry is over. Start it again in the portal.' },
    })
    const { events, evidence } = await mine(id)
    expect(evidence).toHaveLength(1)
    expect(events.filter(({ kind }) => kind === 'discountRequest.validated')).toHaveLength(1)
  })

  it('[PCR-006] about a price-change refund validates it, with its movements as evidence', async () => {
    const changed = dayIn('Europe/Istanbul', new Date(Date.now() - 10 * 86_400_000))
    await changePrice(pharmacy, { changeDate: changed, entitlementDate: changed })
    const device = await deviceFor(pharmacist, 'Refunds')
    const refund = await applyForPriceChange(pharmacy, pharmacist, 'PRICE001')
    const discount = await applyFor(pharmacy, pharmacist, 'HAND0009')
    const { body: begun } = await begin(refund.id, discount.id)
    const job = existing(await take(device))
    expect(job.packs.map(({ serialNumber }) => serialNumber).toSorted()).toEqual(['HAND0009', 'PRICE001'])
    const bought = {
      declarationId: '120000000001',
      declaredAt: new Date(Date.now() - 20 * 86_400_000).toISOString(),
      movement: 'Receipt' as const,
      fromGln: maker,
      toGln: pharmacy.gln,
      resultCode: '00000',
    }
    const onHand = { resultCode: '60003', movements: [bought] }
    expect(await send(device, job, onHand)).toMatchObject({ status: 200, body: { open: 0 } })
    expect((await answersOf(begun.runId)).get(refund.id)).toMatchObject({ result: 'Succeeded' })
    const { body } = await portal.call(getMyPriceChangeRequest, pharmacist.token, { requestId: refund.id })
    expect(body).toMatchObject({
      requestState: 'Pending',
      validationFlow: 'ValidateFromITSViaPortaMate',
      evidence: [{ source: 'PortaMate', movements: [{ declarationId: '120000000001' }] }],
    })
  })

  it('is refused where it was read before the job, or is of a pack that is not in it', async () => {
    const device = await deviceFor(pharmacist, 'Third')
    const { id } = await applyFor(pharmacy, pharmacist, 'HAND0002')
    await begin(id)
    const job = existing(await take(device))
    const yesterday = new Date(Date.now() - 86_400_000).toISOString()
    expect(await send(device, job, { readAt: yesterday })).toMatchObject({ code: 'PortaMateOldAnswer' })
    expect(await send(device, job, { serialNumber: 'HAND0001' })).toMatchObject({
      code: 'PortaMateForeignPack',
    })
    expect(await mine(id)).toMatchObject({ requestState: 'PreApplication', evidence: [] })
    expect(await send(device, job)).toMatchObject({ status: 200 })
  })

  it('is judged by the portal: a sale without its movement is none, and a pack on the shelf scores as one', async () => {
    const device = await deviceFor(pharmacist, 'Fourth')
    const { id } = await applyFor(pharmacy, pharmacist, 'HAND0003')
    await begin(id)
    const sale = {
      declarationId: '123456789012',
      at: new Date().toISOString(),
      toGln: '8680000000017',
      finalized: true,
    }
    const job = existing(await take(device))
    expect(await send(device, job, { resultCode: '60003', sale })).toMatchObject({ status: 200 })
    const { evidence, penaltyPoints, packState } = await mine(id)
    expect(evidence).toMatchObject([{ sale: null, packState: 'ReadyToSell' }])
    expect(packState).toBe('ReadyToSell')
    expect(penaltyPoints.map(({ score }) => score)).toContain('its')
  })

  it('belongs to the user of the device: another pharmacist’s helper gets no job', async () => {
    const other = await pharmacy.company.user({ locations: [pharmacy.location] })
    const device = await deviceFor(other, 'Elsewhere')
    const own = await deviceFor(pharmacist, 'Own')
    const { id } = await applyFor(pharmacy, pharmacist, 'HAND0004')
    await begin(id)
    expect(await take(device)).toBeNull()
    const job = existing(await take(own))
    expect(await send(device, job)).toMatchObject({ code: 'NotFound' })
    await send(own, job)
  })

  it('is asked of at most twenty packs, and of none while the option is off', async () => {
    const many = Array.from({ length: 21 }, () => newId())
    expect(await begin(...many)).toMatchObject({ code: 'ItsTooManyPacks' })
    const manager = await pharmacy.company.user()
    const { body } = await portal.call(getPortaPolicy, manager.token, {})
    await portal.call(updatePortaPolicy, manager.token, { version: body.version, portaMateFlowOff: true })
    const { id } = await applyFor(pharmacy, pharmacist, 'HAND0005')
    expect(await begin(id)).toMatchObject({ code: 'FlowSwitchedOff' })
  })
})
