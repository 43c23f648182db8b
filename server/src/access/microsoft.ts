import type { Outside, OutsideSystem } from '../kit/outside/outside.ts'

/** Microsoft, or the authority that ENTRA_AUTHORITY names: asked for keys and for the discovery document. */
export const microsoft = ({ outside }: { outside: Outside }): OutsideSystem =>
  outside.system('Microsoft', {
    timeoutMs: 5_000,
    retries: 1,
    concurrent: 20,
    perSecond: 20,
    breaker: { failures: 10, openMs: 30_000 },
  })
