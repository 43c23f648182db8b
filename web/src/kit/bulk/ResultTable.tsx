import type { BulkAnswer, ItemResult } from '@kervan/contract/kit/bulk-answer'
import { Button, SegmentedControl } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { copyText } from '../copyText.ts'
import { saveFile } from '../call/client.ts'
import { useFormats } from '../values/format.ts'
import { tPlural, useWords, type MessageKey } from '../i18n/words.ts'
import { StateBadge } from '../values/StateBadge.tsx'
import { passedOf } from './action.ts'
import css from './result.module.css'

/** What became of each record of a bulk action: which passed, which not and why. `parts` says what `count` counts. */
export function ResultTable({
  answer,
  parts,
}: {
  answer: Pick<BulkAnswer, 'done' | 'waiting' | 'refused' | 'results'>
  parts?: MessageKey | undefined
}) {
  const { t } = useWords()
  const format = useFormats()
  const [shown, setShown] = useState<'all' | 'refused' | 'passed'>(answer.refused > 0 ? 'refused' : 'all')
  const rows = answer.results.filter(({ ok }) => shown === 'all' || ok === (shown === 'passed'))
  return (
    <div className={css.result}>
      <div className={css.bar}>
        <SegmentedControl
          aria-label={t('kit.result.show')}
          value={shown}
          onChange={(value) => setShown(value)}
          data={[
            {
              value: 'all',
              label: t('kit.result.all', { amount: format.number(passedOf(answer) + answer.refused) }),
            },
            {
              value: 'refused',
              label: t('kit.result.countRefused', { amount: format.number(answer.refused) }),
            },
            {
              value: 'passed',
              label: t('kit.result.passed', {
                amount: format.number(passedOf(answer)),
              }),
            },
          ]}
        />
        <span style={{ flex: 1 }} />
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCopy size={16} />}
          onClick={() => void copyText(asText(rows, '\t'))}
        >
          {t('kit.action.copy')}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={16} />}
          onClick={() =>
            saveFile({
              name: 'result.csv',
              blob: new Blob(['\ufeff', asText(rows, ';')], { type: 'text/csv' }),
            })
          }
        >
          {t('kit.result.download')}
        </Button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <section className={css.scroller} aria-label={t('kit.result.show')} tabIndex={0}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('kit.result.outcome')}</th>
              <th scope="col">{t('kit.result.record')}</th>
              <th scope="col">{t('kit.result.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td>
                  <StateBadge group="result" value={row.ok ? 'Passed' : 'Refused'} />
                </td>
                <td className="k-mono">{row.code}</td>
                <td>{row.message ?? (parts && tPlural(t, parts, row.count, format.number(row.count)))}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length === 0 && <p className={css.none}>{t('kit.result.none')}</p>}
      </section>
    </div>
  )
}

function asText(rows: readonly ItemResult[], separator: string): string {
  // A leading = or + would be run as a formula by a spreadsheet.
  const safe = (text: string) => `"${(/^[=+\-@]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
  return rows
    .map((row) =>
      [row.code, row.ok ? 'OK' : (row.refusal ?? ''), row.message ?? ''].map(safe).join(separator),
    )
    .join('\r\n')
}
