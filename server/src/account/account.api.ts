// What other areas may ask of the account.
export { noticeDigestWork } from './notice-digest.ts'
