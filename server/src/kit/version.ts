import { readFileSync } from 'node:fs'

const manifest: { version: string } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
)

/** The version of this product, as Configuration/GetAppVersion tells it. */
export const appVersion = manifest.version
