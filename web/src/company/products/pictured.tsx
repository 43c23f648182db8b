import type { ProductPicture } from '@kervan/contract/company/words'
import type { MasterRow } from '../../kit/master/types.ts'
import { asText } from '../../kit/values/asText.ts'
import { PicturedName } from './ProductPicture.tsx'

/** What a product is called, in that field of a row that carries its picture. */
export const pictured = (field: string) => (row: MasterRow) => (
  <PicturedName picture={row['picture'] as ProductPicture | null}>{asText(row[field])}</PicturedName>
)
