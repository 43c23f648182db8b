import { getActsFor } from '@kervan/contract/order/deputies'
import { IconUserShare } from '@tabler/icons-react'
import { useRead } from '../../kit/call/query.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import css from './deputies.module.css'
import { useDeputyWords } from './useDeputyWords.ts'

/** Says above the orders in whose name the reader decides, until when and within which limits. */
export function ActingFor() {
  const { t } = useWords()
  const format = useFormats()
  const words = useDeputyWords()
  const actsFor = useRead(getActsFor, {}, { staleTime: 60_000 }).data?.actsFor ?? []
  if (actsFor.length === 0) return null
  return (
    <output className={css.acting}>
      <IconUserShare size={16} aria-hidden />
      <span>
        {actsFor.map((one) => (
          <span key={one.id} className={css.sentence}>
            {t('order.deputy.actingFor', {
              name: one.by,
              date: format.date(one.endsOn),
              customers: words.customers(one),
              limit: words.limit(one),
            })}
          </span>
        ))}
      </span>
    </output>
  )
}
