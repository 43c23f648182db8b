import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import css from './recordParts.module.css'
import { useSession } from './session.ts'

// What holds for the whole company is changed by who sees all of it. The session says who does not, by the same rule by
// which the server refuses (`WholeCompanyNeeded`), so that nobody learns it after the work is done.

/** Why the reader cannot change what holds for the whole company; null for who sees all of it. */
export function useOnlyPart(): string | null {
  const { t } = useTranslation()
  const session = useSession()
  return session?.SeesPart ? t('kit.wholeCompany') : null
}

/** The same above what is read only for them; nothing for who may change it, or lacks the right as well. */
export function WholeCompanyNote({ shown = true }: { shown?: boolean }) {
  const why = useOnlyPart()
  if (why === null || !shown) return null
  return (
    <p className={css.readOnly}>
      <IconLock size={16} aria-hidden />
      <span>{why}</span>
    </p>
  )
}
