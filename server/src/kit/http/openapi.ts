import { z } from 'zod'
import { type Call, ErrorAnswer } from '@kervan/contract/kit/call'
import { deviceHeaders } from '@kervan/contract/kit/device'
import { refusalCatalogue } from '@kervan/contract/kit/refusal-catalogue'
import { calls } from '@kervan/contract/registry'
import { appVersion } from '../version.ts'

type Json = Record<string, unknown>

/** The contract as OpenAPI 3.1 (API-009), made from the same declarations that the server answers from. */
export function openApiDocument(): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kervan',
      version: appVersion,
      description:
        'Every call of the portal. Sign in with Authentication/Login; send the Token it answers in the body of each further call. ' +
        'Answers other than 200 carry Message (in the language of Accept-Language), ErrorCode, Reference (under which the server’s log knows the answer), Timestamp and Facts.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(calls.map((call) => call.group))].toSorted().map((name) => ({ name })),
    paths: Object.fromEntries(
      calls
        .toSorted((a, b) => (a.name < b.name ? -1 : 1))
        .map((call) => [call.path, { [call.kind === 'get' ? 'get' : 'post']: operation(call) }]),
    ),
    components: { schemas: { Error: schema(ErrorAnswer, 'output') } },
  }
}

/** What a paired device sends beside the body. */
const signedHeaders = Object.entries({
  device: 'The name that pairing answered with.',
  time: 'Milliseconds since 1970.',
  nonce: '16 to 64 letters, digits, dashes and underscores, others for every call.',
  signature: 'Ed25519, in base64url.',
} satisfies Record<keyof typeof deviceHeaders, string>).map(([key, description]) => ({
  name: deviceHeaders[key as keyof typeof deviceHeaders],
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}))

function operation(call: Call): Json {
  const access =
    call.access === 'permission'
      ? `Needs the permission \`${call.permission}\`.`
      : call.access === 'device'
        ? `Needs the signature of a paired device with the permission \`${call.permission}\` (docs/kit/devices.md).`
        : call.access === 'session'
          ? 'Needs a session.'
          : 'Open to everybody.'
  return {
    operationId: call.name.replace('/', '_'),
    tags: [call.group],
    summary: call.operation.replace(/([a-z])([A-Z])/g, '$1 $2'),
    description: `${access}${call.refusals.length > 0 ? ` Refusals: ${call.refusals.join(', ')}.` : ''}`,
    ...(call.access === 'device' && { parameters: signedHeaders }),
    ...(call.kind !== 'get' && { requestBody: { required: true, content: requestContent(call) } }),
    responses: {
      200: answer(call),
      ...(call.kind === 'download' &&
        call.output.safeParse(null).success && { 204: { description: 'There is no file.' } }),
      ...errors(call),
    },
  }
}

function requestContent(call: Call): Json {
  const input = schema(call.input, 'input') as { properties?: Json; required?: string[] }
  const hasToken = call.access !== 'public' && call.access !== 'device'
  const token = !hasToken ? {} : { Token: { type: 'string', description: 'The session token.' } }
  const files = call.upload
    ? {
        files: {
          type: 'array',
          maxItems: call.upload.maxFiles,
          items: { type: 'string', contentMediaType: 'application/octet-stream' },
        },
      }
    : {}
  const required = [...(hasToken ? ['Token'] : []), ...(input.required ?? [])]
  const body = { ...input, properties: { ...token, ...input.properties, ...files }, required }
  return { [call.upload ? 'multipart/form-data' : 'application/json']: { schema: body } }
}

function answer(call: Call): Json {
  if (call.kind === 'download')
    return {
      description: 'The file.',
      content: {
        'application/octet-stream': {
          schema: { type: 'string', contentMediaType: 'application/octet-stream' },
        },
      },
    }
  const type = call.kind === 'stream' ? 'text/event-stream' : 'application/json'
  return { description: 'Done.', content: { [type]: { schema: schema(call.output, 'output') } } }
}

function errors(call: Call): Json {
  const common =
    call.access === 'public'
      ? (['InvalidInput'] as const)
      : call.access === 'device'
        ? ([
            'DeviceNotPaired',
            'DeviceClockOff',
            'DeviceRequestRepeated',
            'PermissionMissing',
            'InvalidInput',
          ] as const)
        : (['SessionExpired', 'PermissionMissing', 'InvalidInput'] as const)
  const byStatus = new Map<number, string[]>()
  for (const code of [...common, ...call.refusals]) {
    const { status } = refusalCatalogue[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [status, { description: codes.join(', '), content }]),
  )
}

function schema(type: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(type, { io, unrepresentable: 'any' }) as Json
  return json
}
