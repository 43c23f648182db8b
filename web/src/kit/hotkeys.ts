import { useEffect, useRef, useSyncExternalStore } from 'react'

// Keys of the whole page. Every one that works now is in the list that `?` shows; nothing fires while somebody types.

export type Hotkey = { keys: string; label: string }
/** `query`: what the palette is asked with, for acts on what somebody types. */
type Registered = Hotkey & {
  run: ((query: string) => void) | null
  label: string
  labelFor?: (query: string) => string | null
}

let registered: readonly Registered[] = []
const listeners = new Set<() => void>()
const chordMs = 1_200
let chord: { first: string; at: number } | null = null
/** Where the hand types, until it has rested this long or went elsewhere by itself. */
const handMs = 1_000
let typing: { field: HTMLElement; at: number } | null = null
/** Beside signs: what corrects them, and what changes nothing by itself. Any other key says that the hand goes on elsewhere. */
const writing = new Set(['Backspace', 'Delete', 'Dead', 'Process', 'Unidentified'])
const silent = new Set(['Shift', 'CapsLock', 'Control', 'Meta', 'Alt', 'AltGraph'])

/** `keys`: one key (`/`), with Ctrl or Cmd (`Mod+K`), or two in turn (`g n`). */
export function useHotkey(keys: string | null, label: string, run: () => void): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    if (keys === null) return undefined
    const one: Registered = { keys, label, run: () => latest.current() }
    change([...registered, one])
    return () => change(registered.filter((other) => other !== one))
  }, [keys, label])
}

/** What can be done on this page and has no key of its own: the palette offers it. `label` of what is typed, null for nothing. */
export function usePageAction(label: (query: string) => string | null, run: (query: string) => void): void {
  const latest = useRef({ label, run })
  useEffect(() => {
    latest.current = { label, run }
  })
  useEffect(() => {
    const one: Registered = {
      keys: '',
      label: '',
      labelFor: (query) => latest.current.label(query),
      run: (query) => latest.current.run(query),
    }
    change([...registered, one])
    return () => change(registered.filter((other) => other !== one))
  }, [])
}

/** Keys that a part of the page answers itself, such as those of a row: they are only listed. */
export function useKeyHints(hints: readonly Hotkey[]): void {
  const text = JSON.stringify(hints)
  useEffect(() => {
    const listed: Hotkey[] = JSON.parse(text)
    const own = listed.map((hint): Registered => ({ ...hint, run: null }))
    if (own.length === 0) return undefined
    change([...registered, ...own])
    return () => change(registered.filter((other) => !own.includes(other)))
  }, [text])
}

/** Everything that the page offers now, with its key or without, as the palette takes it. */
export function useHotkeyList(): readonly Registered[] {
  return useSyncExternalStore(subscribe, () => registered)
}

/** Installed once by the shell. */
export function listenForHotkeys(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return
    const found = matching(event)
    if (!found) return
    event.preventDefault()
    found.run?.('')
  }
  window.addEventListener('keydown', keepTyping, { capture: true })
  window.addEventListener('pointerdown', endTyping, { capture: true })
  window.addEventListener('keydown', onKeyDown)
  return () => {
    endTyping()
    window.removeEventListener('keydown', keepTyping, { capture: true })
    window.removeEventListener('pointerdown', endTyping, { capture: true })
    window.removeEventListener('keydown', onKeyDown)
  }
}

function endTyping(): void {
  typing = null
}

/**
 * A field may lose its focus to the page in the middle of a word. The letters that follow were meant for it and reach no
 * shortcut, of the page, of a row or of a record: they go on in the field where it can take them. The moments are those of
 * the keys, so that a page that answers late judges the hand and not itself.
 */
function keepTyping(event: KeyboardEvent): void {
  const { key, target, timeStamp: at } = event
  const isSign = key.length === 1
  if (silent.has(key)) return
  if (!isSign && !writing.has(key)) return endTyping()
  const field = target instanceof HTMLElement ? target.closest<HTMLElement>(textFields) : null
  if (field) typing = { field, at }
  else if (!typing || at - typing.at >= handMs) endTyping()
  else if (isSign && !event.ctrlKey && !event.metaKey && !event.altKey) {
    typing.at = at
    event.stopImmediatePropagation()
    if (document.activeElement === document.body) typing.field.focus()
    if (document.activeElement !== typing.field) event.preventDefault()
  }
}

function matching(event: KeyboardEvent): Registered | undefined {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const latest = registered.toReversed().filter(({ run }) => run !== null)
  if (event.ctrlKey || event.metaKey) {
    if (event.altKey || (ofFields.has(key) && isTyping(event.target))) return undefined
    const found = latest.find(({ keys }) => keys.toLowerCase() === `mod+${key.toLowerCase()}`)
    // What is asked in a dialog is answered first; the palette is reached from everywhere.
    return found?.keys === 'Mod+K' || !asksInDialog() ? found : undefined
  }
  if (event.altKey || isTyping(event.target) || asksInDialog()) return undefined
  const before = chord && event.timeStamp - chord.at < chordMs ? chord.first : null
  chord = null
  const second = before && latest.find(({ keys }) => keys === `${before} ${key}`)
  if (second) return second
  if (latest.some(({ keys }) => keys.startsWith(`${key} `))) chord = { first: key, at: event.timeStamp }
  return latest.find(({ keys }) => keys === key)
}

/** With Ctrl or Cmd these are the field's own while somebody types. */
const ofFields = new Set(['a', 'c', 'v', 'x', 'z'])
const asksInDialog = () => document.querySelector('[role="dialog"][aria-modal="true"]') !== null

const textFields =
  'input:not([type="checkbox"]):not([type="radio"]), textarea, select, [contenteditable="true"]'

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`${textFields}, [role="menu"], [role="dialog"]`) !== null
}

function change(next: readonly Registered[]): void {
  registered = next
  for (const listener of listeners) listener()
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
