import { endDeputy, getDeputies, nameDeputy, type Deputy } from '@kervan/contract/order/deputies'
import { Button } from '@mantine/core'
import { IconUserShare } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '../../kit/call/query.ts'
import { useRights } from '../../kit/call/rights.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { confirm } from '../../kit/feedback/dialogs.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { PageFrame, Section } from '../../kit/page/PageFrame.tsx'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import css from './deputies.module.css'
import { NameDeputy } from './NameDeputy.tsx'
import { useDeputyWords } from './useDeputyWords.ts'

/** Who decides on orders in one's name, and in whose name one decides (ORD-010). */
export default function Deputies() {
  const { t } = useWords()
  const asked = useRead(getDeputies, {})
  const [isNaming, setNaming] = useState(false)
  const mayName = useRights().has(nameDeputy.permission ?? '')
  return (
    <PageFrame
      title={t('order.deputy.title')}
      layout="form"
      actions={
        mayName && (
          <Button leftSection={<IconUserShare size={16} aria-hidden />} onClick={() => setNaming(true)}>
            {t('order.deputy.name')}
          </Button>
        )
      }
    >
      <p className="k-quiet">{t('order.deputy.hint')}</p>
      {asked.data ? (
        <>
          <Section title={t('order.deputy.mine')}>
            <List of={asked.data.mine} none={t('order.deputy.none')} mine />
          </Section>
          <Section title={t('order.deputy.ofOthers')}>
            <List of={asked.data.ofOthers} none={t('order.deputy.noneOfOthers')} />
          </Section>
        </>
      ) : (
        <ReadState asked={asked} />
      )}
      {isNaming && <NameDeputy onClose={() => setNaming(false)} />}
    </PageFrame>
  )
}

function List({ of, none, mine = false }: { of: readonly Deputy[]; none: string; mine?: boolean }) {
  if (of.length === 0) return <p className="k-quiet">{none}</p>
  return (
    <ul className={css.list}>
      {of.map((one) => (
        <Line key={one.id} deputy={one} mine={mine} />
      ))}
    </ul>
  )
}

function Line({ deputy, mine }: { deputy: Deputy; mine: boolean }) {
  const { t } = useWords()
  const format = useFormats()
  const words = useDeputyWords()
  const mayEnd = useRights().has(endDeputy.permission ?? '') && mine && deputy.state !== 'Ended'
  const name = mine ? deputy.deputy : deputy.by
  const end = useCall(endDeputy, {
    refreshes: ['OrderManagement'],
    onDone: () => toast('success', t('order.deputy.ended', { name })),
  })
  const ask = async () => {
    const sure = await confirm({
      title: t('order.deputy.endTitle', { name }),
      text: t('order.deputy.endText', { name }),
      action: t('order.deputy.end'),
      danger: true,
    })
    if (sure) await end.run({ deputyId: deputy.id })
  }
  return (
    <li className={css.line}>
      <div>
        <div className={css.name}>
          {name} <StateBadge group="deputy" value={deputy.state} />
        </div>
        <div className={css.facts}>
          <span>{`${format.date(deputy.startsOn)} – ${format.date(deputy.endsOn)}`}</span>
          <span>{words.customers(deputy)}</span>
          <span>{words.limit(deputy)}</span>
          {deputy.note && <span>{deputy.note}</span>}
        </div>
      </div>
      {mayEnd && (
        <Button variant="default" loading={end.isPending} onClick={() => void ask()}>
          {t('order.deputy.end')}
        </Button>
      )}
    </li>
  )
}
