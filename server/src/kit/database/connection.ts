import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { existing } from '@kervan/contract/kit/typed'
import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'

// One connection to the database, as db.ts uses it. Whatever is asked for in one go travels as one batch: one write,
// one Sync, one answer. A write or an answer of its own for each statement costs both sides more than most statements do,
// because each wakes the other process. PostgreSQL skips what stands behind a statement that failed, up to the Sync.

type Parser = (value: string) => unknown
type Column = { name: string; parse: Parser }
/** What a statement answers with. Each row is a copy of the blank one: filled name by name it would cost several times as much. */
type Columns = { columns: readonly Column[]; blank: Record<string, unknown> }
const noColumns: Columns = { columns: [], blank: {} }
/** A text that PostgreSQL has planned under this name on this connection; `columns` is what it answers with, where that never changes. */
type Prepared = {
  name: string
  sent: boolean
  answered: boolean
  fixed: boolean
  columns: Columns | null
}
export type Answer = { rows: object[]; command: string; count: number | null }

type Step = {
  text: string
  values: readonly unknown[]
  prepared: Prepared
  columns: Columns | null
  rows: object[]
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/** What pg lets a query of one's own say and hear; its types leave it out. */
type Wire = {
  stream: { cork(): void; uncork(): void }
  parse(message: { name: string; text: string }): void
  bind(message: { statement: string; values: readonly unknown[] }): void
  describe(message: { type: 'P'; name: '' }): void
  execute(message: { portal: ''; rows: 0 }): void
  sync(): void
}

const namedStatementCap = 500

/** What these answer with is settled when they are planned. A FETCH, on the other hand, has the columns of its cursor. */
const settled = /^\s*(?:select|with|insert|update|delete|values)\b/i

const unnamed: Prepared = { name: '', sent: false, answered: false, fixed: false, columns: null }

export type ClientConnection = DatabaseConnection & {
  /**
   * Rows, the command's name and how many rows it touched. `once`: a text that gets no name of its own, because it will
   * hardly come again or because each of its values wants a plan of its own.
   */
  ask(text: string, values?: readonly unknown[], options?: { once?: boolean }): Promise<Answer>
}

/** Over pg alone, a round trip for each statement: what differs between this and the pipeline is a fault of the pipeline. */
export class PlainConnection implements ClientConnection {
  readonly #client: pg.PoolClient
  readonly #parserOf: (oid: number) => Parser

  constructor(client: pg.PoolClient, parserOf: (oid: number) => Parser) {
    this.#client = client
    this.#parserOf = parserOf
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return toResult(await this.ask(query.sql, query.parameters))
  }

  async ask(text: string, values: readonly unknown[] = []): Promise<Answer> {
    const types = { getTypeParser: (oid: number) => this.#parserOf(oid) }
    const { rows, command, rowCount } = await this.#client.query<object>({ text, values: [...values], types })
    return { rows, command, count: rowCount }
  }

  streamQuery = streamsNothing
}

export class PipelineConnection implements ClientConnection {
  readonly #client: pg.PoolClient
  readonly #parserOf: (oid: number) => Parser
  readonly #prepared = new Map<string, Prepared>()
  #names = 0
  #waiting: Step[] = []
  #flying = false

  constructor(client: pg.PoolClient, parserOf: (oid: number) => Parser) {
    this.#client = client
    this.#parserOf = parserOf
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return toResult(await this.ask(query.sql, query.parameters))
  }

  ask(text: string, values: readonly unknown[] = [], options: { once?: boolean } = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const prepared = options.once ? unnamed : this.#prepare(text)
      this.#waiting.push({
        text,
        values: values.map((value) => prepareValue(value)),
        prepared,
        columns: null,
        rows: [],
        resolve,
        reject,
      })
      // Leaves when the code that asks has come to wait, with all that it asked for until then.
      if (!this.#flying && this.#waiting.length === 1) process.nextTick(() => this.#flush())
    })
  }

  streamQuery = streamsNothing

  #flush(): void {
    const steps = this.#waiting
    if (this.#flying || steps.length === 0) return
    this.#waiting = []
    this.#flying = true
    const onDone = (unsure: readonly Step[]) => {
      this.#flying = false
      // Whether PostgreSQL knows them is not known, so they get another name the next time.
      for (const { text, prepared } of unsure) if (!prepared.answered) this.#prepared.delete(text)
      this.#flush()
    }
    this.#client.query(new PipelineBatch(steps, this.#parserOf, onDone))
  }

  #prepare(text: string): Prepared {
    const known = this.#prepared.get(text)
    if (known) return known
    if (this.#prepared.size >= namedStatementCap) return unnamed
    const prepared = {
      name: `k${(this.#names += 1)}`,
      sent: false,
      answered: false,
      fixed: settled.test(text),
      columns: null,
    }
    this.#prepared.set(text, prepared)
    return prepared
  }
}

