import type { BulkAnswer, BulkReason, BulkWarning, ItemResult } from '@kervan/contract/kit/bulk-answer'
import { Button, Skeleton } from '@mantine/core'
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleMinus,
  IconCircleX,
} from '@tabler/icons-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { toRefused } from '../call/refused.ts'
import { tDynamic, tPlural, type MessageKey } from '../i18n/words.ts'
import { useFormats } from '../values/format.ts'
import css from './result.module.css'

type Asked = {
  data: BulkAnswer | undefined
  error: unknown
  isError: boolean
  refetch: () => Promise<unknown>
}

/**
 * What a bulk action would do: how many are ready, and those that are not by their reason, red where something was
 * refused and grey where there is nothing to do. `parts` counts what passes in each.
 */
export function DryRunResult({
  asked,
  nouns,
  parts,
  onLeaveOut,
}: {
  asked: Asked
  nouns: MessageKey
  parts?: MessageKey | undefined
  /** What leaves these records out of the selection; null where that cannot be. */
  onLeaveOut: (ids: readonly string[]) => (() => void) | null
}) {
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
  const counted = data.results.reduce((sum, { ok, count }) => sum + (ok ? count : 0), 0)
  const total = data.done + data.refused
  const records = tPlural(t, nouns, total, format.number(total))
  const isCounted = parts && data.done > 0 && data.results.length === total
  return (
    <>
      <output className={css.verdict} data-tone={data.done === 0 ? 'none' : 'good'}>
        {data.done === 0 ? (
          <IconCircleMinus size={16} aria-hidden />
        ) : (
          <IconCircleCheck size={16} aria-hidden />
        )}
        <span>
          {data.done === 0
            ? t('kit.bulk.nonePasses')
            : data.refused === 0
              ? t('kit.bulk.ready', { records })
              : t('kit.bulk.readyOf', { passing: format.number(data.done), records })}
          {isCounted && (
            <span className="k-quiet"> ({tPlural(t, parts, counted, format.number(counted))})</span>
          )}
        </span>
      </output>
      {data.figures && data.figures.length > 0 && <p className={css.figures}>{data.figures.join(' · ')}</p>}
      {data.warnings && data.warnings.length > 0 && (
        <Warnings warnings={data.warnings} onLeaveOut={onLeaveOut} />
      )}
      {data.consequences && data.consequences.length > 0 && (
        <div className={css.consequences} role="note">
          <strong>{t('kit.bulk.consequences')}</strong>
          <ul>
            {data.consequences.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </div>
      )}
      {data.reasons.length > 0 && <Reasons reasons={data.reasons} results={data.results} />}
    </>
  )
}

/** What passes and should be looked at first, with the records and the way to leave them out. */
function Warnings({
  warnings,
  onLeaveOut,
}: {
  warnings: readonly BulkWarning[]
  onLeaveOut: (ids: readonly string[]) => (() => void) | null
}) {
  const { t } = useTranslation()
  return (
    <ul className={css.reasons} aria-label={t('kit.bulk.consequences')}>
      {warnings.map(({ warning, message, count, records }) => {
        const leave = count === records.length ? onLeaveOut(records.map(({ id }) => id)) : null
        return (
          <li key={warning} data-tone="warning">
            <details>
              <summary>
                <IconAlertTriangle size={16} aria-hidden />
                <span className={css.reason}>{message}</span>
              </summary>
              <Codes of={records.map(({ code }) => code)} />
            </details>
            {leave && (
              <Button size="xs" variant="default" onClick={leave}>
                {t('kit.bulk.leaveOut')}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Each stays whole where the line ends. */
function Codes({ of }: { of: readonly string[] }) {
  return (
    <p className={css.codes}>
      {of.map((code, at) => (
        <Fragment key={code}>
          {at > 0 && ', '}
          <span>{code}</span>
        </Fragment>
      ))}
    </p>
  )
}

/** Refusals that say that nothing is left to do, or not yet: nobody has to act on them. */
const idle = new Set(['NothingToDo', 'NothingToChange', 'BackorderLocked', 'QuantityUnchanged'])

/** Each reason once, the most frequent first, with the records it holds back. */
function Reasons({ reasons, results }: { reasons: readonly BulkReason[]; results: readonly ItemResult[] }) {
  const { t } = useTranslation()
  const format = useFormats()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <ul className={css.reasons} aria-label={t('kit.bulk.reasons')} tabIndex={0}>
      {reasons.map(({ refusal, count, message }) => {
        const amount = format.number(count)
        const group = tDynamic(t, `kit.bulk.group.${refusal}`, t('kit.bulk.refused', { amount }), {
          count,
          amount,
        })
        const of = results.filter((one) => !one.ok && one.refusal === refusal)
        return (
          <li key={refusal} data-tone={idle.has(refusal) ? 'idle' : 'refused'}>
            <details>
              <summary>
                {idle.has(refusal) ? (
                  <IconCircleMinus size={16} aria-hidden />
                ) : (
                  <IconCircleX size={16} aria-hidden />
                )}
                <span className={css.reason}>
                  <span>{group}</span> {message && <span className="k-quiet">{message}</span>}
                </span>
              </summary>
              {message === null ? (
                <ul className={css.codes}>
                  {of.map(({ id, code, message: own }) => (
                    <li key={id}>
                      {code} {own}
                    </li>
                  ))}
                </ul>
              ) : (
                <Codes of={of.flatMap(({ code }) => code || [])} />
              )}
            </details>
          </li>
        )
      })}
    </ul>
  )
}
