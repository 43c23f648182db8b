import { getApplicationSetup, checkApplication, createRequest } from '@kervan/contract/porta/applications'
import { myDiscountRequests } from '@kervan/contract/porta/discount-requests'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { rememberDictionaries } from '../../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../../test/render.tsx'
import MyDiscountRequests from '../MyDiscountRequests.tsx'

/** The data matrix code of a made-up pack: GTIN 08699999001018, serial number 7K2M9QX41B, lot B24A07, 31.12.2031. */
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAHgAAAB4AQMAAAADqqSRAAAABlBMVEX///8AAABVwtN+AAAACXBIWXMAAAsSAAALEgHS3X78AAAAnElEQVQ4y+WUwQ3DAAwC2YD9t2QDClal9Bu+dR7xfZAhKMDfj56Z2BBIqtvCgjOQqY0tOopZJraVzfQ3j7esk3MceeQKJhNjY9YTmMMmTpS5JUhs3EPEPhPrviQb68StQvRyDjduE32viWMjn7R6HlnXShIjN9Ia4sZZE6Xx0+c3fEbaJnLjeHEvsibW6bXRnvj+R9cIbPzMxH89H1V9Hu+1+AvEAAAAAElFTkSuQmCC'
const code = ']d20108699999001018217K2M9QX41B␝1731123110B24A07'
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

async function open(width = 1440) {
  await page.viewport(width, 900)
  const rights = [myDiscountRequests.page, createRequest].map(({ permission }) => permission ?? '')
  const server = await freshPortal({
    language: 'en',
    session: { ...session, PermissionsUI: [...session.PermissionsUI, ...rights] },
  })
  rememberDictionaries(server)
  server.answer(myDiscountRequests.page, () => ({
    rows: [],
    total: 0,
    totalIsExact: true,
    asOf: '2026-11-20T09:12:00.000Z',
  }))
  server.answer(getApplicationSetup, () => ({
    pointsOfSale: [
      {
        id: id(10),
        code: '35-001',
        name: 'Çınar Eczanesi',
        gln: '8689999100018',
        city: 'İzmir',
        town: 'Konak',
        paymentLocations: [{ id: id(11), code: '07-002', name: 'Göksu Deposu' }],
      },
    ],
    morePointsOfSale: false,
    maximumCodes: 2,
    maximumImages: 20,
    flows: ['ValidateFromImage' as const],
    earliest: '2026-05-28',
    earliestBy: 'Months' as const,
    itsPausedUntil: null,
  }))
  server.answer(checkApplication, () => ({ pack: null, concerns: [] }))
  await show(<MyDiscountRequests />)
}
const form = () => page.getByRole('dialog', { name: 'New discount request' })
const field = () => form().getByRole('textbox', { name: 'Data matrix' })

function pictureFile(): File {
  const bytes = Uint8Array.from(atob(picture), (sign) => sign.charCodeAt(0))
  return new File([bytes], 'code.png', { type: 'image/png' })
}

/** A camera that sees the code: a real stream, drawn again and again. */
async function putBeforeCamera(): Promise<MediaStream> {
  const image = await createImageBitmap(pictureFile())
  const canvas = document.createElement('canvas')
  canvas.width = 640
  canvas.height = 480
  const context = canvas.getContext('2d')!
  const draw = () => {
    context.fillStyle = '#e8e8e8'
    context.fillRect(0, 0, 640, 480)
    context.drawImage(image, 240, 160)
  }
  draw()
  const timer = setInterval(draw, 50)
  const stream = canvas.captureStream(20)
  stream.getVideoTracks()[0]!.addEventListener('ended', () => clearInterval(timer))
  return stream
}

afterEach(() => vi.restoreAllMocks())

describe('[DSC-004] a code is entered', () => {
  test('by the camera, which is the first button on a telephone', async () => {
    const stream = await putBeforeCamera()
    const asked = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(stream)
    const vibrated = vi.spyOn(navigator, 'vibrate').mockReturnValue(true)
    await open(390)
    const buttons = page.getByRole('button', { name: /Scan with the camera|New request/ })
    await expect.element(buttons.first()).toHaveAccessibleName('Scan with the camera')
    await buttons.first().click()
    await expect.element(field(), { timeout: 30_000 }).toHaveValue(code)
    expect(asked.mock.calls[0]?.[0]).toMatchObject({ video: { facingMode: 'environment' } })
    expect(vibrated).toHaveBeenCalledOnce()
    await expect.element(form().getByRole('button', { name: 'Scan with the camera' })).toBeVisible()
    await vi.waitFor(() => expect(stream.getVideoTracks()[0]!.readyState).toBe('ended'))
  })

  test('by the camera with a zoom that is remembered, and the page says where there is none', async () => {
    vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(
      new DOMException('no', 'NotAllowedError'),
    )
    await open()
    await page.getByRole('button', { name: 'New request' }).click()
    await form().getByRole('button', { name: 'Scan with the camera' }).click()
    await expect.element(form().getByText(/^The browser does not let this page use the camera/)).toBeVisible()
    await form().getByRole('button', { name: '2× zoom' }).click()
    expect(JSON.parse(localStorage.getItem('kervan.camera') ?? '{}')).toMatchObject({ zoom: 2 })
    await expectNoAxeFaults()
    await form().getByRole('button', { name: 'Close the camera' }).click()
    await form().getByRole('button', { name: 'Scan with the camera' }).click()
    await expect
      .element(form().getByRole('button', { name: '2× zoom' }))
      .toHaveAttribute('aria-pressed', 'true')
  })

  test('from a photo; one without a code says so', async () => {
    await open()
    await page.getByRole('button', { name: 'New request' }).click()
    const input = () => form().element().querySelector<HTMLInputElement>('input[accept="image/*"]')!
    await expect.element(field()).toBeVisible()
    await userEvent.upload(input(), new File(['no picture'], 'none.png', { type: 'image/png' }))
    await expect.element(form().getByText(/^No code was found in the picture/)).toBeVisible()
    await userEvent.upload(input(), pictureFile())
    await expect.element(field(), { timeout: 30_000 }).toHaveValue(code)
  })

  test('by keys that stand for the separator', async () => {
    await open()
    await page.getByRole('button', { name: 'New request' }).click()
    await field().click()
    await userEvent.keyboard('01A{Control>}]{/Control}B{F8}C')
    // The number pad with Alt held down; the browser of the tests has no number pad.
    const press = (type: 'keydown' | 'keyup', init: KeyboardEventInit) =>
      field()
        .element()
        .dispatchEvent(new KeyboardEvent(type, { bubbles: true, ...init }))
    for (const digit of '0029') press('keydown', { code: `Numpad${digit}`, key: digit, altKey: true })
    press('keyup', { key: 'Alt' })
    await userEvent.keyboard('D')
    await expect.element(field()).toHaveValue('01A␝B␝C␝D')
  })
})
