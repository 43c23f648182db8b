import { mergeMessages, type MessageTree } from '@kervan/contract/kit/merge-messages'
import { i18n } from './i18n.ts'

const areas = import.meta.glob<MessageTree>('../../../../contract/src/messages/en/*.json', {
  eager: true,
  import: 'default',
})

export function addScreenWords(): void {
  i18n.addResourceBundle('en', 'translation', mergeMessages(Object.values(areas)), true, false)
}
