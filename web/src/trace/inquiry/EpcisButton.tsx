import type { InputOf } from '@kervan/contract/kit/call'
import { exportEpcis } from '@kervan/contract/trace/inquiry'
import { Button } from '@mantine/core'
import { IconFileCode } from '@tabler/icons-react'
import { saveFile } from '../../kit/call/client.ts'
import { useRights } from '../../kit/call/rights.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { useWords } from '../../kit/i18n/words.ts'

/** What the trace inquiry is asked. */
export type AskedTrace = Omit<InputOf<typeof exportEpcis>, 'packId'>

/** Saves the packs that answer a question, or one of them, as events of EPCIS 2.0 (TRC-003). */
export function EpcisButton({ asked, packId = null }: { asked: AskedTrace; packId?: string | null }) {
  const { t } = useWords()
  const save = useCall(exportEpcis, { onDone: saveFile })
  if (!useRights().has(exportEpcis.permission ?? '')) return null
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconFileCode size={14} aria-hidden />}
      loading={save.isPending}
      onClick={() => void save.run({ ...asked, packId })}
    >
      {t('trace.epcis')}
    </Button>
  )
}
