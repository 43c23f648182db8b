import type { ProductPicture } from '@kervan/contract/company/words'
import type { MasterRow } from '../../kit/master/types.ts'
import { asText } from '../../kit/values/asText.ts'
import { PicturedName } from './ProductPicture.tsx'

/** The name of a product in the list of products. */
export const pictured = (row: MasterRow) => (
  <PicturedName picture={row['picture'] as ProductPicture | null}>{asText(row['name'])}</PicturedName>
)
