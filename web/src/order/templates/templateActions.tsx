import {
  copyOrderTemplate,
  deleteOrderTemplates,
  orderFromTemplate,
  saveOrderTemplate,
} from '@kervan/contract/order/order-templates'
import { IconCopy, IconPencil, IconShoppingCartPlus, IconTrash } from '@tabler/icons-react'
import { useRecordActions, type RecordAction } from '../../kit/record/recordActions.tsx'
import { CopyTemplate } from './CopyTemplate.tsx'
import { EditTemplate } from './EditTemplate.tsx'
import { OrderFromTemplate } from './OrderFromTemplate.tsx'

/** What an action knows of a template, in the list and in its record. */
export type ActedTemplate = {
  id: string
  version: number
  templateName: string
  actions: { [act: string]: string | null | undefined }
}

const actions: readonly RecordAction<ActedTemplate>[] = [
  {
    key: 'order',
    label: 'order.template.order',
    icon: IconShoppingCartPlus,
    hotkey: 'o',
    tone: 'primary',
    call: orderFromTemplate,
    Dialog: OrderFromTemplate,
  },
  {
    key: 'edit',
    label: 'order.template.edit',
    icon: IconPencil,
    hotkey: 'e',
    call: saveOrderTemplate,
    Dialog: EditTemplate,
  },
  {
    key: 'copy',
    label: 'order.template.copy',
    icon: IconCopy,
    call: copyOrderTemplate,
    Dialog: CopyTemplate,
  },
  {
    key: 'remove',
    label: 'order.template.remove.asking',
    icon: IconTrash,
    hotkey: 'x',
    tone: 'danger',
    call: deleteOrderTemplates,
    bulk: { words: 'order.template.remove' },
  },
]

export const useTemplateActions = () =>
  useRecordActions<ActedTemplate>(actions, {
    nouns: 'order.template.count',
    refreshes: ['OrderTemplate'],
    nameOf: ({ templateName }) => templateName,
  })
