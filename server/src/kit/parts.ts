import type { ActorGate, Lending } from './http/actor.ts'
import type { Services } from './context.ts'
import type { PropertyAdder, UseOf } from './master/kind.ts'
import type { ExplainedRecord, ExplainedWay, RecordKey } from './records/explained.ts'
import type { TellsOfPack } from './records/pack-passport.ts'
import type { KeepSeen } from './records/pack-seen.ts'
import type { Check } from './records/check.ts'
import type { CountsFirstStep } from './records/first-step.ts'
import type { ServedReport } from './reports/serve-report.ts'
import type { Finder } from './records/find.ts'
import type { PlacesOf } from './records/places.ts'
import type { Retention } from './records/retention.ts'
import type { SessionFacts } from './records/session-facts.ts'
import type { TransferSource } from './records/transfer-source.ts'
import type { DropFolder } from './work/drop-ways.ts'
import type { AnyJob, AnyQueue } from './work/jobs.ts'
import type { Founding } from './records/founding.ts'
import type { Deliveries } from './outside/deliveries.ts'
import type { AnyOutbox } from './work/outbox.ts'
import type { ScheduledWork } from './work/schedule.ts'

// What an area brings beside its calls: the `parts.ts` of its folder says it, and whoever puts parts of a kind together
// asks for all of them. So nothing central names an area, and the kit knows none.

/** Kinds of parts, and what a part of each says. */
export type Parts = {
  /** What a worker does for a kind of job. */
  job: AnyJob
  /** What a worker does with the entries of a queue. */
  queue: AnyQueue
  /** What is done for the outbox beside sending mails. */
  outbox: AnyOutbox
  /** What is sent to a system outside, with a receipt. */
  deliveries: Deliveries
  /** Work by the calendar. */
  schedule: ScheduledWork
  /** What a worker looks after now and then; answers how to stop it. */
  watch: (services: Services) => () => Promise<void>
  /** What the system diagnosis looks at. */
  check: Check
  /** What goes at which age. */
  retention: Retention
  /** What a new company has of a step to its first order. */
  firstStep: CountsFirstStep
  /** What a new company begins with. */
  founding: Founding
  /** Places that addresses are compared with. */
  places: PlacesOf
  /** Records that keep those of a kind of master data from being deleted. */
  use: UseOf
  /** How a column of a file becomes a custom property of a kind. */
  newProperty: PropertyAdder
  /** What is done with packs that the drug-tracking system has told of. */
  packsSeen: KeepSeen
  /** What is told of one pack. */
  packPassport: TellsOfPack
  /** Where packages of the transfer system are asked for. */
  transferSource: TransferSource
  /** A report, for what is made of it beside its screen. */
  report: ServedReport
  /** Records that the palette finds. */
  finder: Finder
  /** Where mails lead, by their text: an address, or null where it leads nowhere, because its reader need not have an account. */
  mails: Readonly<Record<string, string | null>>
  /** Records of which is explained why somebody sees them or not, and ways to see those of areas below. */
  explained: ExplainedRecord
  explainedWay: { of: RecordKey; way: Omit<ExplainedWay, 'scope'> }
  /** A folder into which other systems put files. */
  dropFolder: DropFolder
  /** Rights that are lent, what waits for who signs in, and what the session says: read with who asks. */
  lending: Lending
  gate: ActorGate
  session: SessionFacts
}
export type PartKind = keyof Parts
export type Part = { [K in PartKind]: { readonly kind: K; readonly says: Parts[K] } }[PartKind]

/** One part of an area. */
export function part<K extends PartKind>(
  kind: K,
  says: Parts[K],
): { readonly kind: K; readonly says: Parts[K] } {
  return { kind, says }
}

let found: readonly Part[] | null = null

/** Keeps what the areas bring: once, before anything is served. */
export function keepParts(parts: readonly Part[]): void {
  found = parts
}

/** The parts of a kind, in the order of areas and of their lists. Throws where nobody has looked for them yet. */
export function partsOf<K extends PartKind>(kind: K): Parts[K][] {
  if (!found) throw new Error(`the parts of the areas were not looked for, and ${kind} is asked for`)
  return found.flatMap((one) => (isOf(kind, one) ? [one.says] : []))
}

const isOf = <K extends PartKind>(
  kind: K,
  one: Part,
): one is Extract<Part, { kind: K }> & { says: Parts[K] } => one.kind === kind
