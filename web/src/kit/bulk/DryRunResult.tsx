import type { BulkAnswer, ItemResult } from '@kervan/contract/kit/bulk-answer'
import { Button, Skeleton } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { toRefused } from '../call/refused.ts'
import { tPlural, type MessageKey } from '../i18n/words.ts'
import { useFormats } from '../values/format.ts'
import css from './result.module.css'

type Asked = {
  data: BulkAnswer | undefined
  error: unknown
  isError: boolean
  refetch: () => Promise<unknown>
}

/** What a bulk action would do: how many pass, and those that do not by their reason. `parts` counts what passes in each. */
export function DryRunResult({ asked, parts }: { asked: Asked; parts?: MessageKey | undefined }) {
  const { t } = useTranslation()
  const format = useFormats()
  if (asked.isError) {
    return (
      <p role="alert" className={css.verdict} data-tone="bad">
        <IconAlertCircle size={16} aria-hidden />
        <span>{toRefused(asked.error).message}</span>
        <Button size="xs" variant="default" onClick={() => void asked.refetch()}>
          {t('kit.action.tryAgain')}
        </Button>
      </p>
    )
  }
  const { data } = asked
  if (!data) {
    return (
      <output className={css.verdict}>
        <Skeleton component="span" height={8} width={180} radius={2} />
        <span className="k-hidden">{t('kit.bulk.checking')}</span>
      </output>
    )
  }
  const total = data.done + data.refused
  const said =
    data.refused === 0
      ? t('kit.bulk.allPass')
      : t('kit.bulk.somePass', { passing: format.number(data.done), total: format.number(total) })
  const counted = data.results.reduce((sum, { ok, count }) => sum + (ok ? count : 0), 0)
  const more =
    parts && data.results.length === total ? `: ${tPlural(t, parts, counted, format.number(counted))}` : ''
  return (
    <>
      <output
        className={css.verdict}
        data-tone={data.refused === 0 ? 'good' : data.done === 0 ? 'bad' : 'mixed'}
      >
        {data.refused === 0 ? (
          <IconCircleCheck size={16} aria-hidden />
        ) : (
          <IconInfoCircle size={16} aria-hidden />
        )}
        <span>{data.done === 0 ? t('kit.bulk.nonePasses') : `${said}${more}.`}</span>
      </output>
      {data.refused > 0 && <Reasons refused={data.results.filter(({ ok }) => !ok)} />}
    </>
  )
}

/** Each reason once, the most frequent first, with the records it holds back. */
function Reasons({ refused }: { refused: readonly ItemResult[] }) {
  const { t } = useTranslation()
  const format = useFormats()
  const groups = [...Map.groupBy(refused, ({ message }) => message ?? '')].toSorted(
    ([, one], [, other]) => other.length - one.length,
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <ul className={css.reasons} aria-label={t('kit.bulk.reasons')} tabIndex={0}>
      {groups.map(([reason, records]) => (
        <li key={reason}>
          <details>
            <summary>
              <span className={css.reason}>{reason}</span>
              <span className="k-number k-quiet">{format.number(records.length)}</span>
            </summary>
            <p className={css.codes}>
              {records
                .map(({ code }) => code)
                .filter(Boolean)
                .join(', ')}
            </p>
          </details>
        </li>
      ))}
    </ul>
  )
}
