import { useEffect, type RefObject } from 'react'

/**
 * Keys by which scanners and people enter the separator of GS1 codes in the text fields inside: Ctrl+], F8, and Alt with
 * 0029 on the number pad. The separator is written as a character that is seen.
 */
export function useSeparatorKeys(inside: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const place = inside.current
    if (!place) return undefined
    let digits = ''
    const down = (event: KeyboardEvent) => {
      if (!(event.target instanceof HTMLTextAreaElement)) return
      const digit = /^Numpad(\d)$/.exec(event.code)?.[1]
      if (event.altKey && digit !== undefined) digits += digit
      const isBracket = event.ctrlKey && !event.altKey && (event.key === ']' || event.key === '\u001d')
      if (event.key !== 'F8' && !isBracket) return
      event.preventDefault()
      write(event.target)
    }
    const up = (event: KeyboardEvent) => {
      if (event.key !== 'Alt') return
      if (digits === '0029' && event.target instanceof HTMLTextAreaElement) write(event.target)
      digits = ''
    }
    place.addEventListener('keydown', down)
    place.addEventListener('keyup', up)
    return () => {
      place.removeEventListener('keydown', down)
      place.removeEventListener('keyup', up)
    }
  }, [inside])
}

const separator = '␝'

function write(field: HTMLTextAreaElement): void {
  const { selectionStart: from, selectionEnd: to, value } = field
  // Some systems have written the invisible one already.
  const start = value[from - 1] === '\u001d' ? from - 1 : from
  field.setRangeText(separator, start, to, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
