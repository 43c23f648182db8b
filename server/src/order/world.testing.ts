import { randomBytes } from 'node:crypto'
import { cartLines, getCart, setCartQuantities, uploadCartFiles } from '@kervan/contract/order/cart'
import { uploadDocuments } from '@kervan/contract/order/order-documents'
import { getMyOrder } from '@kervan/contract/order/order-my'
import { saveOrderTemplate } from '@kervan/contract/order/order-templates'
import type { OrderView } from '@kervan/contract/order/order-view'
import { getMyPreApprovalOrder } from '@kervan/contract/order/pre-approval'
import { inDatabase } from '../../test/office.ts'
import { deliveryTo, fillCart, orderOf, page, preOrderOf, type Shop } from '../../test/ordering.ts'
import type { Filled, Named, WorldStart } from '../../test/world.ts'
import { newId } from '../kit/database/uuid.ts'
import type { kinds } from './record-fields.testing.ts'

/** Orders and pre-approval orders of this person and of a colleague, a filled cart, a template and an import. */
export async function fill(start: WorldStart, { job }: { job: Named }): Promise<Filled<keyof typeof kinds>> {
  const { portal, company, customer, location, product, me, colleague, named } = start
  const shop: Shop = { portal, company, customer, location, product, buyer: me, boss: me }
  const order = await orderWithDocument(shop)
  const other = await orderWithDocument({ ...shop, buyer: colleague })
  const { id: preOrder, fileId: preOrderFile, lineId: preOrderLine } = await preOrderWithDocument(shop)
  const managedPreOrder = await preOrderOf({ ...shop, buyer: colleague })
  const cart = await cartWithFile(shop)
  const { body: template } = await portal.call(saveOrderTemplate, me.token, {
    orderTemplateId: null,
    version: null,
    templateName: named('Order template'),
    locationId: location.id,
    lines: [{ productCode: product.variants[0]?.code ?? '', quantity: 5 }],
  })
  return {
    records: {
      ...(await insertImport(start, job)),
      cartLine: cart.line,
      cartFile: cart.file,
      orderTemplate: template.id,
      preOrder,
      preOrderFile,
      preOrderLine,
      managedPreOrder,
      order: order.orderCode,
      orderId: order.id,
      line: order.lines[0]?.id ?? '',
      document: order.documents[0]?.fileId ?? '',
      orderDocument: order.documents[0]?.id ?? '',
      managedOrder: other.orderCode,
      managedOrderId: other.id,
      managedLine: other.lines[0]?.id ?? '',
      managedDocument: other.documents[0]?.fileId ?? '',
    },
    versions: {
      order: order.version,
      managedOrder: other.version,
      orderTemplate: 1,
      preOrder: 1,
      managedPreOrder: 1,
    },
  }
}

async function orderWithDocument(shop: Shop): Promise<OrderView> {
  const { orderCode } = await orderOf(shop)
  await shop.portal.upload(uploadDocuments, shop.buyer.token, { orderCode }, [
    { name: 'own.pdf', body: '%PDF-1.7 own' },
  ])
  return (await shop.portal.call(getMyOrder, shop.buyer.token, { orderCode })).body
}

async function preOrderWithDocument(shop: Shop): Promise<{ id: string; fileId: string; lineId: string }> {
  await shop.portal.upload(uploadCartFiles, shop.buyer.token, {}, [
    { name: 'asked.pdf', body: '%PDF-1.7 asked' },
  ])
  const id = await preOrderOf(shop)
  const { body } = await shop.portal.call(getMyPreApprovalOrder, shop.buyer.token, { preOrderId: id })
  return { id, fileId: body.documents[0]?.fileId ?? '', lineId: body.lines[0]?.id ?? '' }
}

async function cartWithFile(shop: Shop): Promise<{ line: string; file: string }> {
  await fillCart(shop, [7])
  const atPointOfSale = {
    delivery: deliveryTo(shop.location, { pointOfSaleId: shop.location.id }),
    quantities: [{ variantId: shop.product.variants[0]?.id ?? '', quantity: 8 }],
  }
  await shop.portal.call(setCartQuantities, shop.buyer.token, atPointOfSale)
  await shop.portal.upload(uploadCartFiles, shop.buyer.token, {}, [
    { name: 'cart.pdf', body: '%PDF-1.7 cart' },
  ])
  const { body } = await shop.portal.call(cartLines.page, shop.buyer.token, page)
  const { body: cart } = await shop.portal.call(getCart, shop.buyer.token, {})
  return { line: body.rows[0]?.id ?? '', file: cart.files[0]?.fileId ?? '' }
}

/** An import that waits to be confirmed, as a worker leaves it. */
async function insertImport({ office, me, mark }: WorldStart, job: Named) {
  const [file, importId, importRow] = [newId(), newId(), newId()]
  const issue = {
    id: importRow,
    severity: 'Rounded',
    column: 'quantity',
    code: 'Rounded',
    value: '7',
    remedy: '12',
    facts: { set: 12, pack: 12, below: 0, above: 12 },
  }
  await inDatabase(
    office,
    `insert into file (company_id, id, storage_key, name, type, bytes, sha256, purpose, created_by) values ($1, $2, $3, 'own.xlsx', 'x', 1, $4, 'import', $5)`,
    file,
    `none-${file}`,
    randomBytes(32),
    me.id,
  )
  await inDatabase(
    office,
    `insert into order_import (company_id, id, membership_id, job_id, file_id, file_name, bytes, state, uploaded_by) values ($1, $2, $3, $4, $5, $6, 1, 'Ready', 'Me')`,
    importId,
    me.id,
    job,
    file,
    `${mark}orders.xlsx`,
  )
  await inDatabase(
    office,
    `insert into order_import_line (company_id, import_id, id, sheet, row_number, result, issues, cells) values ($1, $2, $3, $4, 2, 'Rounded', $5, '{}')`,
    importId,
    newId(),
    `${mark}Orders`,
    JSON.stringify([issue]),
  )
  return { import: importId, importRow }
}
