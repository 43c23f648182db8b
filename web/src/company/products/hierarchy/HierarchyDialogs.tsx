import { moveProducts, productGroupKind } from '@kervan/contract/company/product-tree'
import { z } from 'zod'
import { callServer } from '../../../kit/call/client.ts'
import { useCall } from '../../../kit/call/useCall.ts'
import { toast } from '../../../kit/feedback/toasts.tsx'
import { SelectField } from '../../../kit/form/fields.tsx'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { TextField } from '../../../kit/form/TextField.tsx'
import { tPlural, useWords } from '../../../kit/i18n/words.ts'
import { useFormats } from '../../../kit/values/format.ts'
import { withBelow, type TreeItem } from './tree.ts'

// What is done with a node: one added below, it or its products moved. Each says beforehand how many products go along.

const refreshes = ['Product', 'OrderNew']
const saved = (waits: boolean, done: string, waiting: string) => toast('success', waits ? waiting : done)

/** The nodes to choose among, each with the names above it. */
function choices(whole: readonly TreeItem[], without: ReadonlySet<string>) {
  const byId = new Map(whole.map((item) => [item.id, item]))
  const path = (item: TreeItem): string => {
    const above = item.parentId === null ? undefined : byId.get(item.parentId)
    return above ? `${path(above)} › ${item.name}` : item.name
  }
  return whole.filter(({ id }) => !without.has(id)).map((item) => ({ value: item.id, label: path(item) }))
}

const Added = productGroupKind.values.pick({ code: true, name: true })

export function AddNode({ below, onClose }: { below: TreeItem; onClose: () => void }) {
  const { t, column } = useWords()
  const save = useCall(productGroupKind.save, { refreshes })
  return (
    <FormDialog
      title={t('company.hierarchy.addTitle', { name: below.name })}
      action={t('company.hierarchy.addAction')}
      schema={Added}
      start={{ code: '', name: '' }}
      onSubmit={async (values) => {
        const answer = await save.attempt({
          id: null,
          version: null,
          values: {
            ...values,
            parent: below.code,
            orderIndex: 0,
            nameEnglish: null,
            nameTurkish: null,
            nameGerman: null,
          },
          confirmed: false,
        })
        if (answer) saved(answer.waits, t('company.hierarchy.added'), t('company.hierarchy.waits'))
      }}
      onClose={onClose}
    >
      <TextField name="code" label={column('code')} maxLength={64} autoComplete="off" />
      <TextField name="name" label={column('name')} maxLength={120} autoComplete="off" />
    </FormDialog>
  )
}

const Parent = z.strictObject({ parent: z.string().nullable() })

export function MoveNode({
  node,
  whole,
  onClose,
}: {
  node: TreeItem
  whole: readonly TreeItem[]
  onClose: () => void
}) {
  const { t, column } = useWords()
  const format = useFormats()
  const save = useCall(productGroupKind.save, { refreshes })
  const without = new Set(withBelow(node).map(({ id }) => id))
  return (
    <FormDialog
      title={t('company.hierarchy.moveTitle', { name: node.name })}
      text={tPlural(t, 'company.hierarchy.moveText', node.all, format.number(node.all))}
      action={t('company.hierarchy.action')}
      schema={Parent}
      start={{ parent: node.parentId }}
      paths={{ 'values.parent': 'parent' }}
      onSubmit={async ({ parent }) => {
        const { version, values } = await callServer(productGroupKind.get, { id: node.id })
        const code = whole.find(({ id }) => id === parent)?.code ?? null
        const answer = await save.attempt({
          id: node.id,
          version,
          values: { ...values, parent: code },
          confirmed: false,
        })
        if (answer) saved(answer.waits, t('company.hierarchy.moved'), t('company.hierarchy.waits'))
      }}
      onClose={onClose}
    >
      <SelectField
        name="parent"
        label={column('parent')}
        optional
        placeholder={t('company.hierarchy.top')}
        data={choices(whole, without)}
      />
    </FormDialog>
  )
}

const Target = z.strictObject({ toId: z.uuid() })

export function MoveProducts({
  from,
  count,
  whole,
  onClose,
}: {
  from: TreeItem | null
  count: number
  whole: readonly TreeItem[]
  onClose: () => void
}) {
  const { t } = useWords()
  const format = useFormats()
  const move = useCall(moveProducts, { refreshes })
  const name = from?.name ?? t('company.hierarchy.outside')
  return (
    <FormDialog
      title={t('company.hierarchy.productsTitle', { name })}
      text={tPlural(t, 'company.hierarchy.productsText', count, format.number(count))}
      action={t('company.hierarchy.action')}
      schema={Target}
      start={{ toId: '' }}
      onSubmit={async ({ toId }) => {
        const answer = await move.attempt({ fromId: from?.id ?? null, toId })
        if (!answer) return
        const done = tPlural(t, 'company.hierarchy.movedProducts', answer.moved, format.number(answer.moved))
        saved(answer.waits, done, t('company.hierarchy.waits'))
      }}
      onClose={onClose}
    >
      <SelectField
        name="toId"
        label={t('company.hierarchy.target')}
        data={choices(whole, new Set(from ? [from.id] : []))}
      />
    </FormDialog>
  )
}
