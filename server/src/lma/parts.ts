import { part, type Part } from '../kit/parts.ts'
import {
  fuelExpectationWork,
  fuelMissingWork,
  fuelQuotesWork,
  fuelRatesWork,
} from './expectations/calendar-work.ts'
import { fuelLpgWork } from './expectations/lpg-mail.ts'
import { sendFuelMail } from './mails/send.ts'
import { fuelFilesWork, fuelFolder } from './sources/drop.ts'
import { fetchFuelFile } from './sources/fetch.ts'

export const parts: readonly Part[] = [
  part('outbox', { outbox: 'fuelMail', deliver: sendFuelMail }),
  part('outbox', { outbox: 'fuelFetch', deliver: fetchFuelFile }),
  part('dropFolder', fuelFolder),
  part('schedule', fuelFilesWork),
  part('schedule', fuelQuotesWork),
  part('schedule', fuelRatesWork),
  part('schedule', fuelExpectationWork),
  part('schedule', fuelMissingWork),
  part('schedule', fuelLpgWork),
  part('mails', {
    fuelMissingData: 'lma/input-data',
    fuelCorrection: 'lma/price-expectation',
    fuelPriceExpectation: 'lma/price-expectation',
    fuelRefineryPriceChanged: 'lma/refinery-prices',
    fuelLpgMonthly: 'lma/price-expectation',
    fuelTransferPriceApproved: 'lma/transfer-price',
    fuelSapExport: 'lma/transfer-price',
  }),
]
