import { ContactEmail, deleteNotificationContact, notificationContacts, notificationTypes, saveNotificationContact } from '@kervan/contract/account/notification-contacts'
import type { RowOf } from '@kervan/contract/kit/page'
import { Button } from '@mantine/core'
import { IconBell, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { confirm } from '../../kit/feedback/dialogs.tsx'
import { toast } from '../../kit/feedback/toasts.tsx'
import { ChecksField } from '../../kit/form/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import type { GridAction } from '../../kit/grid/types.ts'
import { PageFrame } from '../../kit/PageFrame.tsx'
import { useRights } from '../../kit/rights.ts'
import { useCall } from '../../kit/useCall.ts'

type Contact = RowOf<typeof notificationContacts>

const views = { email: { pinned: true, width: 260, short: true }, name: { width: 200 }, notificationTypes: {}, changedAt: { width: 152, short: true } } as const

/** Who is told by mail of what happens, with or without a user of their own (USR-011). */
export default function Contacts() {
  const { t } = useTranslation()
  const rights = useRights()
  const [edited, setEdited] = useState<Contact | 'new' | null>(null)
  const remove = useCall(deleteNotificationContact, { refreshes: ['UserManagement'], failed: t('account.contacts.notDeleted') })
  const maySave = rights.has(saveNotificationContact.permission ?? '')
  const drop = async (contact: Contact) => {
    const sure = await confirm({ title: t('account.contacts.deleteTitle', { email: contact.email }), text: t('account.contacts.deleteText'), action: t('account.contacts.delete'), danger: true })
    if (sure && (await remove.run({ id: contact.id, version: contact.version }))) toast('success', t('account.contacts.deleted'))
  }
  const add = maySave && <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>{t('account.contacts.new')}</Button>
  const rowActions = (row: Contact): GridAction[] => [
    ...(maySave ? [{ key: 'edit', label: t('account.users.act.edit'), icon: IconPencil, hotkey: 'e', run: () => setEdited(row) }] : []),
    ...(rights.has(deleteNotificationContact.permission ?? '') ? [{ key: 'delete', label: t('account.contacts.deleteAsking'), icon: IconTrash, tone: 'danger' as const, run: () => void drop(row) }] : []),
  ]
  return (
    <PageFrame title={t('account.part.contacts')} actions={add}>
      <DataGrid
        list={notificationContacts}
        label={t('account.part.contacts')}
        nouns="account.contacts.count"
        columns={views}
        rowActions={rowActions}
        {...(maySave ? { onOpen: setEdited } : {})}
        selectable={false}
        empty={{ title: t('account.contacts.empty'), text: t('account.contacts.emptyText'), icon: IconBell, actions: add }}
      />
      {edited && <ContactDialog contact={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </PageFrame>
  )
}

const ContactForm = z.object({ email: ContactEmail, name: z.string().max(120), types: z.array(z.enum(notificationTypes)).min(1) })

function ContactDialog({ contact, onClose }: { contact: Contact | null; onClose: () => void }) {
  const { t } = useTranslation()
  const save = useCall(saveNotificationContact, { refreshes: ['UserManagement'] })
  return (
    <FormDialog<z.infer<typeof ContactForm>>
      title={t(contact ? 'account.contacts.edit' : 'account.contacts.new')}
      action={t('account.users.save')}
      schema={ContactForm}
      start={{ email: contact?.email ?? '', name: contact?.name ?? '', types: contact?.types ?? [] }}
      paths={{ ContactTaken: 'email' }}
      onSubmit={async ({ email, name, types }) => {
        const saved = await save.attempt({ id: contact?.id ?? null, version: contact?.version ?? null, email, name: name.trim() || null, types })
        if (saved) toast('success', t('account.contacts.saved'))
      }}
      onClose={onClose}
    >
      <TextField name="email" type="email" inputMode="email" label={t('column.email')} autoComplete="off" focusFirst />
      <TextField name="name" label={t('column.name')} optional maxLength={120} autoComplete="off" />
      <ChecksField name="types" label={t('column.notificationTypes')} data={notificationTypes.map((value) => ({ value, label: t(`state.notification.${value}`) }))} />
    </FormDialog>
  )
}
