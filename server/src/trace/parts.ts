import { part, type Part } from '../kit/parts.ts'
import { readTracePackage } from './packages/read.ts'

export const parts: readonly Part[] = [
  part('queue', {
    queue: 'packageReading',
    work: (services) => async (entries) => {
      for (const entry of entries) await readTracePackage(services, entry)
    },
  }),
]
