import { insertWebAppUserDictionary } from '@kervan/contract/account/web-app-user-dictionary'
import type { AreaFields } from '../../test/record-fields.ts'
import type { Filled, WorldStart } from '../../test/world.ts'

export const kinds = { dictionary: 'person' } as const

export const fields: AreaFields = {
  byCall: {
    'WebAppConfiguration/SelectWebAppUserDictionary.IntCode': 'dictionary',
    'WebAppConfiguration/DeselectWebAppUserDictionary.IntCode': 'dictionary',
    'WebAppConfiguration/DeleteWebAppUserDictionary.IntCode': 'dictionary',
    'WebAppConfiguration/UpdateWebAppUserDictionary.IntCode': 'dictionary',
  },
  noRecord: {
    // What strangers are told of them stands in own-notices.http.test.ts.
    'Notices/GetMyNotices.before': 'only the caller’s own are looked into',
    'Notices/MarkNoticesRead.id': 'only the caller’s own are looked into',
    ObjectKey: 'the name of a grid',
    'WebAppConfiguration/InsertWebAppUserDictionary.IntCode': 'ignored: the server counts',
  },
}

/** A layout of a grid. */
export async function fill({ portal, me, named }: WorldStart): Promise<Filled<keyof typeof kinds>> {
  const { body } = await portal.call(insertWebAppUserDictionary, me.token, {
    WebUserDictionaryRequestModel: { ObjectKey: 'GridState_MyOrders', Name: named('Template'), Value: '{}' },
  })
  return { records: { dictionary: body.IntCode } }
}
