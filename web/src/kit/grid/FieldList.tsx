/* oxlint-disable jsx-a11y/no-static-element-interactions -- carries the arrows between the field and the buttons below it */
import { TextInput } from '@mantine/core'
import { useRef, useState, type KeyboardEvent } from 'react'
import { matches } from '../fold.ts'
import { useWords } from '../i18n/words.ts'
import css from './bars.module.css'

/** The columns that can be filtered: typing finds one, the arrows walk through them, Enter takes the first or the one reached. */
export function FieldList({
  names,
  onChoose,
}: {
  names: readonly string[]
  onChoose: (name: string) => void
}) {
  const { t, column } = useWords()
  const [typed, setTyped] = useState('')
  const root = useRef<HTMLDivElement>(null)
  const found = names.filter((name) => matches(typed, column(name)))
  const onKeyDown = (event: KeyboardEvent) => {
    const stops = [...(root.current?.querySelectorAll<HTMLElement>('input, button') ?? [])]
    const at = stops.findIndex((stop) => stop === document.activeElement)
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      stops[Math.max(0, Math.min(stops.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1)))]?.focus()
    } else if (event.key === 'Enter' && at === 0 && found[0]) {
      event.preventDefault()
      onChoose(found[0])
    } else if (at > 0 && event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey)
      // The letter itself lands in the field that has the focus by then.
      stops[0]?.focus()
  }
  return (
    <div ref={root} onKeyDown={onKeyDown}>
      <TextInput
        size="sm"
        mb={4}
        data-autofocus
        aria-label={t('kit.filter.findField')}
        placeholder={t('kit.filter.findField')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className={css.choices}>
        {found.map((name) => (
          <button key={name} type="button" className={css.choice} onClick={() => onChoose(name)}>
            {column(name)}
          </button>
        ))}
      </div>
    </div>
  )
}
