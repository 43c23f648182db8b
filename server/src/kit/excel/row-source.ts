export type Row = readonly (string | number | null)[]

/** Rows one by one, from whatever gives them, across as many sheets as they fill. */
export class RowSource {
  readonly #batches: Iterator<readonly Row[]> | AsyncIterator<readonly Row[]>
  #rows: Iterator<Row> = [].values()
  #ahead: Row | undefined
  #ended = false

  constructor(rows: Iterable<Row> | AsyncIterable<readonly Row[]>) {
    if (Symbol.asyncIterator in rows) this.#batches = rows[Symbol.asyncIterator]()
    else {
      this.#batches = [].values()
      this.#rows = rows[Symbol.iterator]()
    }
  }

  /** The next row, at once where it is there already: a promise for each would cost as much as the row. */
  next(): Row | undefined | Promise<Row | undefined> {
    const ahead = this.#ahead
    this.#ahead = undefined
    if (ahead || this.#ended) return ahead
    const { value, done } = this.#rows.next()
    return done ? this.#nextBatch() : value
  }

  async #nextBatch(): Promise<Row | undefined> {
    for (;;) {
      const { value, done } = await this.#batches.next()
      if (done) {
        this.#ended = true
        return undefined
      }
      this.#rows = value.values()
      const first = this.#rows.next()
      if (!first.done) return first.value
    }
  }

  async hasMore(): Promise<boolean> {
    this.#ahead = await this.next()
    return this.#ahead !== undefined
  }

  close(): void {
    if (this.#ended) return
    this.#ended = true
    // Whoever made the rows is told that no more are wanted; by now nobody is left to hear a complaint.
    void (async () => {
      this.#rows.return?.()
      await this.#batches.return?.()
    })().catch(() => {})
  }
}
