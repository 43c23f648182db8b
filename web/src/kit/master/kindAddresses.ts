/** The screen of a kind, and its part there. */
export type KindAddress = { to: string; search: Record<string, string> }
type Known = (kind: string) => KindAddress | null

const areas = import.meta.glob<Known>('../../*/kindAddresses.ts', { eager: true, import: 'addressOfKind' })

/** Where the records of a kind are made; null where no area says so. */
export function addressOfKind(kind: string): KindAddress | null {
  for (const known of Object.values(areas)) {
    const address = known(kind)
    if (address) return address
  }
  return null
}
