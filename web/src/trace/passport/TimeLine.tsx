import type { PackEntry } from '@kervan/contract/kit/pack-passport'
import type { PackPassport } from '@kervan/contract/trace/passport'
import { IconArrowRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { tPlural, useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { chapterIcons } from './chapterIcons.ts'
import css from './passport.module.css'

type Chapter = PackPassport['chapters'][number]
type Told = { chapter: Chapter['chapter']; entry: PackEntry; key: string }

/** What happened to a pack, in the order in which it happened; what has no day comes last. */
export function TimeLine({ chapters }: { chapters: readonly Chapter[] }) {
  const format = useFormats()
  const told = chapters
    .flatMap(({ chapter, entries }) =>
      entries.map((entry, at): Told => ({ chapter, entry, key: `${chapter} ${at}` })),
    )
    .toSorted((a, b) => (a.entry.at ?? '9').localeCompare(b.entry.at ?? '9'))
  return (
    <ol className={css.line}>
      {told.map(({ chapter, entry, key }) => {
        const Icon = chapterIcons[chapter]
        return (
          <li key={key} data-chapter={chapter}>
            <time className={css.when} dateTime={entry.at ?? undefined}>
              {entry.at === null ? '–' : format.dateTime(entry.at)}
            </time>
            <span className={css.sign}>
              <Icon size={14} aria-hidden />
            </span>
            <div className={css.what}>
              <Head entry={entry} />
              <Where entry={entry} />
              {entry.note && <span className={css.quiet}>{entry.note}</span>}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

function Head({ entry: { kind, code, word, opens } }: { entry: PackEntry }) {
  const { state } = useWords()
  return (
    <span className={css.title}>
      <strong>{kind === 'Moved' && word ? state(word.group, word.value) : state('packEntry', kind)}</strong>
      {code !== null &&
        (opens ? (
          <Link to={opens.to} search={opens.search} className={css.code}>
            {code}
          </Link>
        ) : (
          <span className={css.code}>{code}</span>
        ))}
      {word && kind !== 'Moved' && <StateBadge group={word.group} value={word.value} />}
    </span>
  )
}

function Where({ entry: { from, to, quantity, amount, currency } }: { entry: PackEntry }) {
  const { t } = useWords()
  const format = useFormats()
  if (from === null && to === null && quantity === null && amount === null) return null
  return (
    <span className={css.where}>
      {from}
      {from !== null && to !== null && <IconArrowRight size={14} aria-hidden />}
      {to}
      {quantity !== null && (
        <span className={css.quiet}>
          {tPlural(t, 'trace.passport.pieces', quantity, format.number(quantity))}
        </span>
      )}
      {amount !== null && currency !== null && <strong>{format.money(amount, currency)}</strong>}
    </span>
  )
}
