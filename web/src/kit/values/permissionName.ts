import { permissionWordKey } from '@kervan/contract/administration/permissions'
import { tDynamic, type Translate } from '../i18n/words.ts'

/** What a permission is called; one without a label yet goes by its own name. */
export const permissionName = (t: Translate, permission: string): string =>
  tDynamic(t, permissionWordKey(permission), permission)
