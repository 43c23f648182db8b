import { IconPlayerPlay, IconTargetArrow } from '@tabler/icons-react'
import type { FoundKinds } from '../kit/page/foundKinds.ts'

/** Strategies and runs that the palette finds open beside their lists. */
export const found: FoundKinds = {
  strategy: {
    icon: IconTargetArrow,
    group: (t) => t('services.palette.strategies'),
    opens: ({ id }) => ({ to: '/services/service-strategies', search: { strategy: id } }),
  },
  serviceRun: {
    icon: IconPlayerPlay,
    group: (t) => t('services.palette.runs'),
    opens: ({ id }) => ({ to: '/services/service-operations', search: { run: id } }),
  },
}
