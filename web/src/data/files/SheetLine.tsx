import type { FileSheet } from '@kervan/contract/data/file-sets'
import { dataKinds } from '@kervan/contract/data/data-log'
import { Select } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { tDynamic, tPlural, useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { addressOfChange } from '../logEntry.ts'
import css from './fileSet.module.css'

type Props = {
  sheet: FileSheet
  /** What the reader may import. */
  kinds: readonly string[]
  busy: boolean
  onKind: (kind: string | null) => void
}

/** One sheet of a set of files: what it is taken for, where it stands, what it does, and what it needs. */
export function SheetLine({ sheet, kinds, busy, onKind }: Props) {
  const { t } = useWords()
  const format = useFormats()
  const nameOf = (kind: string) => tDynamic(t, `kind.${kind}.many`, kind)
  const place =
    sheet.sheet === '' ? sheet.fileName : t('fileSets.place', { file: sheet.fileName, sheet: sheet.sheet })
  // What waits is read anew: what it says now does not count.
  const counts = (['added', 'changed', 'faulty'] as const).flatMap((count) => {
    const amount = sheet.state === 'Waits' ? 0 : sheet.counts[count]
    return amount > 0 ? tPlural(t, `fileSets.count.${count}`, amount, format.number(amount) ?? '') : []
  })
  const offered = [...new Set([...(sheet.kind === null ? [] : [sheet.kind]), ...kinds])]
  return (
    <li className={css.sheet}>
      <div className={css.file}>
        <span className={css.name}>{place}</span>
        <span className={css.quiet}>
          {sheet.rows > 0 && tPlural(t, 'fileSets.rows', sheet.rows, format.number(sheet.rows) ?? '')}
        </span>
      </div>
      {sheet.mayChoose ? (
        <Select
          aria-label={t('fileSets.kindOf', { place })}
          data={[
            { value: '', label: t('fileSets.leaveOut') },
            ...offered.map((value) => ({ value, label: nameOf(value) })),
          ]}
          value={sheet.kind ?? ''}
          searchable
          allowDeselect={false}
          disabled={busy}
          onChange={(value) => onKind(value || null)}
        />
      ) : (
        <span>{sheet.kind !== null && nameOf(sheet.kind)}</span>
      )}
      <div className={css.standing}>
        <StateBadge group="fileSheetState" value={sheet.state} />
        <span className={css.quiet}>{counts.join(' · ')}</span>
        <Way sheet={sheet} />
      </div>
      {sheet.waitsFor.length > 0 && (
        <p className={css.note}>{t('fileSets.waitsFor', { kinds: sheet.waitsFor.map(nameOf).join(', ') })}</p>
      )}
      {sheet.message !== null && sheet.state !== 'AssignColumns' && (
        <p className={css.fault}>{sheet.message}</p>
      )}
    </li>
  )
}

const wayWords = {
  AssignColumns: 'fileSets.assign',
  Faulty: 'fileSets.mend',
  Confirm: 'fileSets.confirm',
} as const

/** The way to the page of the change, where columns are assigned and faults are shown. */
function Way({ sheet: { kind, changeId, state } }: { sheet: FileSheet }) {
  const { t } = useWords()
  const known = dataKinds.find((one) => one === kind)
  if (changeId === null || !known || state === 'Reading') return null
  const { to, search } = addressOfChange(known, changeId)
  const word =
    state === 'AssignColumns' || state === 'Faulty' || state === 'Confirm' ? wayWords[state] : 'fileSets.look'
  return (
    <Link to={to} search={search}>
      {t(word)}
    </Link>
  )
}
