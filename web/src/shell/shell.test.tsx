import { setOwnLanguage } from '@kervan/contract/account/profile'
import { login, logout, refreshSession, type Session } from '@kervan/contract/access/authentication'
import {
  findCompanyDomain,
  getAppVersion,
  getCompanyDomains,
  getCompanyLogo,
} from '@kervan/contract/access/sign-in-page'
import { uploadProfilePicture } from '@kervan/contract/account/profile-picture'
import { countOrders } from '@kervan/contract/order/order-management'
import { createMemoryHistory } from '@tanstack/react-router'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { MemoryServer } from '../../test/MemoryServer.ts'
import { expectNoAxeFaults, freshPortal, session } from '../../test/render.tsx'
import { callServer } from '../kit/call/client.ts'
import { hostStands, wantHost } from '../kit/feedback/hostReady.ts'
import { chooseLanguage, i18n } from '../kit/i18n/i18n.ts'
import { KitProvider } from '../kit/KitProvider.tsx'
import { makeQueryClient } from '../kit/call/query.ts'
import { getSession, setSession } from '../kit/call/session.ts'
import type { MessageKey } from '../kit/i18n/words.ts'
import { startAnalytics } from './analytics.ts'
import { Portal } from './Portal.tsx'
import { makeRouter } from './router.tsx'

let server: MemoryServer
const reload = vi.fn<() => void>()

async function start(
  address: string,
  options: { session?: Session | null; language?: 'en' | 'tr' | 'de' } = {},
) {
  server = await freshPortal(options)
  server.answer(getAppVersion, () => ({ data: { appVersion: '0.1.0' } }))
  server.answer(getCompanyDomains, () => ({
    domains: [
      { companyIntCode: 101, companyName: 'Selvi Medikal A.Ş.', domain: 'selvimedikal' },
      { companyIntCode: 102, companyName: 'Anka Moda', domain: 'ankamoda' },
    ],
  }))
  server.answer(login, ({ username }) =>
    username === 'nobody' ? server.refuse(login, 'LoginFailed') : session,
  )
  server.answer(logout, () => ({ done: true as const }))
  server.answer(refreshSession, () => getSession() ?? session)
  const queryClient = makeQueryClient()
  const router = makeRouter(queryClient, createMemoryHistory({ initialEntries: [address] }))
  await router.load()
  await render(
    <KitProvider queryClient={queryClient}>
      <Portal router={router} reload={reload} />
    </KitProvider>,
  )
  return router
}

/** A picture that can be decoded. */
async function pictureFile(name: string): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = 400
  canvas.height = 300
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done))
  return new File([blob!], name, { type: 'image/png' })
}

/** With a token of its own, so that a late answer to the test before is not taken for one to this. */
const holding = (...PermissionsUI: string[]): Session => ({
  ...session,
  Token: `token-for-${PermissionsUI.join('-')}`,
  PermissionsUI,
})
beforeEach(() => page.viewport(1440, 900))

