import { z } from 'zod'
import { refusal, type FactArguments, type Refusal, type RefusalCode } from './refusals.ts'

/**
 * How a call travels (API-001).
 * - `json`: POST, body and answer are JSON, the session token is the body's `Token`.
 * - `get`: GET with query parameters, public by nature (nobody sends a token in an address).
 * - `download`: POST as `json`, the answer is a file with its Content-Type.
 * - `upload`: multipart POST, fields as `json`, `Token` as a part; files arrive in the part `files`.
 * - `stream`: POST as `json`, the answer is `text/event-stream` of JSON messages of the output schema.
 */
export type CallKind = 'json' | 'get' | 'download' | 'upload' | 'stream'

/** What can wait for a user, in the order in which it is asked for (D20, D24). */
export const gates = ['password', 'invitation', 'acknowledgement', 'secondFactor'] as const
export type Gate = (typeof gates)[number]

/**
 * `permission`: the caller's roles must hold the call's own permission. `session`: any signed-in user. `device`: a paired
 * device that signs the call; both its own rights and its user's roles must hold the call's permission.
 */
export type Access = 'permission' | 'session' | 'device' | 'public'

/**
 * Limits of an upload, asked by the kit before the handler. `types`: MIME types as the first bytes of a file tell them,
 * `workbook` for .xlsx files, which are looked into, or `table` for a workbook or a CSV file.
 */
export type UploadLimits = {
  maxFiles: number
  /** Without a file it is no fault. */
  optional?: boolean
  maxBytes: number
  types: readonly string[] | 'workbook' | 'table'
  /** What a file of another type or an empty one is refused with. */
  refusedAs?: 'FileTypeNotAllowed' | 'FilesInvalid'
  /** Others get the file under the name it came with, so its ending has to be one of its content's type. */
  keepsName?: boolean
  /** One file that cannot be read does not hold up the others: who reads them tells it of each. */
  toldOfEach?: boolean
}

export type CallOptions<I extends z.ZodObject, O extends z.ZodType, R extends RefusalCode> = {
  /** What may be sent. Unknown fields are refused, so use `z.strictObject`. Never lists the token. */
  input: I
  output: O
  /** The refusals of the business rule; those of the portal itself are understood. */
  refusals: readonly R[]
  access?: Access
  /** The operation of the same group whose permission this call asks for, where it is a step of that operation. */
  sharesPermission?: string
  kind?: CallKind
  /** Reads change nothing: no audit is expected and the fuzzer may send them as often as it likes. */
  reads?: boolean
  /** Asked by the screen again and again, without anybody doing anything: it does not count as use of the session. */
  polled?: boolean
  /** Answers also while something waits for the user: whatever it is, or only the one this call helps with (D24). */
  beforeGates?: boolean | Gate
  /**
   * Every write takes a request key, so that a retry or a second click gets the first answer instead of a second effect
   * (D40). `false` where acting twice does no harm and the answer must not be kept.
   */
  requestKey?: false
  /** Fields of the answer that are told once and kept nowhere: a repeated request gets null in their place. */
  tellsOnce?: readonly string[]
  upload?: UploadLimits
  /** Largest JSON body in bytes where the general megabyte is too little. */
  maxBody?: number
}

export type Call<
  N extends string = string,
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodType = z.ZodType,
  R extends RefusalCode = RefusalCode,
> = {
  readonly name: N
  readonly group: string
  readonly operation: string
  readonly path: string
  /** `orderManagement-approvedOrder`, or null where `access` is `session` or `public` (API-007). */
  readonly permission: string | null
  readonly access: Access
  readonly kind: CallKind
  readonly reads: boolean
  readonly polled: boolean
  readonly beforeGates: boolean | Gate
  readonly tellsOnce: readonly string[]
  readonly upload: UploadLimits | null
  readonly maxBody: number
  readonly input: I
  readonly output: O
  readonly refusals: readonly R[]
  /** The refusal of that name; only those the call lists. */
  refuse<C extends R>(code: C, ...facts: FactArguments<C>): Refusal
}

/** A call of another name with the same question and answer, as each side of an order has one. */
export type Twin<C> = C extends Call<string, infer I, infer O> ? Call<string, I, O> : never

export type InputOf<C> = C extends Call<string, infer I, z.ZodType, RefusalCode> ? z.infer<I> : never
export type OutputOf<C> = C extends Call<string, z.ZodObject, infer O, RefusalCode> ? z.infer<O> : never

const megabyte = 1024 * 1024

/** A size in bytes as messages say it, in megabytes. */
export const megabytesOf = (bytes: number): number => Number((bytes / megabyte).toPrecision(2))

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The MIME types of files that an upload takes. */
export function fileTypes({ types }: Pick<UploadLimits, 'types'>): readonly string[] {
  if (types === 'table') return [workbookType, 'text/csv']
  return types === 'workbook' ? [workbookType] : types
}

