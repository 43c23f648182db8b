import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useWords } from '../../kit/i18n/words.ts'
import type { NewOrderStep } from './search.ts'
import css from './frame.module.css'

type Shown = 'products' | 'variants' | 'import' | 'review'

/** Where in the order one is; every step is an address and may be entered in any order (ORD-001). */
export function Steps({
  step,
  product,
  filled,
}: {
  step: NewOrderStep
  product: string | undefined
  filled: boolean
}) {
  const { t } = useWords()
  const at: Shown = step === 'products' && product ? 'variants' : step
  const steps: { key: Shown; label: string; done: boolean; search: object | null }[] = [
    {
      key: 'products',
      label: t('order.new.stepProducts'),
      done: filled || product !== undefined,
      search: { step: 'products', product: undefined },
    },
    {
      key: 'variants',
      label: t('order.new.stepVariants'),
      done: filled,
      search: product ? { step: 'products' } : null,
    },
    { key: 'import', label: t('order.new.stepImport'), done: false, search: { step: 'import' } },
    { key: 'review', label: t('order.new.stepReview'), done: false, search: { step: 'review' } },
  ]
  return (
    <nav aria-label={t('order.new.steps')} className={css.stepsNav}>
      <ol className={css.steps}>
        {steps.map(({ key, label, done, search }, index) => {
          const inside = (
            <>
              <span className={css.number} aria-hidden>
                {done && key !== at ? <IconCheck size={13} stroke={2} /> : index + 1}
              </span>
              <span className={css.stepName}>{label}</span>
              {key === 'import' && <span className={css.optional}>{t('kit.form.optional')}</span>}
            </>
          )
          return (
            <li
              key={key}
              className={css.step}
              data-done={(done && key !== at) || undefined}
              data-now={key === at || undefined}
            >
              {search ? (
                <Link
                  to="."
                  search={(before: object) => ({ ...before, cart: undefined, ...search })}
                  aria-current={key === at ? 'step' : undefined}
                  className={css.stepLink}
                >
                  {inside}
                </Link>
              ) : (
                <span className={css.stepLink}>{inside}</span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
