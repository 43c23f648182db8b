/** The code that the system or a library gave an error; empty where it gave none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
