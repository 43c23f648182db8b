import 'i18next'
import type { bundled } from './bundled.en.ts'
import type { bundledScreens } from './bundledScreens.en.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    returnNull: false
    resources: { translation: typeof bundled & typeof bundledScreens }
  }
}
