import type { TransferProblem } from '@kervan/contract/kit/transfer-problems'
import type { Services } from '../context.ts'
import type { Tx } from '../database/db.ts'

export class TransferSourceFailed extends Error {
  readonly problem: TransferProblem
  constructor(problem: TransferProblem, cause: unknown) {
    super(`the source of packages did not answer: ${problem}`, { cause })
    this.name = 'TransferSourceFailed'
    this.problem = problem
  }
}

/** Packages that others have sent, as a session of a company with their source. Both throw `TransferSourceFailed`. */
export type TransferSession = {
  /** Ids of the packages of these days, 31 at most, in both directions. */
  search(days: { from: string; to: string }): Promise<string[]>
  fetch(transferId: string): Promise<Buffer>
}

/** Where packages of the transfer system come from. */
export type TransferSource = {
  /** The session of a company; null where it has no access or the source is not asked for now. */
  open(asked: { tx: Tx; services: Services; companyId: number }): Promise<TransferSession | null>
}
