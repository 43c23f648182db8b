const { promise, resolve } = Promise.withResolvers<void>()

/** Kept once dialogs can be drawn. */
export const hostReady = promise
export const hostStands = () => resolve()