const toResult = <R>({ rows, count }: Answer): QueryResult<R> => ({
  rows: rows as R[],
  ...(count !== null && { numAffectedRows: BigInt(count) }),
})

// oxlint-disable-next-line require-yield -- streams are not offered: their portals would have to outlive a batch
async function* streamsNothing(): AsyncIterableIterator<never> {
  throw new Error('use a cursor: declare, fetch, close')
}

/** Statements under way together; pg tells it what comes back. */
class PipelineBatch implements pg.Submittable {
  readonly #steps: readonly Step[]
  readonly #parserOf: (oid: number) => Parser
  readonly #onDone: (unsure: readonly Step[]) => void
  #at = 0
  #failed = false

  constructor(
    steps: readonly Step[],
    parserOf: (oid: number) => Parser,
    onDone: (unsure: readonly Step[]) => void,
  ) {
    this.#steps = steps
    this.#parserOf = parserOf
    this.#onDone = onDone
  }

  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire
    wire.stream.cork()
    for (const { text, values, prepared } of this.#steps) {
      if (!prepared.sent) wire.parse({ name: prepared.name, text })
      if (prepared !== unnamed) prepared.sent = true
      wire.bind({ statement: prepared.name, values })
      if (!prepared.columns) wire.describe({ type: 'P', name: '' })
      wire.execute({ portal: '', rows: 0 })
    }
    wire.sync()
    wire.stream.uncork()
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    const step = this.#current()
    step.columns = {
      columns: fields.map(({ name, dataTypeID }) => ({ name, parse: this.#parserOf(dataTypeID) })),
      blank: Object.fromEntries(fields.map(({ name }) => [name, null])),
    }
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.#failed) return
    const step = this.#current()
    try {
      step.rows.push(readRow(step.columns ?? step.prepared.columns ?? noColumns, fields))
    } catch (error) {
      // The statements run on; only nobody gets to see what could not be read.
      this.#fail(error)
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const step = this.#steps[this.#at]
    this.#at += 1
    if (!step || this.#failed) return
    if (step.prepared !== unnamed) step.prepared.answered = true
    if (step.prepared.fixed) step.prepared.columns ??= step.columns ?? noColumns
    const [, command = '', count] = /^([A-Z ]+?)(?: \d+)??(?: (\d+))?$/.exec(text) ?? []
    step.resolve({ rows: step.rows, command, count: count === undefined ? null : Number(count) })
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  handleReadyForQuery(): void {
    this.#onDone(this.#failed ? this.#steps : [])
  }

  handleError(error: unknown): void {
    this.#fail(error)
    this.#onDone(this.#steps)
  }

  #fail(error: unknown): void {
    this.#failed = true
    for (const step of this.#steps.slice(this.#at)) step.reject(error)
  }

  #current(): Step {
    return existing(this.#steps[this.#at])
  }
}

function readRow({ columns, blank }: Columns, values: readonly (string | null)[]): object {
  const row = { ...blank }
  columns.forEach(({ name, parse }, at) => {
    const value = values[at]
    if (typeof value === 'string') row[name] = parse(value)
  })
  return row
}
