import { Kysely, type CompiledQuery } from 'kysely'
import type { DB } from './db.gen.ts'
import { dialect } from './driver.ts'

const asksNothing = () => Promise.reject(new Error('this one only writes the text of queries'))
const builder = new Kysely<DB>({
  dialect: dialect({ acquire: asksNothing, release: asksNothing, destroy: asksNothing }),
})

/** Stands where a value will be. Reading it as text or number, which would write another text for each value, throws. */
class Place {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
  toJSON(): never {
    throw new Error(`the text of the query depends on ${this.name}`)
  }
  [Symbol.toPrimitive](): never {
    return this.toJSON()
  }
}

/**
 * A query whose text is the same for all values, written once: for what is asked in nearly every request, where writing
 * the text anew took a seventh of the server's time. `build` is called once, at the first use, with places instead of
 * values. It may only hand them to the query: a condition on one (`if (values.name)`) would be decided for all calls alike.
 */
export function compiledOnce<V extends Record<string, unknown>, R>(
  build: (values: V, db: Kysely<DB>) => CompiledQuery<R>,
): (values: V) => CompiledQuery<R> {
  let written: CompiledQuery<R> | null = null
  return (values) => {
    written ??= build(placesOf<V>(), builder)
    return {
      ...written,
      parameters: written.parameters.map((one) => (one instanceof Place ? values[one.name] : one)),
    }
  }
}

const placesOf = <V extends object>(): V =>
  new Proxy<V>(Object.create(null), { get: (_, name) => new Place(String(name)) })
