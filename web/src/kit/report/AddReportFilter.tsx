import { type Report } from '@kervan/contract/kit/report'
import { keysOf } from '@kervan/contract/kit/typed'
import { Button, MultiSelect, Popover, Select } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../call/query.ts'
import { toRefused } from '../call/refused.ts'
import { useWords } from '../i18n/words.ts'
import type { DayWindow } from '../values/dateWindow.ts'
import { noDays, type ReportView } from './reportView.ts'
import { useReportWords } from './useReportWords.ts'
import css from './report.module.css'

type Props = {
  report: Report
  view: ReportView
  window: DayWindow | null
  onChange: (patch: Partial<ReportView>) => void
}

/** Limits a report to values that need not stand in its rows or columns: those that the chosen days have. */
export function AddReportFilter({ report, view, window, onChange }: Props) {
  const { t } = useWords()
  const words = useReportWords(report)
  const [opened, setOpened] = useState(false)
  const [dimension, setDimension] = useState<string | null>(null)
  const [measure = ''] = keysOf(report.measures)
  const values = useQuery({
    ...read(report.figures, {
      ...(window ?? noDays),
      rows: [dimension ?? keysOf(report.dimensions)[0] ?? ''],
      column: null,
      measure,
      filters: {},
    }),
    enabled: opened && dimension !== null,
  })
  const heads = (values.data?.rows ?? []).flatMap(({ path: [head] }) =>
    head && head.value !== null ? { value: head.value, label: words.value(dimension ?? '', head) } : [],
  )
  const chosen = (dimension !== null && view.only[dimension]) || []
  const known = new Set(heads.map(({ value }) => value))
  // What is chosen and not of these days stays choosable.
  const data = [
    ...heads,
    ...chosen
      .filter((value) => !known.has(value))
      .map((value) => ({
        value,
        label: words.value(dimension ?? '', { value, label: view.names[value] ?? null }),
      })),
  ]
  const choose = (picked: string[]) => {
    if (dimension === null) return
    const { [dimension]: _, ...others } = view.only
    onChange({
      only: picked.length > 0 ? { ...others, [dimension]: picked } : others,
      names: {
        ...view.names,
        ...Object.fromEntries(
          data.filter(({ value }) => picked.includes(value)).map(({ value, label }) => [value, label]),
        ),
      },
    })
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={300} trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {t('report.filter')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={12} aria-label={t('report.filter')}>
        <div className={css.filter}>
          <Select
            label={t('report.filterBy')}
            data={keysOf(report.dimensions).map((value) => ({ value, label: words.dimension(value) }))}
            value={dimension}
            searchable
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            onChange={setDimension}
          />
          {dimension !== null && (
            <MultiSelect
              label={words.dimension(dimension)}
              data={data}
              value={[...chosen]}
              searchable
              limit={100}
              maxValues={50}
              hidePickedOptions
              disabled={values.isPending}
              error={values.isError ? toRefused(values.error).message : undefined}
              nothingFoundMessage={t('kit.form.nothingFound')}
              comboboxProps={{ withinPortal: false }}
              onChange={choose}
            />
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
