import type { Language } from '@kervan/contract/kit/values'

export type JobPayloads = {
  'mci.import': { fileId: string; language: Language }
  'uiFilter.prepare': { uiFilterId: string; language: Language }
}
