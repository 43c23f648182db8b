import { permissionWordKey } from '@kervan/contract/account/permissions'
import { said, type Translate } from './i18n/words.ts'

/** What a permission is called; one without a label yet goes by its own name. */
export const permissionName = (t: Translate, permission: string): string =>
  said(t, permissionWordKey(permission), permission)
