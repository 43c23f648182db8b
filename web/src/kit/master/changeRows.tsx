import type { MasterData } from '@kervan/contract/kit/master-data'
import type { ImportKind } from '@kervan/contract/kit/master-import'
import type { RowOf } from '@kervan/contract/kit/page'
import { IconAlertCircle } from '@tabler/icons-react'
import { CardLine, RowCard } from '../grid/RowCard.tsx'
import { useWords } from '../i18n/words.ts'
import { StateBadge } from '../values/StateBadge.tsx'
import { DocumentLink } from './DocumentField.tsx'
import css from './master.module.css'

export type ChangeRow = RowOf<MasterData['changeRows']>

/** Where the rows stand in a file is worth a column where they come from one. */
export const changeRowViews = ({
  isFile,
  hasSheets,
  isFaulty,
}: Record<'isFile' | 'hasSheets' | 'isFaulty', boolean>) =>
  ({
    action: { width: 132, pinned: true, grow: false },
    record: { width: 200 },
    message: { width: 360, grow: true, hidden: !isFaulty },
    difference: { width: 360, grow: true },
    sheet: { width: 120, hidden: !hasSheets },
    row: { width: 96, hidden: !isFile },
  }) as const

/** The documents of a row stand beside what it changes, to be opened before anybody decides. */
export const changeRowRenderers = ({ openFile }: ImportKind) => ({
  ...(openFile && {
    difference: (row: ChangeRow) => (
      <>
        {row.difference}{' '}
        {row.documents.map(({ fileId, name }) => (
          <DocumentLink
            key={fileId}
            call={openFile}
            recordId={row.recordId ?? ''}
            fileId={fileId}
            name={name}
          />
        ))}
      </>
    ),
  }),
  message: (row: ChangeRow) => (row.message === null ? null : <Fault text={row.message} />),
})

function Fault({ text }: { text: string }) {
  return (
    <span className={css.fault}>
      <IconAlertCircle size={14} aria-hidden />
      <span title={text}>{text}</span>
    </span>
  )
}

export const changeRowCard = (row: ChangeRow) => <ChangeRowCard row={row} />

function ChangeRowCard({ row }: { row: ChangeRow }) {
  const { t, column } = useWords()
  return (
    <RowCard name={row.record} mark={<StateBadge group="changeAction" value={row.action} />}>
      {row.row !== null && (
        <CardLine quiet>
          <span>
            {row.sheet
              ? t('masterData.place', { sheet: row.sheet, row: row.row })
              : `${column('row')} ${row.row}`}
          </span>
        </CardLine>
      )}
      {row.difference !== '' && <p className={css.whole}>{row.difference}</p>}
      {row.message !== null && (
        <p className={css.whole}>
          <Fault text={row.message} />
        </p>
      )}
    </RowCard>
  )
}
