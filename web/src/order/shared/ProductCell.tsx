import { productName } from './productName.ts'
import css from './lines.module.css'

type Props = { line: Parameters<typeof productName>[0] & { productUniqueCode: string } }

/** A variant in a table: what it is called, and its code below. */
export const ProductCell = ({ line }: Props) => (
  <span className={css.named}>
    <span>{productName(line)}</span>
    <span className="k-mono k-quiet">{line.productUniqueCode}</span>
  </span>
)
