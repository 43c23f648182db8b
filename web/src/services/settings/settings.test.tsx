import { declaredSettings, settingNames } from '@kervan/contract/services/settings'
import { getSettingsHere } from '@kervan/contract/services/setting-values'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { rememberDictionaries } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import SettingsHere from './SettingsHere.tsx'

let server: MemoryServer
beforeEach(async () => {
  await page.viewport(1440, 900)
  server = await freshPortal({ session })
  rememberDictionaries(server)
})

test('[SVC-002] the value of each setting that holds says on which level and by whom, and what it goes before', async () => {
  const start = (name: (typeof settingNames)[number]) => ({
    level: 'Start' as const,
    source: 'Start' as const,
    code: null,
    value: declaredSettings[name].start,
    validFrom: null,
    validTo: null,
  })
  server.answer(getSettingsHere, () => ({
    day: '2026-11-20',
    locationGroup: 'Own stores',
    strategies: [],
    settings: settingNames.map((setting) => ({
      setting,
      candidates:
        setting === 'minimumDisplay'
          ? [
              {
                level: 'Location' as const,
                source: 'Value' as const,
                code: 'SET-003',
                value: '4',
                validFrom: '2026-01-01',
                validTo: '2026-12-31',
              },
              start(setting),
            ]
          : [start(setting)],
    })),
  }))
  await show(<SettingsHere />)
  await expect.element(page.getByRole('rowheader', { name: 'Minimum display' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: /SET-003/ })).toBeVisible()
  await expectNoAxeFaults()
})
