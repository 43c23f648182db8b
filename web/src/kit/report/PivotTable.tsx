import {
  reportLevels,
  type Report,
  type ReportAnswer,
  type ReportHead,
  type ReportRow,
} from '@kervan/contract/kit/report'
import { keysOf } from '@kervan/contract/kit/typed'
import { ActionIcon, Button, Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconFilter, IconListTree } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useWords } from '../i18n/words.ts'
import { ofReport, shownRows, type ReportOf, type ReportView } from './reportView.ts'
import { useReportWords, type ReportWords } from './useReportWords.ts'
import css from './report.module.css'

type Props = {
  report: Report
  of: ReportOf
  title: string
  view: ReportView
  answer: ReportAnswer
  onChange: (patch: Partial<ReportView>) => void
  /** Opens what is behind a figure: of each dimension its values. */
  onFigure?: ((figure: ReportFigure) => void) | undefined
}

/** A figure of the table: what it is limited to, and what that is called. */
export type ReportFigure = {
  only: { dimension: string; values: (string | null)[] }[]
  names: string[]
}

/** Rows drawn at once; more on request, so that a thousand of fifty columns do not stop the browser. */
const step = 200

/** The figures: groups that open to what is inside them, a column for each value, totals at the end and at the foot. */
export function PivotTable({ report, of, title, view, answer, onChange, onFigure }: Props) {
  const { t } = useWords()
  const words = useReportWords(report)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [limit, setLimit] = useState(step)
  const rows = useMemo(() => shownRows(answer.rows, view.sort, open), [answer, view.sort, open])
  const toggle = (key: string) =>
    setOpen(
      (before) => new Set(before.has(key) ? [...before].filter((one) => one !== key) : [...before, key]),
    )
  const groups = answer.rows.filter(({ path }) => path.length < view.rows.length)
  const allOpen = groups.length > 0 && open.size > 0
  const columns = view.column === null ? [] : answer.columns
  const figure = (value: string | null) => words.figure(view.measure, value, answer)
  const byTotal = view.sort === 'total'
  const cell = (value: string | null, path: readonly ReportHead[], head?: ReportHead) => {
    const shown = figure(value)
    if (!onFigure || value === null || shown === '') return shown
    const heads = [
      ...path.map((one, place) => ({ dimension: view.rows[place] ?? '', head: one })),
      ...(head && view.column !== null ? [{ dimension: view.column, head }] : []),
    ]
    const names = heads.map((one) => words.value(one.dimension, one.head))
    const only = [
      ...Object.entries(view.only).map(([dimension, values]) => ({ dimension, values })),
      ...heads.map((one) => ({ dimension: one.dimension, values: [one.head.value] })),
    ]
    return (
      <UnstyledButton
        className={css.figure ?? ''}
        title={t(ofReport(of, 'behind'))}
        onClick={() => onFigure({ only, names })}
      >
        {shown}
      </UnstyledButton>
    )
  }
  return (
    <>
      <div className={css.above}>
        {view.rows.length > 1 && (
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconListTree size={16} aria-hidden />}
            onClick={() =>
              setOpen(
                allOpen
                  ? new Set()
                  : new Set(groups.map(({ path }) => JSON.stringify(path.map(({ value }) => value)))),
              )
            }
          >
            {t(allOpen ? 'report.closeAll' : 'report.openAll')}
          </Button>
        )}
        {!answer.additive && report.measures[view.measure]?.kind === 'integer' && (
          <span className="k-quiet">{t(ofReport(of, 'notAdditive'))}</span>
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <section className={css.scroller} aria-label={title} tabIndex={0}>
        <table className={css.table}>
          <caption className="k-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col" aria-sort={byTotal ? 'none' : 'ascending'}>
                <UnstyledButton className={css.sort ?? ''} onClick={() => onChange({ sort: 'name' })}>
                  {view.rows.map(words.dimension).join(' › ')}
                </UnstyledButton>
              </th>
              {columns.map((head) => (
                <th key={String(head.value)} scope="col">
                  {words.value(view.column ?? '', head)}
                </th>
              ))}
              <th scope="col" aria-sort={byTotal ? 'descending' : 'none'} className={css.total}>
                <UnstyledButton className={css.sort ?? ''} onClick={() => onChange({ sort: 'total' })}>
                  {columns.length > 0 ? t('report.total') : words.measure(view.measure)}
                  {byTotal && <IconChevronDown size={14} aria-hidden />}
                </UnstyledButton>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, limit).map(({ key, row, hasMore }) => (
              <tr key={key} data-level={row.path.length} data-group={hasMore || undefined}>
                <th scope="row" style={{ '--level': row.path.length - 1 }}>
                  <span className={css.head}>
                    {hasMore && (
                      <ActionIcon
                        size="xs"
                        aria-expanded={open.has(key)}
                        aria-label={t('report.inside', { name: nameOf(row, view, words) })}
                        onClick={() => toggle(key)}
                      >
                        {open.has(key) ? (
                          <IconChevronDown size={14} aria-hidden />
                        ) : (
                          <IconChevronRight size={14} aria-hidden />
                        )}
                      </ActionIcon>
                    )}
                    <RowMenu report={report} row={row} view={view} words={words} onChange={onChange} />
                  </span>
                </th>
                {columns.map((head, place) => (
                  <td key={String(head.value)}>{cell(row.cells[place] ?? null, row.path, head)}</td>
                ))}
                <td className={css.total}>{cell(row.total, row.path)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('report.total')}</th>
              {columns.map((head, place) => (
                <td key={String(head.value)}>{cell(answer.columnTotals[place] ?? null, [], head)}</td>
              ))}
              <td className={css.total}>{cell(answer.grandTotal, [])}</td>
            </tr>
          </tfoot>
        </table>
      </section>
      {rows.length > limit && (
        <Button variant="default" mt={8} onClick={() => setLimit(limit + step)}>
          {t('report.more', { shown: limit, rows: rows.length })}
        </Button>
      )}
    </>
  )
}

const nameOf = ({ path }: ReportRow, { rows }: ReportView, words: ReportWords) => {
  const place = path.length - 1
  return words.value(rows[place] ?? '', path[place] ?? { value: null, label: null })
}

/** A row's name, with the ways further into it: only this one, and broken down by something else. */
function RowMenu({
  report,
  row,
  view,
  words,
  onChange,
}: Pick<Props, 'report' | 'view' | 'onChange'> & { row: ReportRow; words: ReportWords }) {
  const { t } = useWords()
  const name = nameOf(row, view, words)
  const values = row.path.map(({ value }) => value)
  if (values.some((value) => value === null)) return <span>{name}</span>
  const used = [...view.rows, view.column]
  const free = keysOf(report.dimensions).filter((one) => !used.includes(one))
  const here = {
    only: {
      ...view.only,
      ...Object.fromEntries(row.path.map(({ value }, place) => [view.rows[place] ?? '', [value ?? '']])),
    },
    names: {
      ...view.names,
      ...Object.fromEntries(row.path.flatMap(({ value, label }) => (value && label ? [[value, label]] : []))),
    },
  }
  return (
    <Menu position="bottom-start" width={240}>
      <Menu.Target>
        <UnstyledButton className={css.name ?? ''}>{name}</UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconFilter size={16} aria-hidden />} onClick={() => onChange(here)}>
          {t('report.only', { name })}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('report.breakDown')}</Menu.Label>
        <div className={css.menu}>
          {free.map((one) => (
            <Menu.Item
              key={one}
              onClick={() =>
                onChange({ ...here, rows: [...view.rows.slice(row.path.length), one].slice(-reportLevels) })
              }
            >
              {words.dimension(one)}
            </Menu.Item>
          ))}
        </div>
      </Menu.Dropdown>
    </Menu>
  )
}
