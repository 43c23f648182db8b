import type { Session } from '@kervan/contract/access/authentication'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import axe from 'axe-core'
import type { ReactNode } from 'react'
import { expect, vi } from 'vitest'
import { cleanup, render } from 'vitest-browser-react'
import { modals } from '@mantine/modals'
import { notifications } from '@mantine/notifications'
import { installIssueWords } from '../src/kit/form/issues.ts'
import { chooseLanguage, startI18n, wordsThere } from '../src/kit/i18n/i18n.ts'
import { KitProvider } from '../src/kit/KitProvider.tsx'
import { stopAsking } from '../src/kit/stepUp/stepUp.ts'
import { makeQueryClient } from '../src/kit/call/query.ts'
import { setSession } from '../src/kit/call/session.ts'
import { MemoryServer } from './MemoryServer.ts'

installIssueWords()
await startI18n()
await wordsThere()

export const session: Session = {
  Token: 'token-of-the-test',
  CompanyIntCode: 101,
  UserCompanyIntCode: 101,
  UserCompanyRelationType: 'Manufacturer',
  CompanyRelationType: 'Manufacturer',
  UserName: 'elif.karaca@selvimedikal.example',
  FirstName: 'Elif',
  LastName: 'Karaca',
  CompanyName: 'Selvi Medikal A.Ş.',
  UserType: 'InternalUser',
  ExactUserType: 'InternalUser',
  IsProd: false,
  OMPSettings: { PriceManagementType: 'ListPrice', OMPRoundingStrategy: 'Up', OMPQuotaActive: true },
  PasswordChangeText: '',
  PermissionsUI: ['HomePage', 'AccountSettings', 'MyAccount'],
  UserAcknowledgement: false,
  UserAcknowledgementInfos: [],
  TimeZone: 'Europe/Istanbul',
}

let server: MemoryServer | null = null

/** A fresh portal: its own server, an empty browser memory, a signed-in user, English. */
export async function freshPortal(
  options: { session?: Session | null; language?: 'en' | 'tr' | 'de' } = {},
): Promise<MemoryServer> {
  await cleanup()
  modals.closeAll()
  stopAsking()
  notifications.clean()
  server?.remove()
  window.localStorage.clear()
  setSession(options.session === undefined ? session : options.session)
  server = new MemoryServer()
  server.install()
  await chooseLanguage(options.language ?? 'en')
  return server
}

/** The element under a route of its own, at the given address. Every other address of the router says so. */
export async function show(element: ReactNode, address = '/here') {
  const history = createMemoryHistory({ initialEntries: [address] })
  const root = createRootRoute()
  const here = createRoute({
    getParentRoute: () => root,
    path: '/here',
    component: () => element,
    validateSearch: (search) => search,
  })
  const elsewhere = createRoute({
    getParentRoute: () => root,
    path: '/elsewhere',
    component: () => <p>Elsewhere</p>,
  })
  const router = createRouter({ routeTree: root.addChildren([here, elsewhere]), history })
  await router.load()
  const screen = await render(
    <KitProvider queryClient={makeQueryClient()}>
      {/* Some rows of a list: what every further row of the same kind costs, each test would pay. */}
      <div style={{ height: 480, display: 'flex', flexDirection: 'column' }}>
        <RouterProvider router={router as never} />
      </div>
    </KitProvider>,
  )
  return { screen, router, search: () => router.state.location.search as Record<string, unknown> }
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** What a colour can break; all else is the same in the dark. */
const aboutColors = ['color-contrast', 'link-in-text-block']

/** Axe would see the colours of a fade that is half done. */
function finishAnimations() {
  for (const each of document.getAnimations()) {
    if (each.effect?.getComputedTiming().endTime !== Infinity) each.finish()
  }
}

/** No fault that axe can see, in light and in dark. */
export async function expectNoAxeFaults(): Promise<void> {
  const before = document.documentElement.getAttribute('data-mantine-color-scheme') ?? 'light'
  for (const [scheme, runOnly] of [
    ['light', standards],
    ['dark', { type: 'rule' as const, values: aboutColors }],
  ] as const) {
    document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
    await vi.waitFor(
      async () => {
        finishAnimations()
        const { violations } = await axe.run(document, { runOnly, resultTypes: ['violations'] })
        expect(
          violations.map(
            ({ id, nodes }) =>
              `${id} (${scheme}): ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`).join('\n')}`,
          ),
        ).toEqual([])
      },
      { interval: 250 },
    )
  }
  document.documentElement.setAttribute('data-mantine-color-scheme', before)
}
