/** Why a source of packages did not answer: `Unavailable` and `Busy` pass by themselves. */
export const transferProblems = ['Unavailable', 'Busy', 'SignInRefused', 'NotAllowed', 'Malformed'] as const
export type TransferProblem = (typeof transferProblems)[number]
