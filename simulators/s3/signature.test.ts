import { describe, expect, it } from 'vitest'
import { faultOfSignature, type SignedRequest } from './signature.ts'

// The example that Amazon prints in the reference of S3, "Authenticating Requests: Using the Authorization Header".

const access = {
  key: 'AKIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const now = new Date('2013-05-24T00:05:00Z')
const request: SignedRequest = {
  method: 'GET',
  url: '/test.txt',
  headers: {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-amz-date': '20130524T000000Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
}

describe('[DAT-002] the simulator of a store', () => {
  it("takes the signature of Amazon's own example", () => {
    expect(faultOfSignature(request, access, now)).toBeNull()
  })

  it.each([
    ['another path', { ...request, url: '/other.txt' }, access, now, 'SignatureDoesNotMatch'],
    ['another method', { ...request, method: 'DELETE' }, access, now, 'SignatureDoesNotMatch'],
    ['another secret', request, { ...access, secret: 'guessed' }, now, 'SignatureDoesNotMatch'],
    ['another key', request, { ...access, key: 'AKIAOTHER' }, now, 'InvalidAccessKeyId'],
    ['another region', request, { ...access, region: 'eu-1' }, now, 'AuthorizationHeaderMalformed'],
    ['another time', request, access, new Date('2013-05-24T01:00:00Z'), 'RequestTimeTooSkewed'],
    ['no signature', { ...request, headers: {} }, access, now, 'AccessDenied'],
  ])('refuses %s', (_, sent, known, at, fault) => {
    expect(faultOfSignature(sent, known, at)).toBe(fault)
  })
})
