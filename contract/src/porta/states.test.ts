import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { drawStateTable } from '../kit/state-table.ts'
import { discountTable, refusedOnRequest, requestActions, statesOfTab } from './states.ts'
import { requestStates } from './words.ts'
import { requestTabs } from './tabs.ts'

describe('[DSC-001] [DSC-003] discount requests', () => {
  it('each state stands in one tab, and in none of its own what is archived', () => {
    const found = requestTabs.flatMap((tab) => statesOfTab(tab))
    expect(found.toSorted()).toEqual([...requestStates].toSorted())
    expect(statesOfTab('archived')).toEqual([])
    expect(statesOfTab('closed')).toEqual([
      'Approved',
      'Rejected',
      'Completed',
      'ApplicationOnThirdPartyDomain',
    ])
  })

  it('nothing is done to what is archived, whoever asks', () => {
    for (const action of requestActions)
      for (const state of requestStates)
        expect(
          refusedOnRequest(action, { code: 'DR-1', state, archived: true, isOwn: false }, 'reviewer')?.code,
        ).toBe('RequestArchived')
  })

  it('the manual draws the table as it is', () => {
    const manual = readFileSync(new URL('../../../docs/areas/porta.md', import.meta.url), 'utf8')
    expect(manual).toContain(drawStateTable(discountTable))
  })
})
