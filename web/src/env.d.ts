/// <reference types="vite/client" />
declare const __APP_VERSION__: string
interface Window {
  /** Set when the first screen stands; until then boot.js shows a failure page. */
  kervanStarted?: boolean
  kervanFailed?: (cause: unknown) => void
}
