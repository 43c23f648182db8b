/**
 * The pages of a listing that says how it continues. A store that says the same continuation again would be asked for
 * ever, so it is asked no more: `repeats` makes what is thrown.
 */
export async function* continued<P>(
  ask: (token: string | undefined) => Promise<P>,
  next: (page: P) => string | undefined,
  repeats: () => Error,
): AsyncGenerator<P> {
  const said = new Set<string>()
  for (let token: string | undefined; ;) {
    const page = await ask(token)
    yield page
    token = next(page)
    if (token === undefined) return
    if (said.has(token)) throw repeats()
    said.add(token)
  }
}
