import type { ChangeFault } from '@kervan/contract/kit/master-change'
import { tDynamic, tPlural, useWords } from '../i18n/words.ts'
import { LinkButton } from '../page/LinkButton.tsx'
import { useFormats } from '../values/format.ts'
import { addressOfKind } from './kindAddresses.ts'
import css from './master.module.css'

/** Faults of many rows, each told once, with the place where missing records are made. */
export function ChangeFaults({ faults }: { faults: readonly ChangeFault[] }) {
  const { t } = useWords()
  const format = useFormats()
  if (faults.length === 0) return null
  return (
    <div className={css.faults}>
      <strong>{t('masterData.faults.title')}</strong>
      <ul>
        {faults.map(({ message, rows, missing }) => {
          const address = missing === null ? null : addressOfKind(missing)
          return (
            <li key={message}>
              <span>
                {message}{' '}
                <span className="k-quiet">
                  ({tPlural(t, 'masterData.faults.rows', rows, format.number(rows) ?? '')})
                </span>
              </span>
              {address && (
                <LinkButton {...(address as object)} to={address.to} variant="subtle" size="compact-sm">
                  {t('masterData.faults.open', { records: tDynamic(t, `kind.${missing}.many`, '') })}
                </LinkButton>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
