import { shipmentMethods, type ShipmentMethod } from '@kervan/contract/order/words'
import type { Delivery } from '@kervan/contract/order/cart'
import { Select } from '@mantine/core'
import { IconBuildingStore, IconMapPin, IconTruck } from '@tabler/icons-react'
import { isWeekend } from '@kervan/contract/kit/days'
import { DayInput } from '../../kit/form/DayInput.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { chooseDelivery, shopsFor, type DeliveryWish, type OrderOptions } from './delivery.ts'
import type { Product } from './matrix.ts'
import css from './quantities.module.css'

/** Where, when and how: applies to what is typed below, and stays for the next product (ORD-003). */
export function DeliveryFields({
  options,
  dialog,
  product,
  onChange = chooseDelivery,
}: {
  options: OrderOptions
  dialog: DeliveryWish
  /** The product it is for, whose locations are known; without one none is ruled out. */
  product?: Product
  /** Where what is chosen goes; left out, it is where what is typed next goes to. */
  onChange?: (patch: Partial<Delivery>) => void
}) {
  const { t, state } = useWords()
  const blocked = new Set(product?.blockedLocationIds)
  const locations = grouped(
    options,
    named(options.locations).map(({ id, name }) => ({
      value: id,
      label: blocked.has(id) ? t('order.new.locationBlocked', { name }) : name,
    })),
    t('order.new.otherLocations'),
  )
  const location = options.locations.find(({ id }) => id === dialog.locationId)
  const shops = location
    ? named(shopsFor(options, location)).map(({ id, name }) => ({ value: id, label: name }))
    : []
  return (
    <div className={css.delivery}>
      <Select
        label={t('order.new.location')}
        data={locations}
        searchable={options.locations.length > 8}
        limit={100}
        nothingFoundMessage={t('kit.form.nothingFound')}
        allowDeselect={false}
        placeholder={t('order.new.choose')}
        leftSection={<IconMapPin size={16} aria-hidden />}
        wrapperProps={{ 'data-missing': dialog.locationId === null || undefined }}
        value={dialog.locationId}
        onChange={(locationId) => locationId && onChange({ locationId })}
      />
      <Select
        label={t('order.new.pointOfSale')}
        data={shops}
        searchable={shops.length > 8}
        limit={100}
        allowDeselect={false}
        placeholder={t('order.new.choose')}
        nothingFoundMessage={t('kit.form.nothingFound')}
        leftSection={<IconBuildingStore size={16} aria-hidden />}
        wrapperProps={{ 'data-missing': (location && dialog.pointOfSaleId === null) || undefined }}
        value={dialog.pointOfSaleId}
        onChange={(pointOfSaleId) => pointOfSaleId && onChange({ pointOfSaleId })}
      />
      <DayInput
        label={t('order.new.date')}
        minDate={options.earliestDeliveryDate}
        value={dialog.deliveryDate}
        note={isWeekend(dialog.deliveryDate) ? t('order.new.weekend') : undefined}
        onChange={(deliveryDate) => onChange({ deliveryDate })}
      />
      <Select
        label={t('order.new.shipping')}
        data={options.shipmentMethods.map((value) => ({ value, label: state('shipment', value) }))}
        allowDeselect={false}
        leftSection={<IconTruck size={16} aria-hidden />}
        value={dialog.shipmentMethod}
        onChange={(value) => isShipment(value) && onChange({ shipmentMethod: value })}
      />
    </div>
  )
}

type Choice = { value: string; label: string }

/** The locations of the leading groups under their names, then the others (ORD-021); a plain list where no group leads. */
function grouped({ locations, topGroups }: OrderOptions, choices: readonly Choice[], others: string) {
  if (topGroups.length === 0) return [...choices]
  const groupOf = new Map(locations.map(({ id, group }) => [id, group]))
  const inGroup = (group: string | null) =>
    choices.filter(({ value }) => {
      const own = groupOf.get(value) ?? null
      return group === null ? own === null || !topGroups.includes(own) : own === group
    })
  return [...topGroups, null]
    .map((group) => ({ group: group ?? others, items: inGroup(group) }))
    .filter(({ items }) => items.length > 0)
}

/** By name; places of one name are told apart by their codes. */
function named(
  places: readonly { id: string; name: string; code: string }[],
): { id: string; name: string }[] {
  const counts = new Map<string, number>()
  for (const { name } of places) counts.set(name, (counts.get(name) ?? 0) + 1)
  return places.map(({ id, name, code }) => ({
    id,
    name: counts.get(name) === 1 ? name : `${name} · ${code}`,
  }))
}

const isShipment = (value: string | null): value is ShipmentMethod =>
  shipmentMethods.some((one) => one === value)
