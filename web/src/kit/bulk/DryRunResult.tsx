import type { BulkAnswer } from '@kervan/contract/kit/bulk-answer'
import { Button, Skeleton } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../values/format.ts'
import { toRefused } from '../call/refused.ts'
import css from './result.module.css'
import { ResultTable } from './ResultTable.tsx'

type Asked = {
  data: BulkAnswer | undefined
  error: unknown
  isError: boolean
  refetch: () => Promise<unknown>
}

/** What a bulk action would do: how many pass, and those that do not with the reason. `detail` says more of those that pass. */
export function DryRunResult({ asked, detail }: { asked: Asked; detail?: (answer: BulkAnswer) => string }) {
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
  const more = data.results.length === total ? detail?.(data) : undefined
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
        <span>
          {data.done === 0 ? t('kit.bulk.nonePasses') : more === undefined ? `${said}.` : `${said}: ${more}`}
        </span>
      </output>
      {data.refused > 0 && (
        <div className={css.dryRunResult}>
          <ResultTable answer={data} dryRun />
        </div>
      )}
    </>
  )
}
