import type { Shop } from './ordering.ts'

/** An order of a shop's customer as an EDIFACT message (ORDERS D.96A): number PO-9, one line. */
export const edifact = (shop: Shop, quantity = 12) => {
  const segments = [
    'BGM+220+PO-9+9',
    'DTM+137:20261123:102',
    'DTM+2:20990106:102',
    `NAD+BY+${shop.customer.code}::91`,
    `NAD+DP+${shop.location.code}::91`,
    `LIN+1++${shop.product.code}:SA`,
    `QTY+21:${quantity}`,
    'UNS+S',
  ]
  return `UNB+UNOC:3+SENDER+RECEIVER+261123:0915+IC1'UNH+1+ORDERS:D:96A:UN'${segments.join("'")}'UNT+${segments.length + 2}+1'UNZ+1+IC1'`
}
