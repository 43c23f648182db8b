import { readTraceCodes } from '@kervan/contract/trace/inquiry'
import { useRead } from '../../kit/call/query.ts'
import { tPlural, useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import css from '../trace.module.css'

/** What became of pasted codes: how many, and the lines that are no code or whose pack nobody knows. */
export function CodeLines({ codes }: { codes: string }) {
  const { t } = useWords()
  const format = useFormats()
  const { data } = useRead(readTraceCodes, { dataMatrices: codes })
  if (!data) return null
  const faulty = data.lines.filter(({ message }) => message !== null)
  const unknown = data.lines.filter(({ message, isKnown }) => message === null && !isKnown)
  const count = (key: 'trace.ask.codes' | 'trace.ask.unknown' | 'trace.ask.faulty', many: number) =>
    tPlural(t, key, many, format.number(many))
  return (
    <output className={css.lines}>
      <span>
        {[
          count('trace.ask.codes', data.lines.length),
          unknown.length > 0 && count('trace.ask.unknown', unknown.length),
          faulty.length > 0 && count('trace.ask.faulty', faulty.length),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {faulty.length + unknown.length > 0 && (
        <ul>
          {[...faulty, ...unknown].map(({ line, text, serialNumber, message }) => (
            <li key={line}>
              <span className="k-quiet">{format.number(line)}</span>
              <span className="k-mono">{serialNumber ?? text}</span>
              {message && <span>{message}</span>}
            </li>
          ))}
        </ul>
      )}
    </output>
  )
}
