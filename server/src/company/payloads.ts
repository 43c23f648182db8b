import type { Language } from '@kervan/contract/kit/values'

declare module '../kit/work/payloads.ts' {
  interface JobPayloads {
    'mci.import': { fileId: string; language: Language }
    'uiFilter.prepare': { uiFilterId: string; language: Language }
  }
}
