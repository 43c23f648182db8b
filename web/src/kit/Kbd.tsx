import css from './badge.module.css'

export function Kbd({ keys }: { keys: string }) {
  return (
    <span aria-hidden style={{ display: 'inline-flex', gap: 4 }}>
      {keys.split(' ').map((key) => (
        <kbd key={key} className={css.kbd}>
          {key.length === 1 ? key.toUpperCase() : key}
        </kbd>
      ))}
    </span>
  )
}