/** What the kit refuses an upload with. */
function uploadRefusals({ types, optional, refusedAs = 'FileTypeNotAllowed' }: UploadLimits): RefusalCode[] {
  const wrong =
    types === 'workbook' || types === 'table'
      ? ([
          'ExcelNotAWorkbook',
          'ExcelOldFormat',
          'ExcelEncrypted',
          'ExcelDamaged',
          'ExcelTooLarge',
          refusedAs,
        ] as const)
      : [refusedAs]
  return [...(optional ? [] : (['FileMissing'] as const)), 'FileTooLarge', 'TooManyFiles', ...wrong]
}

/** Sent with a write so that a retry or a second click gets the first answer instead of a second effect (D40). */
export const RequestKey = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/)

type Traits = { access?: Access; kind?: CallKind; reads?: boolean; requestKey?: false }
type NoKey = { reads: true } | { access: 'public' } | { kind: 'get' | 'stream' } | { requestKey: false }
/** The input with the key that the kit adds to a write. */
type Keyed<I extends z.ZodObject, T> = T extends NoKey
  ? I
  : I['shape'] extends { requestKey: z.ZodType }
    ? I
    : z.ZodObject<I['shape'] & { requestKey: z.ZodOptional<typeof RequestKey> }, z.core.$strict>

/**
 * Declares one operation of the wire. Everything else is derived from it: route, permission, validation,
 * typed client, OpenAPI page, role editor and the test that tries it as nobody, as a stranger, as another company.
 * Throws when the declaration contradicts itself, so a bad contract does not load.
 */
export function call<
  N extends `${string}/${string}`,
  I extends z.ZodObject,
  O extends z.ZodType,
  const R extends RefusalCode,
  const T extends Traits,
>(name: N, options: CallOptions<I, O, R> & T): Call<N, Keyed<I, T>, O, R> {
  if (!/^[A-Z][A-Za-z]+\/[A-Z][A-Za-z]+$/.test(name))
    throw new Error(`${name}: a call is named Area/Operation`)
  const [group = '', operation = ''] = name.split('/')
  const kind = options.kind ?? 'json'
  const access = options.access ?? 'permission'
  if (kind === 'get' && access !== 'public')
    throw new Error(`${name}: a GET carries no token and must be public`)
  if (access === 'device' && kind !== 'json')
    throw new Error(`${name}: a device signs the bytes of a JSON body`)
  if (kind === 'upload' && !options.upload) throw new Error(`${name}: an upload needs limits`)
  if ('Token' in options.input.shape) throw new Error(`${name}: the token is not part of the input`)
  const writes = !(options.reads ?? kind === 'get') && access !== 'public' && kind !== 'stream'
  const isKeyed = writes && options.requestKey !== false && !('requestKey' in options.input.shape)
  const input = isKeyed ? options.input.extend({ requestKey: RequestKey.optional() }) : options.input
  return {
    name,
    group,
    operation,
    path: `/api/${name}`,
    permission:
      access === 'permission' || access === 'device'
        ? permissionOf(group, options.sharesPermission ?? operation)
        : null,
    access,
    kind,
    reads: options.reads ?? kind === 'get',
    polled: options.polled ?? false,
    beforeGates: options.beforeGates ?? access === 'public',
    tellsOnce: options.tellsOnce ?? [],
    upload: options.upload ?? null,
    maxBody: options.maxBody ?? megabyte,
    input: input as Keyed<I, T>,
    output: options.output,
    refusals: options.upload
      ? [...options.refusals, ...(uploadRefusals(options.upload) as R[])]
      : options.refusals,
    refuse: (code, ...facts) => refusal(code, ...facts),
  }
}

/** `OrderManagement`, `ApprovedOrder` → `orderManagement-approvedOrder`, the specification's way to write it. */
export function permissionOf(group: string, operation: string): string {
  return `${lowerFirst(group)}-${lowerFirst(operation)}`
}

/** Back again: which call asks for this permission. */
export function callNameOf(permission: string): string {
  return permission
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('/')
}

function lowerFirst(word: string): string {
  return word.slice(0, 1).toLowerCase() + word.slice(1)
}

/** The shape of every answer other than 200 (API-008, architecture section 4). */
export const ErrorAnswer = z.strictObject({
  Message: z.string(),
  /** The catalogue's code, the same at every answer of its kind. */
  ErrorCode: z.string(),
  /** Under this the server's log knows the answer. */
  Reference: z.string().optional(),
  Timestamp: z.iso.datetime({ offset: true }),
  Facts: z.record(z.string(), z.unknown()).optional(),
})
export type ErrorAnswer = z.infer<typeof ErrorAnswer>

/** The input of a call that takes nothing. */
export const Nothing = z.strictObject({})
/** The answer of a call whose success is the whole news. */
export const Done = z.strictObject({ done: z.literal(true) })
/** The answer of a `download`; the body is the file itself. */
export const Binary = z.file()
/** As `Binary`, where having no file is no fault: the answer is then 204, which a browser does not report as failed. */
export const BinaryOrNone = z.file().nullable()

/** The next one still has room in its column. */
export const highestVersion = 2_147_483_646
/** The record's version the user looked at; a stale one is refused with 409. */
export const Version = z.int().min(1).max(highestVersion)
export const Uuid = z.uuid()
