import * as contract from '@kervan/contract/administration/notification-contacts'
import { notificationTypes } from '@kervan/contract/kit/operation-types'
import { IconSend } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ChecksField } from '../../kit/form/fields.tsx'
import type { FieldProps } from '../../kit/form/TextField.tsx'
import { masterDataScreen } from '../../kit/master/MasterDataPart.tsx'

/** Who is told by mail of what happens, with or without a user of their own (USR-011). */
export default masterDataScreen(contract.notificationContactKind, {
  views: { email: { width: 260 }, name: { width: 200 }, language: { width: 160, grow: false } },
  start: (language) => ({ language }),
  inputs: { notificationTypes: TypesField },
  actions: [
    {
      key: 'test',
      label: 'account.contacts.test',
      icon: IconSend,
      call: contract.testNotificationContact,
      ask: { words: 'account.contacts.testing', input: ({ id }) => ({ id }) },
    },
  ],
})

/** Says when mails come. */
function TypesField(props: FieldProps) {
  const { t } = useTranslation()
  const data = notificationTypes.map((value) => ({ value, label: t(`state.notification.${value}`) }))
  return <ChecksField {...props} hint={t('account.contacts.hint')} data={data} />
}
