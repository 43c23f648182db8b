import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import css from '../record/recordParts.module.css'
import { useRights } from '../call/rights.ts'
import { useSession } from '../call/session.ts'

// What holds for the whole company is changed by who sees all of it. The session says who does not, by the same rule by
// which the server refuses (`WholeCompanyNeeded`), so that nobody learns it after the work is done.

/** Why the reader cannot change what holds for the whole company; null for who sees all of it. */
export function useOnlyPart(): string | null {
  const { t } = useTranslation()
  const session = useSession()
  return session?.SeesPart ? t('kit.wholeCompany') : null
}

type Right = { permission: string | null }

/** Whether the reader may make a change that holds for the whole company: has the right to the call and sees all of it. */
export function useMayChangeCompany(): (call: Right) => boolean {
  const rights = useRights()
  const onlyPart = useOnlyPart()
  return ({ permission }) => onlyPart === null && rights.has(permission ?? '')
}

/** Why it cannot be changed, above what is read only for them; nothing for who may, or has the right to none of the calls. */
export function WholeCompanyNote({ calls }: { calls: readonly Right[] }) {
  const rights = useRights()
  const why = useOnlyPart()
  if (why === null || !rights.any(...calls.map(({ permission }) => permission ?? ''))) return null
  return (
    <p className={css.readOnly}>
      <IconLock size={16} aria-hidden />
      <span>{why}</span>
    </p>
  )
}
