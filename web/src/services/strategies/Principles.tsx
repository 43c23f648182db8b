import type { Principle } from '@kervan/contract/services/principles'
import type { PrincipleType } from '@kervan/contract/services/words'
import type { StrategyRecord } from '@kervan/contract/services/strategies'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useWords } from '../../kit/i18n/words.ts'
import css from '../services.module.css'
import { PrincipleDialog } from './PrincipleDialog.tsx'
import { PrincipleItem } from './PrincipleItem.tsx'

/** The principles of a strategy that a tab shows, with the form of a new one. */
export function Principles({
  found,
  principles,
  type,
}: {
  found: StrategyRecord
  principles: Principle[]
  /** Of what type a new one is at first. */
  type: PrincipleType
}) {
  const { t } = useWords()
  const [editing, setEditing] = useState<Principle | 'new' | null>(null)
  const blocked = found.actions.addPrinciple
  return (
    <>
      {blocked !== undefined && (
        <div className={css.bar}>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={blocked !== null}
            title={blocked ?? undefined}
            onClick={() => setEditing('new')}
          >
            {t('services.principle.add')}
          </Button>
        </div>
      )}
      {principles.length === 0 && <p className="k-quiet">{t('services.principle.none')}</p>}
      <ul className={css.principles}>
        {principles.map((one) => (
          <PrincipleItem key={one.id} found={found} principle={one} onEdit={() => setEditing(one)} />
        ))}
      </ul>
      {editing !== null && (
        <PrincipleDialog
          strategyId={found.id}
          principle={editing === 'new' ? null : editing}
          type={type}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  )
}
