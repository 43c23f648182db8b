import type { SheetRow } from './sheet-rows.ts'

const CHUNK_ROWS = 500
const CHUNK_CHARACTERS = 1_000_000

/** Rows on their way: never more in one go than a receiver can take within a moment. */
export class RowPortions {
  readonly #give: (rows: SheetRow[]) => Promise<void>
  readonly #full: SheetRow[][] = []
  #rows: SheetRow[] = []
  #characters = 0

  constructor(give: (rows: SheetRow[]) => Promise<void>) {
    this.#give = give
  }

  add(row: SheetRow): void {
    this.#rows.push(row)
    for (const cell of row.cells) this.#characters += cell ? cell.text.length : 1
    if (this.#rows.length < CHUNK_ROWS && this.#characters < CHUNK_CHARACTERS) return
    this.#full.push(this.#rows)
    this.#rows = []
    this.#characters = 0
  }

  giveFull(): Promise<void> | undefined {
    return this.#full.length === 0 ? undefined : this.#giveAll()
  }

  async giveRest(): Promise<void> {
    if (this.#rows.length > 0) this.#full.push(this.#rows)
    await this.#giveAll()
  }

  async #giveAll(): Promise<void> {
    for (const rows of this.#full.splice(0)) await this.#give(rows)
  }
}
