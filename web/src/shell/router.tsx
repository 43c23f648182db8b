import { screens, type Screen } from '@kervan/contract/shell/screens'
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type AnyRoute,
  type RouterHistory,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { z } from 'zod'
import { getSession } from '../kit/call/session.ts'
import { wordsThere } from '../kit/i18n/i18n.ts'
import { judge } from './access.ts'
import { sendPageView } from './analytics.ts'
import { parts } from './parts.ts'
import { leaveRefused, rememberRefused } from './refusedScreen.ts'
import { ScreenError, ScreenPending } from './ScreenError.tsx'

// One route for every screen the contract declares: its permission guards it, its area draws it.

type RouterContext = { queryClient: QueryClient }

const rootRoute = createRootRouteWithContext<RouterContext>()({ component: Outlet })

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: z.object({ next: z.string().optional().catch(undefined) }),
  component: lazyRouteComponent(() => import('../access/Login.tsx')),
})

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('../access/ForgotPassword.tsx')),
})
/** Where a new user chooses a password, by the link of an invitation; its secret stands behind the `#`. */
const welcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/welcome',
  component: lazyRouteComponent(() => import('../access/Welcome.tsx')),
})
const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  component: lazyRouteComponent(() => import('../access/Register.tsx')),
})
/** Where the first company of an installation is made. */
const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  component: lazyRouteComponent(() => import('../access/Setup.tsx')),
})
/** Where Microsoft sends the browser back to; what it says stands in the address. */
const entraReturnRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login/microsoft',
  component: lazyRouteComponent(() => import('../access/EntraReturn.tsx')),
})

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: lazyRouteComponent(async () => {
    const [shell] = await Promise.all([import('./Shell.tsx'), wordsThere()])
    return shell
  }),
})

const NoPermission = lazyRouteComponent(() => import('./NoPermission.tsx'))

function screenRoute(screen: Screen): AnyRoute {
  const part = parts[screen.key]
  if (!part) throw new Error(`No area draws the screen ${screen.key}`)
  const Component = lazyRouteComponent(part.component) as ComponentType & {
    preload: () => Promise<void>
  }
  const route = createRoute({
    getParentRoute: () => shellRoute,
    path: screen.path,
    staticData: { screen },
    ...(part.search ? { validateSearch: part.search } : {}),
    beforeLoad: ({ location, preload }: { location: { href: string }; preload: boolean }) => {
      const verdict = judge(getSession(), screen)
      if (verdict.to === 'login')
        throw redirect({ to: '/login', search: location.href === '/' ? {} : { next: location.href } })
      if (verdict.to === 'elsewhere') {
        // The bare address asks for no screen but for the first that is open (SHL-003).
        if (!preload && screen.path !== '/') rememberRefused(screen, verdict.path)
        throw redirect({ to: verdict.path, replace: true })
      }
      return { denied: verdict.to === 'nowhere' }
    },
    loaderDeps: ({ search }: { search: unknown }) => ({ search }),
    loader: ({ context, deps, params }) => {
      if (context.denied || !part.loader) return
      // Asked ahead, not waited for: the screen shows its own states while the answer is on its way.
      void part.loader({ queryClient: context.queryClient, search: deps.search as never, params: params })
    },
    component: Object.assign(
      function GuardedScreen() {
        const { denied }: { denied: boolean } = route.useRouteContext()
        return denied ? <NoPermission /> : <Component />
      },
      // So that the router fetches the chunk while it loads, and the screen does not suspend.
      { preload: Component.preload },
    ),
  })
  return route
}

const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true })
  },
})

// A page to look at every part of the kit. Left out of the build.
const devRoutes: AnyRoute[] = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => rootRoute,
        path: '/kit',
        component: lazyRouteComponent(() => import('../dev/KitPage.tsx')),
      }),
    ]
  : []

const defaultPendingMs = 150

export function makeRouter(queryClient: QueryClient, history?: RouterHistory) {
  const router = createRouter({
    routeTree: rootRoute.addChildren([
      loginRoute,
      forgotPasswordRoute,
      registerRoute,
      welcomeRoute,
      setupRoute,
      entraReturnRoute,
      shellRoute.addChildren(screens.map(screenRoute)),
      ...devRoutes,
      unknownRoute,
    ]),
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ScreenError,
    defaultPendingComponent: ScreenPending,
    defaultPendingMs,
    defaultPendingMinMs: 0,
    ...(history ? { history } : {}),
  })
  // A page that is asked for in another way is there already: skeletons in its place, however late the answer is, would take
  // the focus out of the field that somebody types in.
  router.subscribe('onBeforeLoad', ({ pathChanged }) => {
    router.options.defaultPendingMs = pathChanged ? defaultPendingMs : Infinity
  })
  router.subscribe('onResolved', ({ toLocation }) => {
    sendPageView(toLocation.pathname)
    leaveRefused(toLocation.pathname)
  })
  return router
}
export type PortalRouter = ReturnType<typeof makeRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: PortalRouter
  }
  interface StaticDataRouteOption {
    screen?: Screen
  }
}
