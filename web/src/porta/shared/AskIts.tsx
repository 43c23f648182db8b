import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useRights } from '../../kit/call/rights.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { useWords } from '../../kit/i18n/words.ts'
import type { Desk } from './desks.ts'

/** Asks ITS about the pack anew, with the company's own user. */
export function AskIts({ call, requestId }: { call: NonNullable<Desk['ask']>; requestId: string }) {
  const { t } = useWords()
  const ask = useCall(call, {
    refreshes: [call.group],
    failed: t('porta.its.notAsked'),
  })
  if (!useRights().has(call.permission ?? '')) return null
  return (
    <Button
      variant="default"
      size="compact-sm"
      mb={8}
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={ask.isPending}
      onClick={() => void ask.run({ requestId })}
    >
      {t('porta.its.ask')}
    </Button>
  )
}
