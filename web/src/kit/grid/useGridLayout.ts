import { getGridState, saveGridState } from '@kervan/contract/account/web-app-user-dictionary'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { callServer } from '../call/client.ts'
import { read } from '../call/query.ts'
import { ownerOfSession } from '../storage/recent.ts'
import { readStored, writeStored } from '../storage/storage.ts'
import {
  defaultLayout,
  fitLayout,
  parseStored,
  toStored,
  type GridList,
  type ColumnViews,
  type GridLayout,
} from './gridState.ts'
import { type StoredGridState } from './storedGrid.ts'

// The user's arrangement of a grid: at once from the browser, then from the server when that one is newer. Changes are
// drawn at once and sent when the hand rests.

const restMs = 800
const wideScreen = '(min-width: 1920px)'

export type GridLayoutState = {
  layout: GridLayout
  /** False until it is known how this user left the grid; the first question waits for it. */
  isKnown: boolean
  arrange: (change: (layout: GridLayout) => GridLayout) => void
  reset: () => void
}

export function objectKeyOf(list: GridList): string {
  return `grid:${list.key}`
}

export function useGridLayout(list: GridList, views: ColumnViews): GridLayoutState {
  const ObjectKey = objectKeyOf(list)
  const isWide = useMediaQuery(wideScreen, undefined, { getInitialValueInEffect: false }) ?? false
  const defaults = defaultLayout(list, views, isWide)
  const [own, setOwn] = useState<StoredGridState | null>(() => mirrored(ObjectKey))
  const server = useQuery({
    ...read(getGridState, { ObjectKey }),
    staleTime: Infinity,
    gcTime: Infinity,
    retry: 1,
  })
  const stored = later(own, parseStored(server.data?.Value))
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const waiting = useRef<StoredGridState | null>(null)

  const send = () => {
    if (timer.current) clearTimeout(timer.current)
    const state = waiting.current
    waiting.current = null
    // The arrangement is a comfort: when it cannot be kept the browser's copy serves until next time.
    if (state) callServer(saveGridState, { ObjectKey, Value: JSON.stringify(state) }).catch(() => undefined)
  }
  const keep = (layout: GridLayout) => {
    const state = toStored(layout, Date.now())
    setOwn(state)
    writeStored('kervan.gridStates.v9', {
      ...readStored('kervan.gridStates.v9'),
      [mirrorKey(ObjectKey)]: state,
    })
    waiting.current = state
    if (timer.current) clearTimeout(timer.current)
    timer.current = setTimeout(send, restMs)
  }

  useEffect(() => {
    window.addEventListener('pagehide', send)
    return () => {
      window.removeEventListener('pagehide', send)
      send()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once in the life of the grid
  }, [])

  const layout = stored ? fitLayout(stored, list, defaults) : defaults
  return {
    layout,
    isKnown: own !== null || !server.isPending,
    arrange: (change) => keep(change(layout)),
    reset: () => keep(defaults),
  }
}

/** For the route's loader: the arrangement as far as this browser knows it. */
export function knownLayout(list: GridList, views: ColumnViews = {}): GridLayout {
  const defaults = defaultLayout(list, views, window.matchMedia(wideScreen).matches)
  const stored = mirrored(objectKeyOf(list))
  return stored ? fitLayout(stored, list, defaults) : defaults
}

function mirrored(key: string): StoredGridState | null {
  return readStored('kervan.gridStates.v9')?.[mirrorKey(key)] ?? null
}

/** Of this user in this company: who signs in next on the same browser has arrangements of their own. */
function mirrorKey(key: string): string {
  return `${ownerOfSession()} ${key}`
}

function later(one: StoredGridState | null, other: StoredGridState | null): StoredGridState | null {
  if (!one || !other) return one ?? other
  return one.at >= other.at ? one : other
}
