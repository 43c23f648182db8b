import { transferProblems, type TransferProblem } from '@kervan/contract/kit/transfer-problems'
import { TransferSourceFailed, type TransferSource } from '../../kit/records/transfer-source.ts'
import { itsAccessNow } from '../its-access.ts'
import { itsOf } from './its.ts'
import { failureOf } from './its-rest.ts'
import { QueueFull } from './lanes.ts'

/** Packages of the transfer system of ITS, with the company's own user. */
export const itsTransferSource: TransferSource = {
  async open({ tx, services, companyId }) {
    const its = itsOf(services)
    const credentials = await itsAccessNow(tx, services, companyId)
    if (!its || !credentials) return null
    const session = its.transfers(companyId, credentials)
    return {
      search: (days) => session.search(days).catch(fail),
      fetch: (transferId) => session.fetch(transferId).catch(fail),
    }
  },
}

const isKnown = (problem: string): problem is TransferProblem =>
  transferProblems.some((one) => one === problem)

function fail(error: unknown): never {
  if (error instanceof QueueFull) throw new TransferSourceFailed('Busy', error)
  const { problem } = failureOf(error)
  throw new TransferSourceFailed(isKnown(problem) ? problem : 'NotAllowed', error)
}
