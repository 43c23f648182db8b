import { mergeMessages, type MessageTree } from '@kervan/contract/kit/merge-messages'

const areas = import.meta.glob<MessageTree>('../../../../contract/src/messages/en/*.json', {
  eager: true,
  import: 'default',
})

export const bundled = mergeMessages(Object.values(areas))
