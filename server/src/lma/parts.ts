import { part, type Part } from '../kit/parts.ts'
import { sendFuelMail } from './mails/send.ts'

export const parts: readonly Part[] = [
  part('outbox', { outbox: 'fuelMail', deliver: sendFuelMail }),
  part('mails', {
    fuelPriceExpectation: 'lma/price-expectation',
    fuelTransferPriceApproved: 'lma/transfer-price',
    fuelSapExport: 'lma/transfer-price',
  }),
]
