import { part, type Part } from '../kit/parts.ts'
import { noticeDigestWork } from './notice-digest.ts'
import { mailUsernameCode } from './profile/own-username.ts'

export const parts: readonly Part[] = [
  part('schedule', noticeDigestWork),
  part('outbox', { outbox: 'usernameCode', deliver: mailUsernameCode }),
  part('mails', { usernameCode: null }),
]
