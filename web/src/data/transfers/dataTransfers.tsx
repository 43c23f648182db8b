import { dataTransferKind } from '@kervan/contract/data/data-transfers'
import { masterDataScreen } from '../../kit/master/MasterDataPart.tsx'
import { targets } from '../targets.ts'
import { asText } from '../../kit/values/asText.ts'
import { RhythmField } from './RhythmField.tsx'
import { RhythmWords } from './RhythmWords.tsx'

/** Deliveries of data that the company expects (DAT-001). */
export default masterDataScreen(dataTransferKind, {
  targets,
  inputs: { expression: RhythmField },
  renderers: { expression: ({ expression }) => <RhythmWords expression={asText(expression)} /> },
  facts: ['source', 'expression'],
  views: {
    code: { pinned: true, width: 130 },
    dataKind: { width: 150 },
    source: { width: 130 },
    expression: { width: 220, grow: true },
    entity: { whenFilled: true },
    toleranceMinutes: { width: 130 },
    active: { width: 90 },
  },
})
