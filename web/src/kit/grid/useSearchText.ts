import { keywordMinimum } from '@kervan/contract/kit/page-limits'
import { useEffect, useRef, useState } from 'react'

const typingMs = 300

/** What a typed text asks for: nothing below two letters. */
export const askedBy = (typed: string): string => (typed.trim().length >= keywordMinimum ? typed.trim() : '')

/**
 * What stands in a search box whose question is kept elsewhere, in the address mostly. It is asked when the hand rests,
 * from two letters on. What comes from elsewhere takes the place of what is typed; what was asked from here is no news
 * when it arrives, however much was typed meanwhile. `isHere`: no server has to be spared.
 */
export function useSearchText(
  value: string,
  onAsk: (search: string) => void,
  { isHere = false } = {},
): readonly [typed: string, type: (typed: string) => void] {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const [sent, setSent] = useState<readonly string[]>([])
  const ask = askedBy(typed)
  if (known !== value) {
    setKnown(value)
    const isOwn = sent.includes(value)
    setSent(isOwn ? sent.slice(sent.indexOf(value) + 1) : [])
    // One letter asks for nothing and stays all the same: the hand is still typing.
    if (!isOwn && value !== ask) setTyped(value)
  }
  const asked = sent.at(-1) ?? value
  const latest = useRef(onAsk)
  useEffect(() => {
    latest.current = onAsk
  })
  useEffect(() => {
    if (ask === asked) return undefined
    const timer = setTimeout(
      () => {
        setSent((before) => [...before, ask])
        latest.current(ask)
      },
      isHere ? 0 : typingMs,
    )
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- waits for the typing hand, whatever else is drawn meanwhile
  }, [ask])
  return [typed, setTyped]
}
