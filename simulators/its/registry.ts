import {
  accepted,
  cashBuyer,
  Fault,
  type Movement,
  type Pack,
  type PackCode,
  type Stakeholder,
} from './packs.ts'
import { Transfers } from './transfers.ts'

// The packs of the drug-tracking system and the rules of its notifications, without any transport: what the portal's
// client is tried against. Result codes are the five characters that the system answers for each pack.

export class Registry {
  readonly stakeholders = new Map<string, Stakeholder>()
  readonly gtins = new Set<string>()
  readonly movements: Movement[] = []
  readonly transfers: Transfers
  readonly #packs = new Map<string, Pack>()
  readonly #now: () => Date
  readonly #payer: string
  #lastId = 120_000_000_000

  /** `now` is the clock, `payer` the GLN of the institution that reimburses prescriptions. */
  constructor({ now, payer }: { now: () => Date; payer: string }) {
    this.#now = now
    this.#payer = payer
    this.transfers = new Transfers(now)
  }

  find({ gtin, sn }: PackCode): Pack | undefined {
    return this.#packs.get(`${gtin.padStart(14, '0')} ${sn}`)
  }

  /** Who asks; throws where the GLN is not registered or not active. */
  stakeholder(gln: string, codes: { unknown: string } = { unknown: '11003' }): Stakeholder {
    const found = this.stakeholders.get(gln)
    if (!found) throw new Fault(codes.unknown, `GLN ${gln} is not registered`)
    if (!found.active) throw new Fault('11904', `GLN ${gln} is not active`)
    return found
  }

