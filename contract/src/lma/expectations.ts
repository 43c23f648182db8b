import { z } from 'zod'
import { call, Done, Uuid } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { DateOnly, Instant, text } from '../kit/values.ts'
import { priceParts } from './expectation.ts'
import { comparisons, expectationNotes, fuelMails, mailStates, expectationStates } from './words.ts'
import { priceUnits } from './price-units.ts'

// Price expectations (LMA-003): a run of a day has a line for each product, is kept with its inputs, and is sent when a
// second person has approved it.

const price = (places = 2) => column.decimal({ nullable: true, places })

export const expectations = pageList('Lma/GetExpectations', {
  columns: {
    runDay: column.date(),
    fuelProduct: column.code(),
    fuelProductName: column.text(),
    expectationState: column.choice(expectationStates, { words: 'expectationState' }),
    priceInForce: price(),
    expectedPrice: price(),
    priceChange: price(),
    changePercent: price(),
    marketMove: price(),
    changeExpected: column.flag(),
    effectiveDay: column.date(),
    marketPrice: price(),
    quoteDay: column.date({ nullable: true }),
    rateInForce: price(4),
    rateDay: column.date({ nullable: true }),
    analystPrice: price(),
    actualPrice: price(),
    expectationError: price(),
    expectationNotes: column.choices(expectationNotes, { words: 'expectationNote' }),
    /** What the line was made of has another value since. */
    inputsChanged: column.flag(),
    madeBy: column.text(),
    madeAt: column.instant(),
  },
  extra: { id: Uuid, runId: Uuid },
  scope: {},
  defaultSort: [
    { column: 'runDay', direction: 'desc' },
    { column: 'fuelProduct', direction: 'asc' },
  ],
  search: true,
})

export const Expectation = z.strictObject({
  id: Uuid,
  runId: Uuid,
  runDay: DateOnly,
  effectiveDay: DateOnly,
  fuelProduct: z.string(),
  fuelProductName: z.string(),
  expectationState: z.enum(expectationStates),
  formulaVersion: z.string(),
  /** SHA-256 of the inputs. */
  inputsHash: z.string(),
  /** What the run knew of the product, by name. */
  inputs: z.record(z.string(), z.string().nullable()),
  notes: z.array(z.enum(expectationNotes)),
  changeExpected: z.boolean(),
  /** Per cent of quote × rate since the price in force was set. */
  marketMove: z.string().nullable(),
  premium: z.string().nullable(),
  /** The price in every unit; null where it could not be expected. */
  prices: z
    .array(z.strictObject({ unit: z.enum(priceUnits), inForce: z.string(), expected: z.string() }))
    .nullable(),
  /** TL/M3 with four digits: the parts sum to the change exactly. */
  parts: z.array(z.strictObject({ part: z.enum(priceParts), value: z.string() })),
  change: z.string().nullable(),
  breakEvenUp: z.string().nullable(),
  breakEvenDown: z.string().nullable(),
  /** TL/L at the pump. */
  pumpEffect: z.string().nullable(),
  comparisons: z.array(
    z.strictObject({
      comparison: z.enum(comparisons),
      base: z.string().nullable(),
      change: z.string().nullable(),
      percent: z.string().nullable(),
    }),
  ),
  analystPrice: z.string().nullable(),
  actualPrice: z.string().nullable(),
  madeBy: z.string(),
  madeAt: Instant,
  decidedBy: z.string().nullable(),
  decidedAt: Instant.nullable(),
  /** Whether what the run used has another value by now. */
  inputsChanged: z.boolean(),
  actions: z.strictObject({ approve: z.string().nullable(), send: z.string().nullable() }),
})
export type Expectation = z.infer<typeof Expectation>

export const getExpectation = call('Lma/GetExpectation', {
  sharesPermission: 'GetExpectations',
  reads: true,
  input: z.strictObject({ expectationId: Uuid }),
  output: Expectation,
  refusals: ['NotFound'],
})

/** Calculates a day's expectations; today's where no day is named. */
export const runExpectation = call('Lma/RunExpectation', {
  input: z.strictObject({ runDay: DateOnly.nullable() }),
  output: z.strictObject({ runId: Uuid }),
  refusals: ['WeekendNoExpectation', 'NoPriceInformation', 'DayInFuture', 'WholeCompanyNeeded'],
})

/** Approves all lines of a run, and sends them. Somebody else made it. */
export const approveExpectation = call('Lma/ApproveExpectation', {
  input: z.strictObject({ runId: Uuid }),
  output: Done,
  refusals: ['NotFound', 'OwnExpectation', 'ExpectationDecided', 'WholeCompanyNeeded'],
})

export const rejectExpectation = call('Lma/RejectExpectation', {
  input: z.strictObject({ runId: Uuid, reason: text(300) }),
  output: Done,
  refusals: ['NotFound', 'OwnExpectation', 'ExpectationDecided', 'WholeCompanyNeeded'],
})

/** Sends an approved run again, to who is told of it by now. */
export const sendExpectation = call('Lma/SendExpectation', {
  input: z.strictObject({ runId: Uuid }),
  output: z.strictObject({ mails: z.int() }),
  refusals: [
    'NotFound',
    'ExpectationNotApproved',
    'WeekendNoExpectation',
    'MailNotSent',
    'WholeCompanyNeeded',
  ],
})

/** What was sent to whom (LMA-007). */
export const fuelMailLog = pageList('Lma/GetFuelMails', {
  columns: {
    mailAt: column.instant(),
    fuelMail: column.choice(fuelMails, { words: 'fuelMail' }),
    mailRecipient: column.text(),
    mailState: column.choice(mailStates, { words: 'mailState' }),
    mailProblem: column.text({ nullable: true, computed: true }),
    mailHash: column.code(),
  },
  extra: { id: Uuid },
  defaultSort: [{ column: 'mailAt', direction: 'desc' }],
  search: false,
})
