import type { AnalyticsTarget } from '@kervan/contract/access/sign-in-page'

// Where page views go (SHL-017): where the server's setting says. Without one nothing leaves the machine.

type Sink = (path: string) => void

/** Opened before the server had said where to tell it. */
let early: string[] = []
let sink: Sink | null = null

/** Tells every page that was opened so far, and those to come; without a target they are forgotten. */
export async function startAnalytics(target: AnalyticsTarget | undefined): Promise<void> {
  sink = target ? (await import('./analyticsSink.ts')).openSink(target) : () => {}
  early.forEach(sink)
  early = []
}

/** Without search and hash: they may name customers. */
export function sendPageView(path: string): void {
  if (sink) sink(path)
  else early = [...early, path].slice(-50)
}
