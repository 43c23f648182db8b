import {
  deletePoolPrinciple,
  removePrinciple,
  type poolPrinciples,
} from '@kervan/contract/services/principles'
import type { RowOf } from '@kervan/contract/kit/page'
import { IconTrash } from '@tabler/icons-react'
import { useCall } from '../../kit/call/useCall.ts'
import { ask, confirm } from '../../kit/feedback/dialogs.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import type { GridAction } from '../../kit/grid/types.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { refreshes } from './PrincipleItem.tsx'

type Row = RowOf<typeof poolPrinciples>

/**
 * How a principle of the pool is deleted (SVC-004): where strategies use it, somebody is asked whether for all of them; on a
 * strategy that uses it (`from`) also whether for this one only.
 */
export function usePoolDeletion(): (row: Row, from?: string | null) => GridAction[] {
  const { t } = useWords()
  const remove = useCall(deletePoolPrinciple, {
    refreshes,
    onDone: () => toast('success', t('services.principle.poolDelete.done')),
  })
  const takeOff = useCall(removePrinciple, { refreshes })
  const askFor = async ({ id, version, principleName, strategyCount }: Row, from: string | null) => {
    const title = t('services.principle.poolDelete.title', { name: principleName })
    const deletion = { principleId: id, version }
    if (strategyCount === 0) {
      const action = t('services.principle.poolDelete.action')
      const text = t('services.principle.poolDelete.text')
      if (await confirm({ title, text, action, danger: true })) await remove.run({ ...deletion, scope: null })
      return
    }
    const scope = await ask({
      title: t('services.principle.shared.title'),
      text: title,
      buttons: [
        { key: 'keep', label: t('kit.action.cancel'), tone: 'default' },
        ...(from === null
          ? []
          : [
              {
                key: 'ThisOnly',
                label: t('services.principle.poolDelete.this'),
                tone: 'default',
              } as const,
            ]),
        { key: 'All', label: t('services.principle.poolDelete.all'), tone: 'danger' },
      ],
    })
    if (scope === 'All') await remove.run({ ...deletion, scope })
    if (scope === 'ThisOnly' && from !== null) await takeOff.run({ strategyId: from, principleId: id })
  }
  return (row, from = null) =>
    row.actions.delete === undefined
      ? []
      : [
          {
            key: 'delete',
            label: t('services.principle.poolDelete.action'),
            icon: IconTrash,
            tone: 'danger',
            blocked: row.actions.delete,
            run: () => void askFor(row, from),
          },
        ]
}