describe('signing in', () => {
  test('[ACC-001] each field says what it needs', async () => {
    await start('/login', { session: null })
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    for (const message of ['Domain is required', 'Email is required', 'Password is required'])
      await expect.element(page.getByText(message)).toBeVisible()
    await expectNoAxeFaults()
    await expect
      .element(page.getByRole('link', { name: 'Forgot password?' }))
      .toHaveAttribute('href', '/forgot-password')
    for (const [link, to] of [
      ['Register', '/register'],
      ['I am a registered user', '/forgot-password'],
    ] as const)
      await expect.element(page.getByRole('link', { name: link })).toHaveAttribute('href', to)
    await expect.element(page.getByRole('button', { name: 'Continue with Microsoft' })).toBeVisible()
  })

  test('[ACC-002] wrong credentials, and a server that does not answer', async () => {
    await start('/login', { session: null })
    await signIn('nobody')
    await expect.element(page.getByText('Email or password is incorrect')).toBeVisible()
    server.offline = true
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect.element(page.getByText('Server connection failed')).toBeVisible()
    await expectNoAxeFaults()
  })

  test('[SHL-002] the page first asked for is reached afterwards, by keyboard alone', async () => {
    const router = await start('/account/account-settings?tab=x', { session: null })
    expect(router.state.location.pathname).toBe('/login')
    await page.getByRole('textbox', { name: 'Company domain' }).click()
    await userEvent.keyboard('anka')
    await expect.element(page.getByRole('option', { name: /Anka/ })).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{Enter}{Tab}elif@selvi.example{Tab}{Tab}secret{Enter}')
    await expect.element(page.getByRole('heading', { name: 'Account settings' })).toBeVisible()
    expect(server.sentTo(login)[0]?.input).toEqual({
      username: 'elif@selvi.example',
      password: 'secret',
      companyIntCode: 102,
      device: expect.stringMatching(/^[\w-]{43}$/) as string,
    })
    expect(server.sentTo(login)[0]?.token).toBeNull()
  })

  test('[ACC-001] a company that is not listed is found by its domain; its logo shows', async () => {
    await start('/login', { session: null })
    server.answer(findCompanyDomain, ({ domain }) =>
      domain === 'gizli'
        ? { companyIntCode: 103, companyName: 'Gizli A.Ş.', domain }
        : server.refuse(findCompanyDomain, 'CompanyUnknown'),
    )
    server.answer(
      getCompanyLogo,
      () =>
        new Response('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"/>', {
          headers: { 'Content-Type': 'image/svg+xml' },
        }),
    )
    const domain = page.getByRole('textbox', { name: 'Company domain' })
    await domain.fill('nosuch')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('No company uses this domain. Check the spelling.')).toBeVisible()
    await domain.fill('gizli')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('img', { name: 'Gizli A.Ş.' })).toBeVisible()
  })

  async function signIn(username: string) {
    await page.getByRole('textbox', { name: 'Company domain' }).click()
    await page.getByRole('option', { name: /Selvi/ }).click()
    await page.getByRole('textbox', { name: 'Email' }).fill(username)
    await page.getByLabelText('Password', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
})

