import type { Language } from '@kervan/contract/kit/values'
import type {
  CompanyRelationType,
  PasswordLimit,
  UserType,
  PriceVisibility,
} from '@kervan/contract/access/words'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database, Tx } from './database/db.ts'
import type { Signals } from './database/signals.ts'
import type { RemoveSignIns } from './database/old-sign-ins.ts'
import type { Files } from './records/files.ts'
import type { Jobs } from './work/jobs.ts'
import type { Outside } from './outside/outside.ts'
import type { Log } from './log.ts'
import type { Secrets } from './secrets.ts'
import type { TemporaryFolders } from './temporary.ts'
import type { AsOwner } from './database/as-owner.ts'
import type { Setup } from './setup-code.ts'

/** The company a request works in, as far as every area needs it. What one area keeps of it are `companySettings`. */
export type CompanyContext = {
  id: number
  code: string
  name: string
  relationType: CompanyRelationType
  timeZone: string
  currency: string
  priceManagement: 'ListPrice' | 'CustomerPrice'
  /** From whom prices are hidden (ORD-020). */
  priceVisibility: PriceVisibility
  isProd: boolean
}

/** A UI filter that is active: the records that it keeps, by their generation (UIF-001). */
export type Narrowing = { type: 'Product' | 'Location'; filterId: string; generation: number }

/** A manager who has named this person deputy: what is lent, and for which orders. */
export type ActsFor = {
  membershipId: string
  name: string
  permissions: ReadonlySet<string>
  /** Orders of these customers only; none means all. */
  customerIds: readonly string[]
  /** Orders up to this net total only. */
  maxAmount: string | null
}

/** Who asks: one person in one company, with what they may do. Read anew for every request. */
export type Actor = {
  membershipId: string
  identityId: string
  name: string
  userName: string
  firstName: string
  lastName: string
  userType: UserType
  company: CompanyContext
  /** The business partner a customer or third-party user belongs to; null for the company's own people. */
  partnerId: string | null
  pointOfSaleId: string | null
  thirdPartyLocationId: string | null
  /** Sees only allocated locations (USR-006). */
  locationScoped: boolean
  /** What the company shows of its locations and products, for everybody; a record has to be in each. */
  narrowedTo: readonly Narrowing[]
  /** The person's own: what may be granted, and what a rule about the person asks. Whether a call is open asks `holds`. */
  permissions: ReadonlySet<string>
  /** What the person holds only in the name of somebody else, for today. */
  lent: ReadonlySet<string>
  /** Whom the person acts for today, within which limits. */
  actsFor: readonly ActsFor[]
  /** Has not said yet whether they want to be a user of this company. */
  invitationPending: boolean
  acknowledgementPending: boolean
  /** Why this session can do nothing but replace the password; null for every other. */
  passwordLimit: PasswordLimit | null
  /** A second factor is required and not set up. */
  secondFactorMissing: boolean
}

/** What lives as long as the process. */
export type Services = {
  config: Config
  log: Log
  clock: Clock
  db: Database
  files: Files
  temporary: TemporaryFolders
  jobs: Jobs
  signals: Signals
  outside: Outside
  removeSignIns: RemoveSignIns
  secrets: Secrets
  /** The way to the first company, for a process that was started while there was none. */
  setup: Setup | null
  /** What only the owner of the database may do: making companies and naming who runs the installation. */
  asOwner: AsOwner
}

/** What every handler is given, whoever calls. */
export type RequestContext = {
  services: Services
  language: Language
  now: Date
  address: string
  agent: string
  /** Names this request in the log and, for a refusal, in the answer. */
  reference: string
}

/** What the handler of a signed-in call is given: all database work of the request happens in `tx`. */
export type SessionContext = RequestContext & {
  actor: Actor
  tx: Tx
  tokenHash: Buffer
  /** Names the sign-in this request belongs to, whatever token it has come to; null for a key and for a device. */
  familyId: string | null
  /** The paired device that has signed this request; null for every other. */
  deviceId: string | null
}
