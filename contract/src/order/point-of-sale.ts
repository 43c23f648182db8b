/**
 * The point of sale that follows from where the goods go (ORD-003): the location itself where it is one, the customer's
 * only one, and for a customer without any the location itself, so that no order is without. Null where several could
 * be meant. `shops` are the points of sale that belong to the location's customer.
 */
export function proposedPointOfSale(
  location: { id: string },
  shops: readonly { id: string }[],
): string | null {
  const [only = location, another] = shops
  if (shops.some(({ id }) => id === location.id)) return location.id
  return another ? null : only.id
}