describe('[SHL-003] [SHL-004] guards', () => {
  test('without the right: to the first screen that is allowed', async () => {
    const router = await start('/order/order-management', { session: holding('AccountSettings', 'HomePage') })
    await expect.element(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
    expect(router.state.location.pathname).toBe('/')
  })
  test('without any right: a sentence and a way out', async () => {
    const router = await start('/', { session: holding() })
    await expect.element(page.getByText("You don't have the permission to access!")).toBeVisible()
    await expectNoAxeFaults()
    await page.getByRole('button', { name: 'Sign out' }).last().click()
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(getSession()).toBeNull()
  })
  test('with an acknowledgement pending: held at sign-in', async () => {
    const router = await start('/', { session: { ...session, UserAcknowledgement: true } })
    expect(router.state.location.pathname).toBe('/login')
  })
  test('[SHL-002] an unknown address leads home', async () => {
    const router = await start('/no/such/page')
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/'))
  })
})

describe('the header', () => {
  const everything = holding(
    'HomePage',
    'AccountSettings',
    'Orders',
    'NewOrder',
    'MyOrders',
    'OrderTemplate',
    'Trace',
    'Porta',
    'KnowledgeBase',
  )

  test('[SHL-007] [SHL-008] [SHL-009] menus by arrow keys; Trace and an empty Porta are grey', async () => {
    const router = await start('/', { session: everything })
    const menu = page.getByRole('menuitem', { name: 'Orders' })
    await expect
      .element(page.getByRole('menuitem', { name: 'Trace' }))
      .toHaveAttribute('aria-disabled', 'true')
    await expect
      .element(page.getByRole('menuitem', { name: 'Porta' }))
      .toHaveAttribute('aria-disabled', 'true')
    ;(menu.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('menuitem', { name: /^New order/ })).toBeVisible()
    await expectNoAxeFaults()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/order/my-orders'))
  })

  test('[SHL-011] greeting, company, language, knowledge base, settings, picture', async () => {
    await start('/', { session: everything })
    await expect.element(page.getByText('Elif Karaca').first()).toBeVisible()
    await expect.element(page.getByText('Selvi Medikal A.Ş.').first()).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Knowledge base' })).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Account settings' }).first())
      .toHaveAttribute('href', '/account/account-settings')
    await page.getByRole('button', { name: 'Settings' }).click()
    await expect.element(page.getByRole('menuitemcheckbox', { name: 'Dark' })).toBeVisible()
    await expectNoAxeFaults()
  })

  test('[SHL-013] the language that somebody chooses is their own from then on, where their roles let them keep it', async () => {
    const own = holding('HomePage', 'AccountSettings', setOwnLanguage.permission ?? '')
    for (const [held, kept] of [
      [own, ['de']],
      [holding('HomePage', 'AccountSettings'), []],
    ] as const) {
      await start('/account/account-settings', { session: { ...held, Language: 'en' } })
      server.answer(setOwnLanguage, () => ({ done: true as const }))
      await page.getByRole('button', { name: 'Language: English' }).click()
      await page.getByRole('menuitem', { name: 'Deutsch' }).click()
      await expect.element(page.getByRole('button', { name: 'Sprache: Deutsch' })).toBeVisible()
      expect(server.sentTo(setOwnLanguage).map(({ input }) => input.language)).toEqual(kept)
      await chooseLanguage('en')
    }
  })

  test('[SHL-013] [SHL-014] the language changes at once, the document says so, and calls are asked in it', async () => {
    await start('/', { session: everything })
    await page.getByRole('button', { name: 'Language: English' }).click()
    await page.getByRole('menuitem', { name: 'Deutsch' }).click()
    await expect.element(page.getByRole('heading', { name: 'Start', level: 1 })).toBeVisible()
    expect(document.documentElement.lang).toBe('de')
    await callServer(getCompanyDomains, {})
    expect(server.sent.at(-1)?.language).toBe('de')
    await expectNoAxeFaults()
    await chooseLanguage('xx')
    expect(i18n.language).toBe('en')
    const unknownKey = 'kit.nothing.of.the.kind' as MessageKey
    expect(i18n.t(unknownKey)).toBe('kit.nothing.of.the.kind')
  })

  test('[SHL-027] Ctrl K finds a page by any spelling; g m opens one; ? lists the keys', async () => {
    const router = await start('/', { session: everything, language: 'tr' })
    await expect.element(page.getByRole('heading', { name: 'Ana sayfa', level: 1 })).toBeVisible()
    await userEvent.keyboard('{Control>}k{/Control}')
    await page.getByPlaceholder('Sipariş, müşteri, sayfa ve işlem ara').fill('SIPARISLERIM')
    await expect
      .element(
        page
          .getByRole('option', { name: /Siparişlerim/ })
          .or(page.getByRole('button', { name: /Siparişlerim/ }))
          .first(),
      )
      .toBeVisible()
    await expectNoAxeFaults()
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/order/my-orders'))
    await expect
      .element(page.getByPlaceholder('Sipariş, müşteri, sayfa ve işlem ara'))
      .not.toBeInTheDocument()
    await userEvent.keyboard('gh')
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/'))
    await userEvent.keyboard('?')
    await expect.element(page.getByRole('dialog', { name: 'Kısayollar' })).toBeVisible()
    await expectNoAxeFaults()
  })

  test('[SHL-011] on a telephone the menus are behind the burger', async () => {
    await page.viewport(390, 844)
    await start('/', { session: everything })
    await page.getByRole('button', { name: 'Menus' }).click()
    await page.getByRole('button', { name: 'Orders' }).click()
    await expect.element(page.getByRole('dialog').getByRole('link', { name: /^New order/ })).toBeVisible()
    await expectNoAxeFaults()
  })

  // A logo of the widest kind stands beside the menus of somebody who holds everything.
  test.each(['en', 'tr', 'de'] as const)(
    '[SHL-011] [SHL-027] from 768 to 2560 px nothing stands outside the window in %s',
    async (language) => {
      await start('/', { session: { ...everything, FirstName: 'Nilgün', LastName: 'Aksoy' }, language })
      server.answer(
        getCompanyLogo,
        () =>
          new Response('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="40"/>', {
            headers: { 'Content-Type': 'image/svg+xml' },
          }),
      )
      const banner = page.getByRole('banner')
      for (const width of [
        768, 900, 1023, 1024, 1100, 1199, 1200, 1280, 1366, 1399, 1400, 1440, 1599, 1600, 1920, 2560,
      ]) {
        await page.viewport(width, 900)
        await vi.waitFor(() => {
          const header = banner.element()
          expect(header.scrollWidth, `${width} px`).toBe(header.clientWidth)
          expect(document.documentElement.scrollWidth, `${width} px`).toBe(width)
          expect(header.querySelector('nav') !== null, `menus at ${width} px`).toBe(width >= 1024)
        })
      }
    },
  )

  test('[SHL-012] the footer has version and years', async () => {
    await start('/', { session: everything })
    await expect.element(page.getByText('Kervan 0.1.0')).toBeVisible()
    await expect.element(page.getByText(`© 2003–${new Date().getFullYear()}`)).toBeVisible()
  })
})

