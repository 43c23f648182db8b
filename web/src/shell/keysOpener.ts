/** The settings menu shows the keys without knowing where their list lives. */
export const keysOpener = { open: () => {} }
