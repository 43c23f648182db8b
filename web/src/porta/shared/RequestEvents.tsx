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

const looks: Record<string, Look> = {
  'discountRequest.made': { icon: IconFilePlus, tone: 'grey' },
  'discountRequest.imageAdded': { icon: IconPhotoPlus, tone: 'grey' },
  'discountRequest.validated': { icon: IconShieldCheck, tone: 'blue' },
  'discountRequest.approved': { icon: IconCheck, tone: 'green' },
  'discountRequest.rejected': { icon: IconX, tone: 'red' },
  'discountRequest.disputed': { icon: IconMessageExclamation, tone: 'amber' },
  'discountRequest.declined': { icon: IconX, tone: 'red' },
  'discountRequest.cancelled': { icon: IconBan, tone: 'grey' },
  'discountRequest.reported': { icon: IconFileCheck, tone: 'green' },
  'discountRequest.forwarded': { icon: IconSend, tone: 'green' },
}

/** What happened to a request, with the reason where one was given. */
export const RequestEvents = ({ events }: { events: readonly RecordEvent[] }) => (
  <RecordEvents events={events} looks={looks} Why={Why} />
)

function Why({ event: { facts } }: { event: RecordEvent }) {
  const { state } = useWords()
  const said = (['discountRejectReason', 'declineReason', 'validationFlow'] as const).map((group) =>
    typeof facts[group] === 'string' ? state(group, facts[group]) : null,
  )
  const words = [...said, facts['memo'] || null].filter((word) => word !== null)
  return words.length === 0 ? null : <span className="k-quiet"> · {words.join(': ')}</span>
}
