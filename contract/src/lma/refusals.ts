import type { RefusalEntry } from '../kit/refusal-entry.ts'

/** Refusals of the fuel price module. */
export const lmaRefusals = {
  WeekendNoExpectation: { status: 422, facts: ['day'] },
  NoPriceInformation: { status: 422, facts: ['missing'] },
  ExpectationNotApproved: { status: 422, facts: [] },
  OwnExpectation: { status: 422, facts: [] },
  ExpectationDecided: { status: 409, facts: [] },
  MailNotSent: { status: 422, facts: [] },
  TransferStateWrong: { status: 409, facts: ['yt04State'] },
  OwnTransferBatch: { status: 422, facts: [] },
  RatiosOfItemNotWhole: { status: 422, facts: ['item'] },
  SapCodeMissing: { status: 422, facts: ['items'] },
  SapConditionMissing: { status: 422, facts: [] },
  SapKeyTwice: { status: 422, facts: ['items'] },
  SourcesNotConnected: { status: 422, facts: [] },
  ValueNotHeld: { status: 409, facts: [] },
  ScenarioNameTaken: { status: 409, facts: ['name'] },
  TooManyScenarios: { status: 422, facts: ['limit'] },
  AcknowledgementUnreadable: { status: 422, facts: [] },
} as const satisfies Record<string, RefusalEntry>
