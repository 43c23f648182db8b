import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconCircleCheck,
  IconClock,
  IconHourglass,
  IconLoader,
  IconPencil,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'

// What a state can look like. Revised and Processing share blue and are told apart by their icons.

/** `plain` is the word alone: what most records are, and what asks for nothing. Only exceptions have a colour. */
export type Tone = 'plain' | 'grey' | 'blue' | 'amber' | 'green' | 'red'
export type Look = { tone: Tone; icon: TablerIcon }
/** Looks of states, by the group of their words and by state: an area's are in the `states.ts` of its folder. */
export type StateLooks = Record<string, Record<string, Look>>

export const pending: Look = { tone: 'grey', icon: IconClock }
export const working: Look = { tone: 'blue', icon: IconLoader }
export const revised: Look = { tone: 'blue', icon: IconPencil }
export const external: Look = { tone: 'amber', icon: IconHourglass }
export const normal: Look = { tone: 'plain', icon: IconCheck }
export const good: Look = { tone: 'green', icon: IconCheck }
export const finished: Look = { tone: 'green', icon: IconCircleCheck }
export const bad: Look = { tone: 'red', icon: IconX }
export const cancelled: Look = { tone: 'grey', icon: IconBan }
export const late: Look = { tone: 'amber', icon: IconAlertTriangle }
