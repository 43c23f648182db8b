import { getServiceMediaContents } from '@kervan/contract/access/web-resources'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useRead } from '../../kit/call/query.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { Away } from '../../kit/page/Away.tsx'
import css from './porta.module.css'

/** The tutorials of these kinds that the company has; one whose flow is switched off is not among them (DSC-008, DSC-010). */
export function Tutorials({ of }: { of: readonly string[] }) {
  const { t } = useWords()
  const { data } = useRead(getServiceMediaContents, {})
  const shown = data?.contents.filter(({ ServiceMediaContentType: type }) => of.includes(type)) ?? []
  if (shown.length === 0) return null
  return (
    <ul className={css.tutorials} aria-label={t('porta.tutorials')}>
      {shown.map(({ IntCode, Title, Url }) => (
        <li key={IntCode}>
          <IconPlayerPlay size={14} aria-hidden />
          <Away to={Url}>{Title}</Away>
        </li>
      ))}
    </ul>
  )
}
