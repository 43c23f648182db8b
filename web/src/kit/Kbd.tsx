import { useTranslation } from 'react-i18next'
import css from './values/badge.module.css'

const commandKey = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ ' : 'Ctrl '

/** What stands on the key where keyboards of this language are sold. */
const controlKeys: Record<string, string> = { de: 'Strg' }

/** Keys beside what they do. Left out on a telephone and where fingers point, unless the keys are what is asked for. */
export function Kbd({ keys, always = false }: { keys: string; always?: boolean }) {
  const { i18n } = useTranslation()
  const control = controlKeys[i18n.language] ?? 'Ctrl'
  return (
    <span aria-hidden className={css.keys} data-always={always || undefined}>
      {keys
        .replace('Mod+', commandKey)
        .replace('Ctrl', control)
        .split(' ')
        .map((key) => (
          <kbd key={key} className={css.kbd}>
            {key.length === 1 ? key.toUpperCase() : key}
          </kbd>
        ))}
    </span>
  )
}
