import type { OutputOf } from '@kervan/contract/kit/call'
import { type getOrderOptions } from '@kervan/contract/order/order-new'
import { Delivery } from '@kervan/contract/order/cart'
import { proposedPointOfSale } from '@kervan/contract/order/point-of-sale'
import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { getSession } from '../../kit/call/session.ts'
import { parseTabText, tabText, writeTab } from '../../kit/storage/tabStorage.ts'

export type OrderOptions = OutputOf<typeof getOrderOptions>
export type DeliveryWish = Omit<Delivery, 'locationId'> & { locationId: string | null }

// Where and when the lines that are typed now go to: the same for every product until the user says otherwise, and after
// a reload too, or else what was typed would seem to be gone. It belongs to one user in one tab.

const Requested = z.object({ owner: z.string(), chosen: Delivery.partial() })
type Chosen = z.infer<typeof Requested>['chosen']
const storageKey = 'kervan.delivery'
const kept = () => tabText(storageKey)
const listeners = new Set<() => void>()
const owner = () => `${getSession()?.CompanyIntCode ?? ''} ${getSession()?.UserName ?? ''}`

export function chooseDelivery(patch: Partial<Delivery>): void {
  writeTab(storageKey, { owner: owner(), chosen: { ...chosenIn(kept()), ...patch } })
  for (const listener of listeners) listener()
}

export function useDelivery(options: OrderOptions): DeliveryWish {
  return proposeDelivery(options, chosenIn(useSyncExternalStore(subscribe, kept)))
}

/**
 * What was chosen, where it may still be used; otherwise where the last order went, and the only place of somebody who has
 * one. Of several places the user chooses (ORD-003).
 */
export function proposeDelivery(options: OrderOptions, chosen: Chosen): DeliveryWish {
  const { locations, shipmentMethods, earliestDeliveryDate, proposedDeliveryDate, lastDelivery } = options
  const known = <T extends { id: string }>(from: readonly T[], id: string | null | undefined) =>
    from.find((one) => one.id === id)?.id ?? null
  const { deliveryDate = proposedDeliveryDate, shipmentMethod } = chosen
  const locationId =
    known(locations, chosen.locationId) ??
    known(locations, lastDelivery?.locationId) ??
    (locations.length === 1 ? (locations[0]?.id ?? null) : null)
  const location = locations.find(({ id }) => id === locationId)
  const shops = location ? shopsFor(options, location) : []
  return {
    locationId,
    deliveryDate: deliveryDate < earliestDeliveryDate ? proposedDeliveryDate : deliveryDate,
    shipmentMethod:
      shipmentMethod && shipmentMethods.includes(shipmentMethod)
        ? shipmentMethod
        : (shipmentMethods[0] ?? 'Road'),
    pointOfSaleId:
      known(shops, chosen.pointOfSaleId) ??
      (location ? proposedPointOfSale(location, shops) : null) ??
      (lastDelivery?.locationId === locationId ? known(shops, lastDelivery?.pointOfSaleId) : null),
  }
}

/** The points of sale that goods for this location can be ordered for: its customer's, or itself where there is none. */
export function shopsFor({ pointsOfSale }: OrderOptions, location: OrderOptions['locations'][number]) {
  const shops = pointsOfSale.filter(({ customerId }) => customerId === location.customerId)
  return shops.length > 0 ? shops : [location]
}

/** What a line needs to be ordered; null while something required is missing (ORD-003). */
export function completeDelivery(dialog: DeliveryWish): Delivery | null {
  if (dialog.locationId === null || dialog.pointOfSaleId === null) return null
  return { ...dialog, locationId: dialog.locationId }
}

function chosenIn(text: string | null): Chosen {
  const dialog = parseTabText(Requested, text)
  return dialog?.owner === owner() ? dialog.chosen : {}
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
