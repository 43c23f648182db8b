import type { Tx } from '../database/db.ts'

// What the national drug-tracking system says of packs, for whoever keeps it: an area that has asked tells the others.

/** A pack as the system knows it, with the movements that it has told. */
export type SeenPack = {
  /** 14 digits. */
  gtin: string
  serialNumber: string
  lotNumber: string | null
  /** `yyyy-mm-dd` */
  expiryDate: string | null
  movements: readonly {
    declarationId: string
    /** ISO instant. */
    declaredAt: string
    movement: string
    fromGln: string | null
    toGln: string | null
    resultCode: string
  }[]
}

/** Keeps what was seen, in the transaction of who has asked. Told twice, it has the effect of once. */
export type KeepSeen = (tx: Tx, companyId: number, packs: readonly SeenPack[]) => Promise<void>
