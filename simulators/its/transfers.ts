import { Fault } from './packs.ts'

// The transfer system of ITS (PTS): packages that stakeholders send each other as zipped XML, with the limits of its
// services (domain/pharma 2). It looks into no package.

type Transfer = {
  id: string
  source: string
  destination: string
  day: string
  file: string
  fetched: number
}
export type SearchedFor = {
  source: string
  destination: string
  /** Only what the receiver has not fetched yet. */
  notReceived: boolean
  /** Days, both included. */
  from: string
  to: string
}

const mostBytes = 10_000_000
const mostDays = 31
const mostFetches = 100
const dayMs = 86_400_000

export class Transfers {
  readonly #sent: Transfer[] = []
  readonly #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
  }

  /** Sends a zip in Base64; answers the number of the transfer. `day` is that of the clock where nothing is said. */
  send(caller: string, destination: string, file: string, day?: string): string {
    if (!/^\d{13}$/.test(destination)) throw new Fault('20001', 'the receiver is no GLN')
    if (destination === caller) throw new Fault('21011', 'sender and receiver are the same')
    const body = Buffer.from(file, 'base64')
    if (body.length === 0) throw new Fault('21005', 'there is no package')
    if (body.length > mostBytes) throw new Fault('21003', 'the package is larger than 10 MB')
    if (body.subarray(0, 2).toString('latin1') !== 'PK') throw new Fault('21004', 'the package is no zip')
    const id = String(500_000 + this.#sent.length)
    this.#sent.push({
      id,
      source: caller,
      destination,
      day: day ?? this.#now().toISOString().slice(0, 10),
      file,
      fetched: 0,
    })
    return id
  }

  /** Transfers in which the caller takes part, the oldest first. */
  search(caller: string, { source, destination, notReceived, from, to }: SearchedFor): Transfer[] {
    const days = (Date.parse(to) - Date.parse(from)) / dayMs
    if (Number.isNaN(days) || days < 0) throw new Fault('20002', 'the days are not as they have to be')
    if (days >= mostDays) throw new Fault('21016', 'more than 31 days')
    if (source !== caller && destination !== caller) throw new Fault('21014', 'only own packages')
    if (notReceived && destination !== caller) throw new Fault('20101', 'only packages addressed to you')
    return this.#sent.filter(
      (one) =>
        (source === '' || one.source === source) &&
        (destination === '' || one.destination === destination) &&
        (!notReceived || one.fetched === 0) &&
        one.day >= from &&
        one.day <= to,
    )
  }

  /** The zip of a transfer in Base64. */
  fetch(caller: string, id: string): string {
    const found = this.#sent.find((one) => one.id === id)
    if (!found) throw new Fault('20003', 'there is no such transfer')
    if (found.source !== caller && found.destination !== caller) throw new Fault('21014', 'only own packages')
    if (found.fetched >= mostFetches) throw new Fault('21012', 'fetched 100 times')
    found.fetched += 1
    return found.file
  }
}
