import type { MasterContext } from '../master/kind.ts'

/** A district of a city; a city alone where it has none. */
export type Place = { city: string; district: string | null }

/** The cities and districts that a company has entered. */
export type PlacesOf = (context: Pick<MasterContext, 'tx' | 'actor'>) => Promise<Place[]>