  /** Gives a notification its number, a judgement for each pack, and a movement for each that is accepted. */
  #notify<P extends PackCode>(
    packs: readonly P[],
    movement: (pack: P) => Omit<Movement, 'id' | 'at' | 'gtin' | 'sn'>,
    judge: (pack: P, id: string) => string,
  ): { id: string; results: { gtin: string; sn: string; uc: string }[] } {
    const id = String((this.#lastId += 1))
    const results = packs.map((pack) => {
      // Where it came from is what held when it was asked.
      const told = movement(pack)
      const uc = judge(pack, id)
      const gtin = pack.gtin.padStart(14, '0')
      if (uc === accepted) this.movements.push({ id, at: this.#now(), gtin, sn: pack.sn, ...told })
      return { gtin, sn: pack.sn, uc }
    })
    return { id, results }
  }

  supply(caller: string, packs: readonly Required<PackCode>[]) {
    if (this.stakeholder(caller).kind !== 'manufacturer') throw new Fault('11901', 'not authorised')
    return this.#notify(
      packs,
      () => ({ action: 'M', from: caller, to: null }),
      (code) => {
        const gtin = code.gtin.padStart(14, '0')
        if (!this.gtins.has(gtin)) return '11004'
        if (this.find(code)) return '10007'
        this.#packs.set(`${gtin} ${code.sn}`, {
          ...code,
          gtin,
          owner: caller,
          seller: null,
          pendingTo: null,
          condition: 'OnHand',
          sale: null,
          recalled: false,
        })
        return accepted
      },
    )
  }

  dispatch(caller: string, packs: readonly PackCode[], to: string) {
    this.stakeholder(to, { unknown: '10302' })
    return this.#notify(
      packs,
      () => ({ action: 'S', from: caller, to }),
      (code) => this.#ofOwner(caller, code, (pack) => this.#send(pack, to)),
    )
  }

  /** A pharmacy passes packs on to another one or to a hospital. */
  transfer(caller: string, packs: readonly PackCode[], to: string) {
    if (this.stakeholder(caller).kind !== 'pharmacy') throw new Fault('11901', 'not authorised')
    const { kind } = this.stakeholder(to)
    if (kind !== 'pharmacy' && kind !== 'hospital') throw new Fault('10227', `${to} is no pharmacy`)
    return this.#notify(
      packs,
      () => ({ action: 'T', from: caller, to }),
      (code) => this.#ofOwner(caller, code, (pack) => this.#send(pack, to)),
    )
  }

  /** Takes back what was sent and not yet accepted: `C` a dispatch, `L` a transfer. */
  cancelSending(caller: string, packs: readonly PackCode[], action: 'C' | 'L') {
    return this.#notify(
      packs,
      (code) => ({ action, from: caller, to: this.find(code)?.pendingTo ?? null }),
      (code) => {
        const pack = this.#known(code)
        if (typeof pack === 'string') return pack
        if (pack.owner !== caller) return this.#elsewhere(pack.owner)
        if (pack.pendingTo === null) return '10302'
        pack.pendingTo = null
        return accepted
      },
    )
  }

  accept(caller: string, packs: readonly PackCode[]) {
    this.stakeholder(caller)
    return this.#notify(
      packs,
      (code) => ({ action: 'P', from: this.find(code)?.owner ?? '', to: caller }),
      (code) => {
        const pack = this.#known(code)
        if (typeof pack === 'string') return pack
        if (pack.owner === caller) return '10303'
        if (pack.pendingTo !== caller) return this.#elsewhere(pack.owner)
        Object.assign(pack, { seller: pack.owner, owner: caller, pendingTo: null })
        return accepted
      },
    )
  }

  /** Back to whoever sold it to the caller. */
  giveBack(caller: string, packs: readonly PackCode[], to: string) {
    this.stakeholder(to, { unknown: '10301' })
    return this.#notify(
      packs,
      () => ({ action: 'R', from: caller, to }),
      (code) =>
        this.#ofOwner(caller, code, (pack) => {
          if (pack.seller !== to) return '10301'
          Object.assign(pack, { owner: to, seller: null, pendingTo: null })
          return accepted
        }),
    )
  }

  /** A pharmacy sells; a sale to the payer names the pharmacy's number there and the record of the prescription. */
  sell(caller: string, packs: readonly PackCode[], to: string, document: { eid?: string; rkn?: string }) {
    const { eid = '', rkn = '' } = document
    if (this.stakeholder(caller).kind !== 'pharmacy') throw new Fault('10227', `${caller} is no pharmacy`)
    if (to === this.#payer && eid === '') throw new Fault('11025', 'number of the pharmacy missing')
    if (to === this.#payer && rkn === '') throw new Fault('11026', 'record of the prescription missing')
    if (to === cashBuyer && eid + rkn !== '') throw new Fault('11033', 'a cash sale has no prescription')
    return this.#notify(
      packs,
      () => ({ action: 'V', from: caller, to }),
      (code, id) => {
        const pack = this.#known(code)
        if (typeof pack === 'string') return pack
        if (pack.condition === 'Sold') return pack.sale?.by === caller ? '40004' : '10204'
        if (pack.owner !== caller)
          return this.stakeholders.get(pack.owner)?.kind === 'pharmacy' ? '10209' : '10211'
        if (this.#isExpired(pack)) return '10202'
        const hindered = this.#hindered(pack)
        if (hindered) return hindered
        pack.condition = 'Sold'
        pack.sale = {
          by: caller,
          to,
          at: this.#now(),
          id,
          finalized: to === this.#payer,
          queriedByPayer: false,
        }
        return accepted
      },
    )
  }

  cancelSale(caller: string, packs: readonly PackCode[]) {
    return this.#notify(
      packs,
      (code) => ({ action: 'W', from: caller, to: this.find(code)?.sale?.to ?? null }),
      (code) => {
        const pack = this.#known(code)
        if (typeof pack === 'string') return pack
        if (pack.sale?.by !== caller) return '10219'
        if (pack.sale.queriedByPayer) return '11217'
        Object.assign(pack, { condition: 'OnHand', sale: null })
        return accepted
      },
    )
  }

  /** `D` deactivates, `X` exports, `O` is used up in a hospital. */
  remove(caller: string, packs: readonly PackCode[], action: 'D' | 'X' | 'O') {
    const condition = ({ D: 'Deactivated', X: 'Exported', O: 'Consumed' } as const)[action]
    return this.#notify(
      packs,
      () => ({ action, from: caller, to: null }),
      (code) =>
        this.#ofOwner(caller, code, (pack) => ((pack.condition = condition), accepted), action === 'D'),
    )
  }

  /** The state of a pack, its owner and the other party, as the status inquiry answers. */
  status(code: PackCode): { gtin: string; sn: string; uc: string; gln1: string; gln2: string } {
    const pack = this.#known(code)
    const named = { gtin: code.gtin.padStart(14, '0'), sn: code.sn }
    if (typeof pack === 'string') return { ...named, uc: pack, gln1: '', gln2: '' }
    return {
      ...named,
      uc: this.#stateOf(pack),
      gln1: pack.owner,
      gln2: pack.pendingTo ?? pack.sale?.to ?? '',
    }
  }

  /** Whether a pack may be sold: accepted, or the code of what stands against it. */
  verify(code: PackCode): string {
    const pack = this.#known(code)
    if (typeof pack === 'string') return pack
    return this.#isExpired(pack) ? '10202' : (this.#hindered(pack) ?? accepted)
  }

  #known(code: PackCode): Pack | string {
    const pack = this.find(code)
    if (!pack) return '10201'
    const differs =
      (code.bn !== undefined && code.bn !== pack.bn) || (code.xd !== undefined && code.xd !== pack.xd)
    return differs ? '10203' : pack
  }

  #ofOwner(caller: string, code: PackCode, act: (pack: Pack) => string, alsoRecalled = false): string {
    const pack = this.#known(code)
    if (typeof pack === 'string') return pack
    if (pack.owner !== caller) return this.#elsewhere(pack.owner)
    const hindered = this.#hindered(pack, alsoRecalled)
    return hindered ?? act(pack)
  }

  #send(pack: Pack, to: string): string {
    if (this.#isExpired(pack)) return '40006'
    if (pack.pendingTo !== null) return '10225'
    pack.pendingTo = to
    return accepted
  }

  #hindered(pack: Pack, alsoRecalled = false): string | null {
    const code = {
      OnHand: null,
      Sold: '10204',
      Consumed: '10230',
      Exported: '10207',
      Deactivated: '60000',
    }[pack.condition]
    return code ?? (pack.recalled && !alsoRecalled ? '40005' : null)
  }

  #elsewhere(owner: string): string {
    const kind = this.stakeholders.get(owner)?.kind
    return kind
      ? { manufacturer: '10306', wholesaler: '10307', pharmacy: '10308', hospital: '10309' }[kind]
      : '10305'
  }

  #stateOf(pack: Pack): string {
    const gone = { OnHand: null, Sold: '60004', Consumed: '60006', Exported: '60005', Deactivated: '60000' }[
      pack.condition
    ]
    if (gone) return gone
    if (pack.recalled) return '60007'
    const kind = this.stakeholders.get(pack.owner)?.kind ?? 'wholesaler'
    return { manufacturer: '60001', wholesaler: '60002', pharmacy: '60003', hospital: '60008' }[kind]
  }

  #isExpired({ xd }: Pack): boolean {
    return xd < this.#now().toISOString().slice(0, 10)
  }
}
