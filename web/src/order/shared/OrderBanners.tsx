import type { OrderView } from '@kervan/contract/order/order-view'
import { Button } from '@mantine/core'
import { IconHeartbeat, IconRefresh } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallRefused } from '../../kit/call/refused.ts'
import { tPlural } from '../../kit/i18n/words.ts'
import { RecordBanner } from '../../kit/record/RecordParts.tsx'
import { useFormats } from '../../kit/values/format.ts'

/** A line is on its way to the health-insurance service for the first time, so the answer is a matter of seconds. */
export const isBeingSent = ({ lines }: OrderView): boolean =>
  lines.some(
    ({ healthInsurance: health }) =>
      health?.state === 'Waiting' && health.attempts <= 1 && health.problem === null,
  )

/** Says that notifications of the order failed, and leads to sending them again (ORD-015). */
export function HealthBanner({ order, onNotify }: { order: OrderView; onNotify: () => void }) {
  const { t } = useTranslation()
  const format = useFormats()
  const failed = order.lines.filter(({ healthInsurance }) => healthInsurance?.state === 'Failed')
  if (failed.length === 0) return null
  const words = failed.flatMap(({ healthInsurance }) => healthInsurance?.responseText ?? [])
  const may = order.actions.notifyHealthInsurance === null
  return (
    <RecordBanner
      {...(may && {
        action: (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconHeartbeat size={16} aria-hidden />}
            onClick={onNotify}
          >
            {t('order.medula.again')}
          </Button>
        ),
      })}
    >
      <strong>{t('order.medula.failed')}:</strong>{' '}
      {tPlural(t, 'order.medula.failedLines', failed.length, format.number(failed.length))}
      {words[0] && <> · {words[0]}</>}
    </RecordBanner>
  )
}

/** The rest of a large order could not be read; its first lines are there, and nothing is decided on them alone. */
export function PartBanner({ order, onReload }: { order: OrderView; onReload: () => void }) {
  const { t } = useTranslation()
  const format = useFormats()
  return (
    <RecordBanner
      action={
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={onReload}
        >
          {t('kit.action.tryAgain')}
        </Button>
      }
    >
      {t('order.detail.partOnly', {
        shown: format.number(order.lines.length),
        all: format.number(order.lineCount),
      })}
    </RecordBanner>
  )
}

/** Somebody outside was asked too long ago; an answer is still taken (ORD-010). */
export function OverdueBanner({ order: { externalApproval: asked } }: { order: OrderView }) {
  const { t } = useTranslation()
  const format = useFormats()
  if (!asked || asked.overdueAt === null || asked.answeredAt !== null) return null
  return (
    <RecordBanner>
      <strong>{t('order.external.overdueSince', { date: format.dateTime(asked.overdueAt) })}</strong>{' '}
      {t('order.external.asked', { date: format.dateTime(asked.sentAt), by: asked.sentBy })}
    </RecordBanner>
  )
}

/** Why the order cannot go to another system as it is (ORD-021). */
export const ExportBanner = ({ order: { exportRefused } }: { order: OrderView }) =>
  exportRefused === null ? null : <RecordBanner>{exportRefused}</RecordBanner>

/** Somebody was faster: who and when, and the way to see it. What was chosen and typed stays. */
export function StaleBanner({ refused, onReload }: { refused: CallRefused; onReload: () => void }) {
  const { t } = useTranslation()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <RecordBanner
      action={
        <Button
          ref={button}
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={onReload}
        >
          {t('order.detail.reload')}
        </Button>
      }
    >
      <strong>{refused.message}</strong> {t('order.detail.selectionStays')}
    </RecordBanner>
  )
}
