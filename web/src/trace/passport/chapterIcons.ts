import type { PackChapter } from '@kervan/contract/kit/pack-passport'
import {
  IconArrowBackUp,
  IconCash,
  IconClipboardList,
  IconFileInvoice,
  IconReceiptRefund,
  IconRoute,
  IconTruckDelivery,
  type TablerIcon,
} from '@tabler/icons-react'

export const chapterIcons: Readonly<Record<PackChapter, TablerIcon>> = {
  ordered: IconClipboardList,
  shipped: IconTruckDelivery,
  traced: IconRoute,
  claimed: IconFileInvoice,
  refunded: IconReceiptRefund,
  paid: IconCash,
  returned: IconArrowBackUp,
}
