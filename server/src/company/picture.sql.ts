import type { ProductPicture } from '@kervan/contract/company/words'
import { sql, type RawBuilder } from 'kysely'

// What a product looks like in small (PRD-001): the one place that decides it.

type Picture = RawBuilder<ProductPicture>

/** The picture of the product of that alias; drawn in the colour of a variant where `color` gives one. */
export const pictureOf = (product: string, color: RawBuilder<unknown> = sql`null::text`): Picture =>
  sql`jsonb_build_object('shape', ${sql.ref(`${product}.picture_shape`)}, 'color', coalesce(${color}, ${sql.ref(`${product}.picture_color`)}),
    'photoId', ${sql.ref(`${product}.picture_file_id`)})`

/** What stands for a product that is gone: a plain box. */
export const noPicture: ProductPicture = { shape: 'box', color: '#676c73', photoId: null }

/** The picture of the variant that `variant` names; a plain box where it is gone. */
export const pictureOfVariant = (company: number, variant: RawBuilder<unknown>): Picture =>
  sql`coalesce((select ${pictureOf('pp', sql`pv.color_hex`)} from product_variant pv
      join product pp on pp.company_id = ${company} and pp.id = pv.product_id
      where pv.company_id = ${company} and pv.id = ${variant}),
    ${JSON.stringify(noPicture)}::jsonb)`