describe('the session', () => {
  test('[SHL-019] a dead one: a warning that stands for a second however late it is drawn, then the page begins anew', async () => {
    await start('/')
    server.answer(countOrders, () => server.refuse(countOrders, 'SessionExpired'))
    await expect.element(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
    // The part of the program that draws dialogs is long on its way.
    const { drawAsking, ...others } = await wantHost()
    const leave = hostStands({ drawAsking, ...others })
    leave()
    let shown = 0
    let session: Session | null = null
    const watch = new MutationObserver(() => {
      if (shown || !document.querySelector('[role="dialog"]')) return
      shown = performance.now()
      session = getSession()
    })
    watch.observe(document.body, { childList: true, subtree: true })
    await callServer(countOrders, { from: '2026-11-01', to: '2026-11-20' }).catch(() => undefined)
    await new Promise((passed) => setTimeout(passed, 1_500))
    expect(reload).not.toHaveBeenCalled()
    hostStands({ drawAsking, ...others })
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
    watch.disconnect()
    expect(performance.now() - shown).toBeGreaterThanOrEqual(1_000)
    expect(session).not.toBeNull()
    await expect.element(page.getByRole('dialog', { name: 'Session Expired!' })).toBeVisible()
    expect(getSession()).toBeNull()
  })

  test('[ACC-008] a changed permission arrives with the renewed session', async () => {
    await start('/', { session: holding('HomePage') })
    setSession(holding('HomePage', 'Orders', 'NewOrder'))
    await expect.element(page.getByRole('menuitem', { name: 'Orders' })).toBeVisible()
  })

  test('[SHL-017] every page is told where the setting says, and to nobody without one', async () => {
    const router = await start('/')
    const told: { url: string; body: string }[] = []
    const real = window.fetch
    const fetching = vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
      const url = typeof input === 'string' ? input : ''
      if (!url.includes('.example/')) return real(input, init)
      told.push({ url, body: typeof init?.body === 'string' ? init.body : '' })
      return new Response()
    })
    await startAnalytics({ kind: 'endpoint', url: 'https://stats.example/views' })
    await vi.waitFor(() => expect(told.at(-1)?.body).toContain('"path":"/"'))
    await router.navigate({ to: '/account/account-settings', search: { part: 'profile' } })
    await vi.waitFor(() => expect(told.at(-1)?.body).toContain('"path":"/account/account-settings"'))
    expect(told.at(-1)?.url).toBe('https://stats.example/views')
    await startAnalytics({ kind: 'matomo', url: 'https://matomo.example/', site: '3' })
    await router.navigate({ to: '/' })
    const mine = `${window.location.origin}/`
    await vi.waitFor(() => expect(new URLSearchParams(told.at(-1)?.body).get('url')).toBe(mine))
    expect(told.at(-1)).toMatchObject({
      url: 'https://matomo.example/matomo.php',
      body: expect.stringMatching(/^idsite=3&rec=1&/),
    })
    const before = told.length
    await startAnalytics(undefined)
    await router.navigate({ to: '/' })
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(told).toHaveLength(before)
    expect(told.some(({ body }) => body.includes('profile'))).toBe(false)
    fetching.mockRestore()
  })

  test('account settings: profile, picture with its limits, appearance', async () => {
    await start('/account/account-settings')
    await expect.element(page.getByText('elif.karaca@selvimedikal.example')).toBeVisible()
    await expectNoAxeFaults()
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!
    await userEvent.upload(
      input,
      new File([new Uint8Array(1024 * 1024 + 1)], 'large.png', { type: 'image/png' }),
    )
    await expect.element(page.getByText('File size cannot exceed 1MB. large.png is larger.')).toBeVisible()
    await userEvent.upload(input, new File(['x'], 'text.txt', { type: 'text/plain' }))
    await expect.element(page.getByText('text.txt is not a JPG or PNG file.')).toBeVisible()
    server.answer(uploadProfilePicture, () => ({ done: true as const }))
    await userEvent.upload(input, new File(['x'], 'broken.png', { type: 'image/png' }))
    await expect.element(page.getByText('broken.png cannot be shown as a picture.')).toBeVisible()
    await userEvent.upload(input, await pictureFile('me.png'))
    await expect
      .element(page.getByRole('dialog').getByRole('button', { name: /^Visible part of the picture/ }))
      .toHaveFocus()
    await userEvent.keyboard('+{ArrowRight}')
    await expectNoAxeFaults()
    await page.getByRole('button', { name: 'Use picture' }).click()
    await expect.element(page.getByText('Profile picture changed')).toBeVisible()
    expect(server.sentTo(uploadProfilePicture)[0]?.token).toBe(session.Token)
  })
})
