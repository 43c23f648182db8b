import type { KeyboardEvent } from 'react'

/** Where a key leads from a cell; null where it edits the text, as arrows do inside a number. */
export function stepOf(event: KeyboardEvent<HTMLInputElement>): { rows: number; columns: number } | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return null
  const { selectionStart: start, selectionEnd: end, value } = event.currentTarget
  const isWhole = start === 0 && end === value.length
  switch (event.key) {
    case 'Enter':
      return { rows: event.shiftKey ? -1 : 1, columns: 0 }
    case 'ArrowDown':
      return { rows: 1, columns: 0 }
    case 'ArrowUp':
      return { rows: -1, columns: 0 }
    case 'ArrowLeft':
      return !event.shiftKey && (isWhole || (start === 0 && end === 0)) ? { rows: 0, columns: -1 } : null
    case 'ArrowRight':
      return !event.shiftKey && (isWhole || (start === value.length && end === value.length))
        ? { rows: 0, columns: 1 }
        : null
    default:
      return null
  }
}
