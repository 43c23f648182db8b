import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { languages } from '../values.ts'
import { contentFaults } from './content.ts'
import { elementFaults } from './elements.ts'
import { packFaults, packNotes, reasons } from './pack.ts'

test.each(languages)(
  '[DSC-007] every fault has cause and remedy, every note and reason its words, in %s',
  (language) => {
    const file = resolve(import.meta.dirname, `../../messages/${language}/porta.json`)
    const { gs1 } = JSON.parse(readFileSync(file, 'utf8')) as { gs1: Record<string, Record<string, string>> }
    const faults = [...packFaults, ...elementFaults, ...contentFaults].toSorted()
    const named = (group: string) => Object.keys(gs1[group] ?? {}).toSorted()
    expect(named('fault')).toEqual(faults)
    expect(named('remedy')).toEqual(faults)
    expect(named('note')).toEqual([...packNotes].toSorted())
    expect(named('reason')).toEqual([...reasons].toSorted())
  },
)
