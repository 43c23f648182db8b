import {
  getPortaMateUserAcknowledgementDefinition,
  updateUserAcknowledgement,
} from '@kervan/contract/access/acknowledgement'
import { getServiceMediaContents } from '@kervan/contract/access/web-resources'
import { createPairingCode } from '@kervan/contract/administration/devices'
import {
  getPortaMateJob,
  getPortaMateState,
  portaMateScope,
  portaMateStates,
  startPortaMateJob,
} from '@kervan/contract/porta/porta-mate'
import { describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import { PortaMateDialog } from './PortaMateDialog.tsx'
import { discountWays } from './ways.ts'

const at = '2026-11-20T09:12:00.000Z'
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

async function open(
  portaMate: (typeof portaMateStates)[number],
  { agreed = 1, language = 'en' }: { agreed?: number | null; language?: 'en' | 'tr' | 'de' } = {},
) {
  await page.viewport(1440, 900)
  const rights = [startPortaMateJob, createPairingCode].map(({ permission }) => permission ?? '')
  const server = await freshPortal({
    language,
    session: { ...session, PermissionsUI: [...session.PermissionsUI, ...rights] },
  })
  let version: number | null = agreed
  server.answer(getPortaMateUserAcknowledgementDefinition, () => ({
    PortaMateUserAcknowledgementDefinition: {
      IntCode: 1,
      Version: 1,
      Title: 'Terms of PortaMate',
      Text: 'It asks on your own computer.',
      PublishedAt: at,
      AgreedVersion: version,
      Changes: [],
    },
  }))
  server.answer(updateUserAcknowledgement, () => {
    version = 1
    return { done: true as const }
  })
  server.answer(getPortaMateState, () => ({
    portaMate,
    name: portaMate === 'NotPaired' ? null : 'PortaMate Kasa',
    version: '1.0.0',
    seenAt: at,
    answered: 1,
    of: 2,
  }))
  server.answer(getServiceMediaContents, () => ({
    contents: [
      {
        IntCode: 1,
        ServiceMediaContentType: 'KIGOPortaMateValidation' as const,
        ReferenceKey: 'film',
        ReferenceDTKey: 'film',
        LanguageKey: 'en',
        Url: 'https://films.example',
        Title: 'Validate packs with PortaMate',
        ThumbnailUrl: '',
      },
    ],
  }))
  server.answer(startPortaMateJob, () => ({ runId: id(9) }))
  server.answer(getPortaMateJob, () => ({
    finished: true,
    before: 0,
    packs: [
      {
        requestId: id(1),
        requestCode: 'DR-000001',
        serialNumber: 'A1',
        result: 'Succeeded' as const,
        message: null,
        at,
      },
    ],
  }))
  server.answer(createPairingCode, () => ({ code: 'ABCD-2345', expiresAt: at }))
  await show(<PortaMateDialog ways={discountWays} ids={[id(1)]} onClose={() => {}} />)
  return server
}

describe('[DSC-010] PortaMate in the page', () => {
  test('is paired after its terms are accepted, by a code that may do nothing else', async () => {
    const server = await open('NotPaired', { agreed: null })
    await expect.element(page.getByText('It asks on your own computer.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Create a pairing code' })).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Ask through PortaMate' })).toBeDisabled()
    await expect.element(page.getByRole('link', { name: 'Validate packs with PortaMate' })).toBeVisible()
    await expectNoAxeFaults()
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.getByRole('button', { name: 'Create a pairing code' }).click()
    await expect.element(page.getByText('ABCD-2345')).toBeVisible()
    await expect.element(page.getByText(/^npm run portamate -- --portal http/)).toBeVisible()
    expect(server.sentTo(createPairingCode).at(-1)?.input).toMatchObject({ scope: [...portaMateScope] })
    await expectNoAxeFaults()
  })

  test('asks and shows what came of each pack', async () => {
    const server = await open('Working')
    await expect.element(page.getByText('PortaMate (PortaMate Kasa) is working: 1 of 2.')).toBeVisible()
    await page.getByRole('button', { name: 'Ask through PortaMate' }).click()
    await expect.element(page.getByText('1 of 1 answered')).toBeVisible()
    await vi.waitFor(() =>
      expect(server.sentTo(startPortaMateJob).at(-1)?.input).toMatchObject({ requestIds: [id(1)] }),
    )
    await expectNoAxeFaults()
  })

  test.each(['en', 'tr', 'de'] as const)('says since when it is offline in %s', async (language) => {
    await open('Offline', { language })
    await expect.element(page.getByText(/PortaMate Kasa/)).toBeVisible()
    await expectNoAxeFaults()
  })
})
