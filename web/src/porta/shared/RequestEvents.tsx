import { recordTypeOf } from '@kervan/contract/porta/words'
import type { RecordEvent } from '@kervan/contract/kit/record-event'
import {
  IconBan,
  IconCheck,
  IconFilePlus,
  IconFileCheck,
  IconMessageExclamation,
  IconPhotoPlus,
  IconSend,
  IconShieldCheck,
  IconX,
} from '@tabler/icons-react'
import { useWords } from '../../kit/i18n/words.ts'
import { RecordEvents } from '../../kit/record/RecordEvents.tsx'
import type { Look } from '../../kit/values/looks.ts'

const acts: Record<string, Look> = {
  made: { icon: IconFilePlus, tone: 'grey' },
  imageAdded: { icon: IconPhotoPlus, tone: 'grey' },
  validated: { icon: IconShieldCheck, tone: 'blue' },
  approved: { icon: IconCheck, tone: 'green' },
  rejected: { icon: IconX, tone: 'red' },
  disputed: { icon: IconMessageExclamation, tone: 'amber' },
  declined: { icon: IconX, tone: 'red' },
  cancelled: { icon: IconBan, tone: 'grey' },
  reported: { icon: IconFileCheck, tone: 'green' },
  forwarded: { icon: IconSend, tone: 'green' },
}

/** The acts of both kinds of requests look alike. */
const looks: Record<string, Look> = Object.fromEntries(
  Object.values(recordTypeOf).flatMap((type) =>
    Object.entries(acts).map(([act, look]) => [`${type}.${act}`, look]),
  ),
)

/** What happened to a request, with the reason where one was given. */
export const RequestEvents = ({ events }: { events: readonly RecordEvent[] }) => (
  <RecordEvents events={events} looks={looks} Why={Why} />
)

function Why({ event: { facts } }: { event: RecordEvent }) {
  const { state } = useWords()
  const said = (
    ['discountRejectReason', 'priceChangeReason', 'declineReason', 'validationFlow'] as const
  ).map((group) => (typeof facts[group] === 'string' ? state(group, facts[group]) : null))
  const words = [...said, facts['memo'] || null].filter((word) => word !== null)
  return words.length === 0 ? null : <span className="k-quiet"> · {words.join(': ')}</span>
}
