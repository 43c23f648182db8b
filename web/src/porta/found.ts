import { IconReceiptRefund } from '@tabler/icons-react'
import type { FoundKinds } from '../kit/page/foundKinds.ts'

/** Refund requests that the palette finds: each in the list that the reader may open. */
export const found: FoundKinds = {
  discountRequest: {
    icon: IconReceiptRefund,
    group: (t) => t('shell.palette.requests'),
    opens: ({ code }, may) => ({
      to: may('PromotionManagement')
        ? '/order/institutional-discount-requests'
        : '/order/my-institutional-discount-requests',
      search: { q: code },
    }),
  },
}
