import type { ScreenKey } from '@kervan/contract/shell/screens'
import type { QueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { z, type ZodObject } from 'zod'
import { useGo } from './go.ts'

export type LoaderArguments<S> = { queryClient: QueryClient; search: S; params: Record<string, string> }

/** What an area gives to the router for one of the contract's screens. */
export type ScreenParts = {
  /** The screen, in a chunk of its own. */
  component: () => Promise<{ default: ComponentType }>
  search?: ZodObject
  /** Asks ahead for what the screen will show. */
  loader?: (of: LoaderArguments<never>) => unknown
  /** Made by `partsScreen`: the palette offers each of its parts. */
  hasParts?: true
}

/** The screens of an area, by the contract's keys: the `screens.ts` of its folder. */
export type AreaScreens = Partial<Record<ScreenKey, ScreenParts>>

/** Ties the loader's `search` to the schema of the same screen. */
export function screenParts<S extends ZodObject>(parts: {
  component: () => Promise<{ default: ComponentType }>
  search?: S
  loader?: (of: LoaderArguments<z.infer<S>>) => unknown
}): ScreenParts {
  return parts
}

/** A screen of many parts (`partsScreen`). Each part knows its own share of the address, so all of it is kept. */
export function partedScreen(component: ScreenParts['component']): ScreenParts {
  return {
    component,
    search: z.looseObject({ part: z.string().optional().catch(undefined) }),
    hasParts: true,
  }
}

/** The screen's own part of the address, typed by its schema, and a way to change it. */
export function useScreenSearch<S extends ZodObject>(
  schema: S,
): [z.infer<S>, (patch: Partial<z.infer<S>>, options?: { replace?: boolean }) => void] {
  const search = useSearch({ strict: false })
  const go = useGo()
  const change = (patch: Partial<z.infer<S>>, options?: { replace?: boolean }) =>
    go({
      search: (before: object) => ({ ...before, ...patch }),
      replace: options?.replace ?? false,
      resetScroll: false,
    })
  return [schema.parse(search), change]
}
