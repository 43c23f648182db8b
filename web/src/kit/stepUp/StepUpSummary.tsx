import { useFormats } from '../values/format.ts'
import { tPlural, useWords } from '../i18n/words.ts'
import type { Asking } from './stepUp.ts'
import css from './stepUp.module.css'

/** Who would gain what administers, as the server has found, and which rules would grow weaker, as the screen says. */
export function StepUpSummary({ asking: { refused, weaker } }: { asking: Asking }) {
  const { t } = useWords()
  const format = useFormats()
  const names = Array.isArray(refused.facts.names) ? refused.facts.names.map(String) : []
  const more = Number(refused.facts.count ?? 0) - names.length
  return (
    <div className={css.what}>
      {weaker.length > 0 && <p>{t('security.proof.text')}</p>}
      {weaker.length > 0 && (
        <ul>
          {weaker.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {names.length > 0 && <p>{t('security.proof.administers')}</p>}
      {names.length > 0 && (
        <ul>
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
          {more > 0 && <li>{tPlural(t, 'security.proof.more', more, format.number(more))}</li>}
        </ul>
      )}
    </div>
  )
}
