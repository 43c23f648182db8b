import { Fault, type PackCode } from './packs.ts'
import type { Registry } from './registry.ts'

// The services of the drug-tracking system by their paths: what each takes and answers, over the rules of the registry.

/** A body as it came, whose fields are looked at one by one. */
export type Body = Record<string, unknown>
export type Answer = Record<string, unknown>
type Service = (registry: Registry, caller: string, body: Body) => Answer

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const isBody = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const document = (body: Body): Body => (isBody(body['document']) ? body['document'] : {})

const lotOrSerial = /^[A-Z0-9]+$/i

/** The packs of a notification; throws the fault of a field that is not as the schema says. */
function packsOf(body: Body): PackCode[] {
  const list = body['productList']
  if (!Array.isArray(list) || list.length === 0) throw new Fault('11031', 'productList is missing')
  return list.map((entry: unknown) => {
    if (!isBody(entry)) throw new Fault('11031', 'an entry of productList is no object')
    const [gtin, sn] = [text(entry['gtin']), text(entry['sn'])]
    if (!/^\d{14}$/.test(gtin)) throw new Fault('11037', `GTIN ${gtin} is not of 14 digits`)
    if (sn.length > 20 || !lotOrSerial.test(sn)) throw new Fault('11032', `serial ${sn} is not allowed`)
    const [bn, xd] = [text(entry['bn']), text(entry['xd'])]
    if (bn.length > 20 || (bn !== '' && !lotOrSerial.test(bn)))
      throw new Fault('11036', `lot ${bn} is not allowed`)
    if (xd !== '' && !/^\d{4}-\d\d-\d\d$/.test(xd)) throw new Fault('11035', `expiry ${xd} is no day`)
    return { gtin, sn, ...(bn !== '' && { bn }), ...(xd !== '' && { xd }) }
  })
}

type Notified = ReturnType<Registry['accept']>
const notification = ({ id, results }: Notified): Answer => ({ notificationid: id, productList: results })

/** A notification of somebody about themselves: `fr` has to be the GLN that signed in. */
function ownSender(caller: string, body: Body): void {
  const from = text(body['fr']) || text(body['frGln'])
  if (from !== '' && from !== caller) throw new Fault('11001', 'the user may not notify for this company')
}

export const services: Readonly<Record<string, Service>> = {
  '/reference/app/verification': (registry, caller, body) => {
    ownSender(caller, body)
    return {
      notificationid: '',
      productList: packsOf(body).map((code) => ({ gtin: code.gtin, sn: code.sn, uc: registry.verify(code) })),
    }
  },
  '/reference/app/check_status': (registry, _, body) => ({
    responseObjectList: packsOf(body).map((code) => registry.status(code)),
  }),
  '/product/app/supplynotification': (registry, caller, body) => {
    const { snlist } = body
    if (!Array.isArray(snlist)) throw new Fault('11031', 'snlist is missing')
    const [gtin, bn, xd] = [text(body['gtin']), text(body['bn']), text(body['xd'])]
    return notification(
      registry.supply(
        caller,
        snlist.map((sn) => ({ gtin, sn: text(sn), bn, xd })),
      ),
    )
  },
  '/wholesale/app/dispatch': (registry, caller, body) =>
    notification(registry.dispatch(caller, packsOf(body), text(body['togln']))),
  '/wholesale/app/dispatchcancel': (registry, caller, body) =>
    notification(registry.cancelSending(caller, packsOf(body), 'C')),
  '/wholesale/app/export': (registry, caller, body) =>
    notification(registry.remove(caller, packsOf(body), 'X')),
  '/common/app/accept': (registry, caller, body) => notification(registry.accept(caller, packsOf(body))),
  '/common/app/return': (registry, caller, body) =>
    notification(registry.giveBack(caller, packsOf(body), text(body['togln']))),
  '/common/app/transfer': (registry, caller, body) =>
    notification(registry.transfer(caller, packsOf(body), text(body['togln']))),
  '/common/app/transfercancel': (registry, caller, body) =>
    notification(registry.cancelSending(caller, packsOf(body), 'L')),
  '/common/app/deactivation': (registry, caller, body) => {
    ownSender(caller, body)
    return notification(registry.remove(caller, packsOf(body), 'D'))
  },
  '/prescription/app/pharmacysale': (registry, caller, body) => {
    ownSender(caller, body)
    const { eid, rkn } = document(body)
    return notification(
      registry.sell(caller, packsOf(body), text(body['to']), { eid: text(eid), rkn: text(rkn) }),
    )
  },
  '/prescription/app/pharmacysalecancel': (registry, caller, body) => {
    ownSender(caller, body)
    return notification(registry.cancelSale(caller, packsOf(body)))
  },
  '/consume/app/consume': (registry, caller, body) => {
    ownSender(caller, body)
    return notification(registry.remove(caller, packsOf(body), 'O'))
  },
  '/reference/app/drug': (registry) => ({
    drugs: [...registry.gtins].toSorted().map((gtin) => ({ gtin, isActive: true, isImported: false })),
  }),
  '/reference/app/stakeholder': (registry, _, body) => {
    const kind = { uretici: 'manufacturer', depo: 'wholesaler', eczane: 'pharmacy', hastane: 'hospital' }[
      text(body['stakeholderType'])
    ]
    return {
      companyList: [...registry.stakeholders.values()]
        .filter((one) => one.active && (kind === undefined || one.kind === kind))
        .map(({ gln, name, city }) => ({ gln, companyName: name, city })),
    }
  },
  '/pts/app/search': (registry, caller, body) => ({
    transferDetails: registry.transfers
      .search(caller, {
        source: text(body['sourceGln']),
        destination: text(body['destinationGln']),
        notReceived: body['bringNotReceivedTransferInfo'] === 1,
        from: text(body['startDate']),
        to: text(body['endDate']),
      })
      .map(({ id, source, destination, day }) => ({
        transferId: Number(id),
        sourceGLN: source,
        destinationGLN: destination,
        transferDate: day,
      })),
  }),
  '/pts/app/GetPackage': (registry, caller, body) => ({
    fileStream: registry.transfers.fetch(caller, text(body['transferId'])),
  }),
  '/pts/app/SendPackage': (registry, caller, body) => ({
    transferId: Number(registry.transfers.send(caller, text(body['receiver']), text(body['file']))),
  }),
}
