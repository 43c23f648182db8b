import { part, type Part } from '../kit/parts.ts'
import { keepMovements } from './keep-movements.ts'
import { packageExchangeWork, packageFolder } from './packages/drop.ts'
import { readTracePackage } from './packages/read.ts'
import { packageTransfersWork, takeTransfers } from './packages/transfers.ts'
import { movementsOfPack, packagesOfPack, recallsOfPack } from './passport/told.ts'

export const parts: readonly Part[] = [
  part('queue', {
    queue: 'packageReading',
    work: (services) => async (entries) => {
      for (const entry of entries) await readTracePackage(services, entry)
    },
  }),
  part('queue', {
    queue: 'packageTransfers',
    work: (services) => async (entries) => {
      for (const entry of entries) await takeTransfers(services, entry)
    },
  }),
  part('schedule', packageExchangeWork),
  part('schedule', packageTransfersWork),
  part('mails', {
    recallStarted: 'services/trace-inquiry',
    recallLifted: 'services/trace-inquiry',
  }),
  part('dropFolder', packageFolder),
  part('packPassport', packagesOfPack),
  part('packPassport', movementsOfPack),
  part('packPassport', recallsOfPack),
  part('packsSeen', (tx, companyId, packs) =>
    keepMovements(
      tx,
      companyId,
      packs.map(({ gtin, serialNumber, lotNumber, expiryDate, movements }) => ({
        gtin,
        serialNumber,
        lotNumber,
        expiryDate,
        movements: movements.map(({ declaredAt, ...movement }) => ({ ...movement, at: declaredAt })),
      })),
      'Its',
    ),
  ),
]
