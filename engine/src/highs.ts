import highs, { type Highs } from 'highs'

export type { Highs }

/**
 * A solver with memory of its own, which grows with its work and never shrinks. The types of the package are those of CommonJS,
 * where what is exported stands one level deeper than for who imports it as a module.
 */
export const loadHighs = highs as unknown as () => Promise<Highs>
