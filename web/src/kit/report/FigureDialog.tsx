import type { ReactNode } from 'react'
import { PlainDialog } from '../feedback/PlainDialog.tsx'
import { useWords } from '../i18n/words.ts'
import { ofReport, type ReportOf } from './reportView.ts'
import css from './figureDialog.module.css'

/** The records behind a figure; `children` is their list, named by `title`. */
export function FigureDialog({
  of,
  names,
  onClose,
  children,
}: {
  of: ReportOf
  names: readonly string[]
  onClose: () => void
  children: (title: string) => ReactNode
}) {
  const { t } = useWords()
  const title = t(ofReport(of, 'rows'))
  return (
    <PlainDialog size={1240} title={[title, ...names].join(' · ')} onClose={onClose}>
      <div className={css.grid}>{children(title)}</div>
    </PlainDialog>
  )
}
