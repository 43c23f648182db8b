import {
  addPoolPrinciple,
  deletePoolPrinciple,
  poolPrinciples,
  removePrinciple,
} from '@kervan/contract/services/principles'
import type { RowOf } from '@kervan/contract/kit/page'
import type { StrategyRecord } from '@kervan/contract/services/strategies'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useCall } from '../../kit/call/useCall.ts'
import { ask, confirm } from '../../kit/feedback/dialogs.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { refreshes } from './PrincipleItem.tsx'

/** Principles of the pool, to be taken over by the strategy. */
export function PoolTab({ found }: { found: StrategyRecord }) {
  const { t } = useWords()
  const add = useCall(addPoolPrinciple, {
    refreshes,
    onDone: () => toast('success', t('services.principle.taken')),
  })
  const remove = useCall(deletePoolPrinciple, {
    refreshes,
    onDone: () => toast('success', t('services.principle.poolDelete.done')),
  })
  const takeOff = useCall(removePrinciple, { refreshes })
  const own = new Set(found.principles.map(({ id }) => id))
  /** Asks once; where strategies use it, for all of them or for this one only. */
  const askDeletion = async ({ id, version, principleName, strategyCount }: RowOf<typeof poolPrinciples>) => {
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
        ...(own.has(id) ? [{ key: 'ThisOnly', label: t('services.principle.poolDelete.this') }] : []),
        { key: 'All', label: t('services.principle.poolDelete.all'), tone: 'danger' as const },
      ],
    })
    if (scope === 'All') await remove.run({ ...deletion, scope })
    if (scope === 'ThisOnly') await takeOff.run({ strategyId: found.id, principleId: id })
  }
  const blocked = found.actions.addPrinciple
  return (
    <DataGrid
      list={poolPrinciples}
      label={t('screen.poolPrinciples.title')}
      nouns="services.principle.count"
      state="own"
      columns={{
        principleCode: { width: 110 },
        principleName: { width: 180 },
        principleSays: { width: 300 },
        principleState: { width: 150, badge: true },
        strategyCount: { hidden: true },
        authorName: { hidden: true },
        startDate: { hidden: true },
        endDate: { hidden: true },
      }}
      rowActions={(row) => [
        ...(blocked === undefined
          ? []
          : [
              {
                key: 'take',
                label: t('services.principle.take'),
                icon: IconPlus,
                blocked: own.has(row.id) ? t('services.principle.there') : blocked,
                run: () => void add.run({ strategyId: found.id, principleId: row.id }),
              },
            ]),
        ...(row.actions.delete === undefined
          ? []
          : [
              {
                key: 'delete',
                label: t('services.principle.poolDelete.action'),
                icon: IconTrash,
                blocked: row.actions.delete,
                run: () => void askDeletion(row),
              },
            ]),
      ]}
      empty={{ title: t('refusal.NoPrincipleOnPool'), text: t('services.principle.poolText') }}
    />
  )
}
