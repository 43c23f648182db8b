import type { OutsideSystem } from '../../kit/outside/outside.ts'
import { fieldOf, MalformedAnswer, textOf } from './its-answers.ts'
import { openCalls } from './its-rest.ts'
import { glnOfUser, type ItsCredentials, type Turn } from './port.ts'

// The transfer system of ITS (PTS, domain/pharma 2): which packages were sent to or by the company, and one of them.

/** Days of one search, both ends included (21016). */
export const transferDaysAtOnce = 31

export type ItsTransfers = {
  /** Numbers of the packages of these days in both directions. */
  search(days: { from: string; to: string }): Promise<string[]>
  /** The bytes of a package as it was sent. */
  fetch(transferId: string): Promise<Buffer>
}

/** Throws `Refused`, `MalformedAnswer`, `OutsideUnavailable`. */
export function openItsTransfers(
  system: OutsideSystem,
  { credentials, ...surroundings }: { url: string; turn: Turn; credentials: ItsCredentials },
): ItsTransfers {
  const call = openCalls(system, { ...surroundings, credentials })
  const own = glnOfUser(credentials.userName)
  const found = async (
    parties: { sourceGln: string; destinationGln: string },
    days: { from: string; to: string },
  ) => {
    const details = fieldOf(
      await call('/pts/app/search/', {
        ...parties,
        bringNotReceivedTransferInfo: 0,
        startDate: days.from,
        endDate: days.to,
      }),
      'transferDetails',
    )
    if (!Array.isArray(details)) throw new MalformedAnswer('no transferDetails')
    return details.map((entry: unknown) => {
      const id = textOf(fieldOf(entry as Readonly<Record<string, unknown>>, 'transferId'))
      if (!/^\d{1,20}$/.test(id)) throw new MalformedAnswer('no transferId')
      return id
    })
  }
  return {
    async search(days) {
      const sent = await found({ sourceGln: own, destinationGln: '' }, days)
      const received = await found({ sourceGln: '', destinationGln: own }, days)
      return [...new Set([...sent, ...received])]
    },
    async fetch(transferId) {
      const file = textOf(fieldOf(await call('/pts/app/GetPackage/', { transferId }), 'fileStream'))
      const body = Buffer.from(file, 'base64')
      if (body.length === 0) throw new MalformedAnswer('no fileStream')
      return body
    },
  }
}
