import {
  activateStrategy,
  deactivateStrategy,
  deleteStrategy,
  deriveStrategy,
  revertStrategy,
} from '@kervan/contract/services/strategies'
import type { Offered } from '@kervan/contract/kit/actions'
import { IconBan, IconCopyPlus, IconHistory, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { z } from 'zod'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { useRecordActions, type RecordAction } from '../../kit/record/recordActions.tsx'

export type ActedStrategy = { id: string; strategyName: string; strategyCode: string; actions: Offered }

const ofStrategy = ({ id }: ActedStrategy) => ({ strategyId: id })

const actions: readonly RecordAction<ActedStrategy>[] = [
  {
    key: 'activate',
    label: 'services.strategy.activate.action',
    icon: IconPlayerPlay,
    tone: 'primary',
    hotkey: 'a',
    call: activateStrategy,
    ask: { words: 'services.strategy.activate', input: ofStrategy },
  },
  {
    key: 'derive',
    label: 'services.strategy.derive.action',
    icon: IconCopyPlus,
    call: deriveStrategy,
    Dialog: Derive,
  },
  {
    key: 'revert',
    label: 'services.strategy.revert.action',
    icon: IconHistory,
    call: revertStrategy,
    ask: { words: 'services.strategy.revert', input: ofStrategy },
  },
  {
    key: 'deactivate',
    label: 'services.strategy.deactivate.action',
    icon: IconBan,
    call: deactivateStrategy,
    ask: { words: 'services.strategy.deactivate', input: ofStrategy },
  },
  {
    key: 'delete',
    label: 'services.strategy.delete.action',
    icon: IconTrash,
    tone: 'danger',
    call: deleteStrategy,
    ask: { words: 'services.strategy.delete', input: ofStrategy, danger: true },
  },
]

/** What can be done with strategies, in the list and in the record. */
export const useStrategyActions = () =>
  useRecordActions<ActedStrategy>(actions, {
    nouns: 'services.strategy.count',
    refreshes: ['ServiceStrategy'],
    nameOf: ({ strategyName }) => strategyName,
  })

const schema = z.object({ strategyName: z.string().trim().min(1, 'services.strategy.nameNeeded').max(120) })

function Derive({ record, onClose }: { record: ActedStrategy; onClose: () => void }) {
  const { t, column } = useWords()
  const derive = useCall(deriveStrategy, { refreshes: ['ServiceStrategy'] })
  return (
    <FormDialog
      title={t('services.strategy.derive.title', { name: record.strategyName })}
      text={t('services.strategy.derive.text')}
      action={t('services.strategy.derive.action')}
      schema={schema}
      start={{ strategyName: t('services.strategy.derive.start', { name: record.strategyName }) }}
      onSubmit={async (values) => {
        if (await derive.attempt({ strategyId: record.id, ...values }))
          toast('success', t('services.strategy.derive.done', { name: values.strategyName }))
      }}
      onClose={onClose}
    >
      <TextField name="strategyName" label={column('strategyName')} />
    </FormDialog>
  )
}
