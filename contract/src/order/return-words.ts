// Words of returns (MED-001).

/** `Accepted`: the goods may come back. `Received`: they have, and the ERP is asked for a credit note. */
export const returnStates = ['Announced', 'Accepted', 'Refused', 'Withdrawn', 'Received', 'Credited'] as const
export type ReturnState = (typeof returnStates)[number]

export const returnReasons = ['Damaged', 'WrongProduct', 'TooMuch', 'NearExpiry', 'Recall', 'Other'] as const
export type ReturnReason = (typeof returnReasons)[number]

/** Lines of a return, and codes of packs that one line takes. */
export const returnLinesAtMost = 200
export const returnCodesAtMost = 500
