import { projectColors } from './states.ts'
import css from './badge.module.css'

/** A service product by its name, with its colour wherever it shows (SHL-026). */
export function ServiceName({ service, name }: { service: string; name: string }) {
  return (
    <span className={css.service}>
      <i style={{ background: projectColors[service] ?? 'var(--k-border)' }} aria-hidden />
      {name}
    </span>
  )
}
