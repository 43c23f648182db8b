import { permissionWords } from '@kervan/contract/administration/permissions'
import { tDynamic, type Translate } from '../i18n/words.ts'

/** What a permission is called; one without words yet goes by its own name. */
export function permissionName(t: Translate, permission: string): string {
  const { own, derived } = permissionWords(permission)
  const records = derived ? tDynamic(t, derived.records, '') : ''
  const otherwise = derived && records !== '' ? tDynamic(t, derived.act, permission, { records }) : permission
  return tDynamic(t, own, otherwise)
}
