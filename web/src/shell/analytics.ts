// Where page views go (SHL-017). There is no sink unless one is set, and nothing leaves the machine unasked.

export type AnalyticsSink = { pageView(path: string): void }

let sink: AnalyticsSink | null = null

export function setAnalyticsSink(given: AnalyticsSink | null): void {
  sink = given
}

/** Without search and hash: they may name customers. */
export function sendPageView(path: string): void {
  sink?.pageView(path)
}
