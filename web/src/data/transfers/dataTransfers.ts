import { dataTransferKind } from '@kervan/contract/data/data-transfers'
import { masterDataScreen } from '../../kit/master/MasterDataPart.tsx'
import { targets } from '../targets.ts'
import { RhythmField } from './RhythmField.tsx'

/** Deliveries of data that the company expects (DAT-001). */
export default masterDataScreen(dataTransferKind, {
  targets,
  inputs: { expression: RhythmField },
  views: {
    code: { pinned: true, width: 130 },
    dataKind: { width: 150 },
    source: { width: 130 },
    expression: { width: 150 },
    toleranceMinutes: { width: 120 },
    active: { width: 90 },
  },
})
