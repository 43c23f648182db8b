import type { pendingOrders } from '@kervan/contract/order/order-management'
import { channels, orderStates, shipmentMethods } from '@kervan/contract/order/words'
import type { RowOf } from '@kervan/contract/kit/page'

export type OrderRow = RowOf<typeof pendingOrders>

const customers = [
  'Bozkır Hastane Tedarik',
  'Kızılırmak Ecza Deposu',
  'Karasu Tıbbi Cihaz',
  'Efes Klinik Malzeme',
  'Toros Medikal Dağıtım',
  'Çınaraltı Eczaneleri',
  'İncirli Ecza Kooperatifi',
  'Göksu Sağlık Ürünleri',
  'Ilgaz Sağlık Lojistik',
  'Yıldıztepe Medikal',
]
const places = [
  'Konya Selçuklu',
  'Ankara Sincan DC',
  'Sakarya Arifiye',
  'İzmir Bornova',
  'Adana Seyhan',
  'Ordu Altınordu',
  'İstanbul Tuzla DC',
  'Antalya Kepez',
  'Kastamonu Merkez',
  'Bursa Nilüfer',
]
const pick = <T>(from: readonly T[], index: number): T => from[index % from.length]!

/** Orders that look like orders; the same every time. */
export function sampleOrders(count: number): OrderRow[] {
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.UTC(2026, 10, 20, 7, 36) - index * 37 * 60_000)
    return {
      id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      version: 1,
      orderCode: `SO-26-${48_213 - index * 3}`,
      customerName: pick(customers, index),
      customerUniqueCode: `C-${1_000 + (index % 10)}`,
      externalPoCode: index % 4 === 0 ? null : `PO-${88_410 + index}`,
      orderDate: day.toISOString(),
      deliveryDate: new Date(day.getTime() + 4 * 86_400_000).toISOString().slice(0, 10),
      deliveryLocationName: pick(places, index),
      deliveryLocationCode: `L-${200 + (index % 10)}`,
      shipmentMethod: pick(shipmentMethods, index),
      type: index % 9 === 0 ? ('Backorder' as const) : ('DirectlyOrder' as const),
      channel: pick(channels, index),
      externalOrderDate: null,
      externalContact: null,
      vendorName: 'Selvi İlaç',
      vendorUniqueCode: 'SELVI',
      shortLines: 0,
      exceededLines: 0,
      overQuota: false,
      lineCount: 1 + ((index * 7) % 31),
      demandQuantity: 24 + ((index * 138) % 1_800),
      confirmedQuantity: 24 + ((index * 138) % 1_800),
      total: `${1_000 + index * 371}.40`,
      demandTotal: `${1_000 + index * 371}.40`,
      completedRatio: index % 4 === 3 ? (index * 35) % 101 : 0,
      state: pick(orderStates, index % 3 === 0 ? 0 : index),
      shownState: pick(orderStates, index % 3 === 0 ? 0 : index),
      lastEventDate: new Date(day.getTime() + 600_000).toISOString(),
      recordUser: 'Elif Karaca',
      mainOrderCode: null,
      medulaState: null,
      currency: 'TRY',
      externalOverdue: false,
      actions: { approve: null, reject: null, revise: null, revert: 'Nothing to set back.' },
    }
  })
}
