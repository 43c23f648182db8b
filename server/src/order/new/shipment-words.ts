import { shipmentMethods, type ShipmentMethod } from '@kervan/contract/order/words'
import { fold } from '../../kit/lists/fold.ts'

// What people write in a file for the ways of shipping, in the three languages.

const shipmentWords: Record<string, ShipmentMethod> = {
  road: 'Road',
  truck: 'Road',
  karayolu: 'Road',
  kara: 'Road',
  strasse: 'Road',
  lkw: 'Road',
  rail: 'Rail',
  train: 'Rail',
  demiryolu: 'Rail',
  tren: 'Rail',
  schiene: 'Rail',
  bahn: 'Rail',
  sea: 'Sea',
  ship: 'Sea',
  denizyolu: 'Sea',
  deniz: 'Sea',
  see: 'Sea',
  schiff: 'Sea',
  air: 'Air',
  havayolu: 'Air',
  hava: 'Air',
  luft: 'Air',
  flugzeug: 'Air',
  luftfracht: 'Air',
  seefracht: 'Sea',
}

/** The way of shipping that a text names, by its own name or by a word for it; null for any other text. */
export function shipmentMethodOf(text: string): ShipmentMethod | null {
  return (
    shipmentMethods.find((method) => method === text) ?? shipmentWords[fold(text).replaceAll(' ', '')] ?? null
  )
}
