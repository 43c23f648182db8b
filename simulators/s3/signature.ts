import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

// Checks signatures of AWS version 4 as a store does. Written apart from the portal's own, so that both cannot share a fault.

export type Access = { key: string; secret: string; region: string }

export type SignedRequest = {
  method: string
  /** Path and query as they came. */
  url: string
  headers: Readonly<Record<string, string | undefined>>
}

const form =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/
const needed = ['host', 'x-amz-content-sha256', 'x-amz-date']
const clockSkewMs = 15 * 60_000

/** The error code of S3 for a request that may not pass; null for one that is signed as it should be. */
export function faultOfSignature(request: SignedRequest, access: Access, now: Date): string | null {
  const [, key, day, region, names, signature] = form.exec(request.headers['authorization'] ?? '') ?? []
  if (!key || !day || !region || !names || !signature) return 'AccessDenied'
  if (key !== access.key) return 'InvalidAccessKeyId'
  if (region !== access.region) return 'AuthorizationHeaderMalformed'
  const moment = request.headers['x-amz-date'] ?? ''
  const signedAt = Date.parse(
    moment.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  )
  if (!moment.startsWith(day) || !(Math.abs(now.getTime() - signedAt) <= clockSkewMs))
    return 'RequestTimeTooSkewed'
  const signed = names.split(';')
  if (!needed.every((name) => signed.includes(name))) return 'AccessDenied'
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', moment, scope, sha256(canonical(request, signed))].join('\n')
  const signing = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (by, word) => hmac(by, word),
    `AWS4${access.secret}`,
  )
  const right = hmac(signing, text)
  return timingSafeEqual(right, Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch'
}

function canonical({ method, url, headers }: SignedRequest, signed: readonly string[]): string {
  const [path = '', query = ''] = url.split('?')
  const pairs = query === '' ? [] : query.split('&').map((pair) => (pair.includes('=') ? pair : `${pair}=`))
  return [
    method,
    path,
    pairs.toSorted().join('&'),
    ...signed.map((name) => `${name}:${(headers[name] ?? '').trim().replaceAll(/ +/g, ' ')}`),
    '',
    signed.join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n')
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
