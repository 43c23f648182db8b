import { useEffect, useRef } from 'react'

export type GoKey = 'ArrowDown' | 'Enter'

/**
 * Keys that are pressed in the search box before the list has come: they are done when it is there, so that a fast hand
 * loses none. `listed`: what the list that is shown was asked for; null while it is on its way. What is typed afterwards
 * forgets the key.
 */
export function useGo(listed: string | null, go: (key: GoKey) => void): (key: GoKey, asked: string) => void {
  const waiting = useRef<{ key: GoKey; asked: string } | null>(null)
  useEffect(() => {
    if (listed === null || waiting.current?.asked !== listed) return
    const { key } = waiting.current
    waiting.current = null
    go(key)
  })
  return (key, asked) => {
    if (asked === listed) go(key)
    else waiting.current = { key, asked }
  }
}
