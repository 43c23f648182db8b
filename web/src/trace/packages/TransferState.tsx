import { getTransferSearch, searchTransfers } from '@kervan/contract/trace/transfers'
import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useRights } from '../../kit/call/rights.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { usePolled } from '../../kit/call/usePolled.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import css from './packages.module.css'

/** Up to when ITS was asked for packages, why it gave none, and a way to ask now; nothing where it is not set up. */
export function TransferState() {
  const { t, state } = useWords()
  const format = useFormats()
  const { data: found } = usePolled(getTransferSearch, {}, { everyMs: 10_000, enabled: true })
  const ask = useCall(searchTransfers, {
    refreshes: ['PfsiService'],
    onDone: () => void toast('success', t('trace.transfers.asked')),
  })
  const mayAsk = useRights().has(searchTransfers.permission ?? '')
  if (!found || (!found.isOpen && found.askedAt === null)) return null
  const { problem, askedAt, searchedTo } = found
  return (
    <div className={css.transfers} data-failed={problem !== null || undefined}>
      <output>
        {problem !== null
          ? t('trace.transfers.failed', {
              time: format.dateTime(askedAt),
              problem: state('transferProblem', problem),
            })
          : searchedTo === null
            ? t('trace.transfers.never')
            : t('trace.transfers.upTo', { day: format.date(searchedTo) })}
      </output>
      {mayAsk && found.isOpen && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconRefresh size={14} aria-hidden />}
          loading={ask.isPending}
          onClick={() => void ask.run({})}
        >
          {t('trace.transfers.ask')}
        </Button>
      )}
    </div>
  )
}
