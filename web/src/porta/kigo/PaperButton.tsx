import type { kigoPaper, myKigoPaper } from '@kervan/contract/porta/kigo'
import { Button } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { saveFile } from '../../kit/call/client.ts'
import { useCall } from '../../kit/call/useCall.ts'
import type { GridSearch } from '../../kit/grid/gridSearch.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { kigoWindow } from './kigoWindow.ts'

type Props = {
  call: typeof kigoPaper | typeof myKigoPaper
  search: GridSearch & { from?: string | undefined; to?: string | undefined }
  /** The window where nobody has chosen one. */
  months: number
  earliest?: string
}

/** Saves what the list shows as a PDF, with its totals. */
export function PaperButton({ call, search, months, earliest }: Props) {
  const { t } = useWords()
  const save = useCall(call as typeof kigoPaper, { onDone: saveFile })
  return (
    <Button
      variant="default"
      leftSection={<IconFileTypePdf size={16} aria-hidden />}
      loading={save.isPending}
      onClick={() =>
        void save.run({
          ...kigoWindow(search, months, earliest),
          sort: [],
          filters: search.f ?? {},
          search: search.q?.trim() ?? '',
        })
      }
    >
      {t('porta.kigo.paper')}
    </Button>
  )
}
