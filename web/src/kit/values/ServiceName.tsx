import { projectColors } from './states.ts'
import css from './badge.module.css'

/** A service by its name, with the colour of its product wherever it shows (SHL-026); a subscription's id begins with it: `OMP-ORDERS`. */
export function ServiceName({ service, name }: { service: string; name: string }) {
  const [product = ''] = service.split('-', 1)
  return (
    <span className={css.service}>
      <i style={{ background: projectColors[product] ?? 'var(--k-border)' }} aria-hidden />
      {name}
    </span>
  )
}
