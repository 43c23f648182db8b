import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { sayIssue } from './issues.ts'
import css from './form.module.css'

type Props = {
  id: string
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  optional?: boolean | undefined
  beside?: ReactNode
  reserve?: boolean | undefined
  children: ReactNode
}

/**
 * Label above, control, hint below; an error takes the place of the hint. The line below keeps its height, so that
 * nothing moves under the pointer when an error comes or goes. "Optional" is written; what is required is not marked.
 */
export function FieldFrame({ id, label, hint, error, optional, beside, reserve = true, children }: Props) {
  const { t } = useTranslation()
  return (
    <div className={css.field}>
      <div className={css.labelLine}>
        <label htmlFor={id} className={css.label}>
          {label}
          {optional && <span className={css.optional}>{t('kit.form.optional')}</span>}
        </label>
        {beside}
      </div>
      {children}
      <div id={`${id}-below`} className={css.below} data-reserve={reserve || undefined} aria-live="polite">
        {error ? (
          <span className={css.error}>
            <IconAlertCircle size={14} stroke={2} aria-hidden />
            {sayIssue(t, error)}
          </span>
        ) : (
          hint
        )}
      </div>
    </div>
  )
}
