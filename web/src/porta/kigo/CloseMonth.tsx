import { closeKigoMonth, getKigoMonths } from '@kervan/contract/porta/kigo'
import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useRead } from '../../kit/call/query.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { confirm } from '../../kit/feedback/dialogs.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { useMayChangeCompany } from '../../kit/page/wholeCompany.tsx'
import { useFormats } from '../../kit/values/format.ts'

/** Closes the month that is next, after asking: its rows stay as they are paid. */
export function CloseMonth() {
  const { t } = useWords()
  const format = useFormats()
  const mayClose = useMayChangeCompany()(closeKigoMonth)
  const { data } = useRead(getKigoMonths, {}, { enabled: mayClose })
  const close = useCall(closeKigoMonth, {
    refreshes: ['PromotionManagement', 'MyPromotionRequests'],
    failed: t('porta.kigo.months.notClosed'),
    onDone: ({ closed: [last] }) =>
      last &&
      toast(
        'success',
        t('porta.kigo.months.closed', {
          month: format.month(last.month.slice(0, 7)),
          rows: format.number(last.rows),
        }),
      ),
  })
  const next = data?.next ?? null
  if (!mayClose || next === null) return null
  const month = format.month(next.slice(0, 7))
  const ask = async () => {
    const isMeant = await confirm({
      title: t('porta.kigo.months.ask', { month }),
      text: t('porta.kigo.months.askText'),
      action: t('porta.kigo.months.close', { month }),
    })
    if (isMeant) await close.run({ firstDay: next })
  }
  return (
    <Button
      variant="default"
      leftSection={<IconLock size={16} aria-hidden />}
      loading={close.isPending}
      onClick={() => void ask()}
    >
      {t('porta.kigo.months.close', { month })}
    </Button>
  )
}
