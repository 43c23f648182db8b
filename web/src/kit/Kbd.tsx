import css from './values/badge.module.css'

const commandKey = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ ' : 'Ctrl '

/** Keys beside what they do. Left out on a telephone and where fingers point, unless the keys are what is asked for. */
export function Kbd({ keys, always = false }: { keys: string; always?: boolean }) {
  return (
    <span aria-hidden className={css.keys} data-always={always || undefined}>
      {keys
        .replace('Mod+', commandKey)
        .split(' ')
        .map((key) => (
          <kbd key={key} className={css.kbd}>
            {key.length === 1 ? key.toUpperCase() : key}
          </kbd>
        ))}
    </span>
  )
}
