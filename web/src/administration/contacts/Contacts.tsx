import {
  ContactEmail,
  deleteNotificationContact,
  notificationContacts,
  notificationTypesTold,
  saveNotificationContact,
  testNotificationContact,
} from '@kervan/contract/administration/notification-contacts'
import { notificationTypes, type NotificationType } from '@kervan/contract/kit/operation-types'
import type { RowOf } from '@kervan/contract/kit/page'
import { defaultLanguage, languages, type Language } from '@kervan/contract/kit/values'
import { Button } from '@mantine/core'
import { IconBell, IconPencil, IconPlus, IconSend, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { callServer } from '../../kit/call/client.ts'
import { confirm } from '../../kit/feedback/dialogs.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { ChecksField, SelectField } from '../../kit/form/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import type { GridAction } from '../../kit/grid/types.ts'
import type { Translate } from '../../kit/i18n/words.ts'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useCall } from '../../kit/call/useCall.ts'
import { useMayChangeCompany, WholeCompanyNote } from '../../kit/page/wholeCompany.tsx'

type Contact = RowOf<typeof notificationContacts>

const views = {
  email: { pinned: true, width: 260, short: true },
  name: { width: 200 },
  notificationTypes: {},
  changedAt: { width: 152, short: true },
} as const

/** Who is told by mail of what happens, with or without a user of their own (USR-011). */
export default function Contacts() {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<Contact | 'new' | null>(null)
  const remove = useCall(deleteNotificationContact, {
    refreshes: ['UserManagement'],
    failed: t('account.contacts.notDeleted'),
  })
  const may = useMayChangeCompany()
  const maySave = may(saveNotificationContact)
  const close = () => setEdited(null)
  const drop = async (contact: Contact) => {
    const sure = await confirm({
      title: t('account.contacts.deleteTitle', { email: contact.email }),
      text: t('account.contacts.deleteText'),
      action: t('account.contacts.delete'),
      danger: true,
    })
    if (sure && (await remove.run({ id: contact.id, version: contact.version }))) {
      close()
      toast('success', t('account.contacts.deleted'))
    }
  }
  const test = useCall(testNotificationContact, { failed: t('account.contacts.notTested') })
  const tryOut = async (contact: Contact) => {
    if (await test.run({ id: contact.id }))
      toast('success', t('account.contacts.tested', { email: contact.email }))
  }
  const add = maySave && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {t('account.contacts.new')}
    </Button>
  )
  const beside = (row: Contact): GridAction[] => [
    ...(may(testNotificationContact)
      ? [{ key: 'test', label: t('account.contacts.test'), icon: IconSend, run: () => void tryOut(row) }]
      : []),
    ...(may(deleteNotificationContact)
      ? [
          {
            key: 'delete',
            label: t('account.contacts.deleteAsking'),
            icon: IconTrash,
            tone: 'danger' as const,
            run: () => void drop(row),
          },
        ]
      : []),
  ]
  const rowActions = (row: Contact): GridAction[] => [
    ...(maySave
      ? [
          {
            key: 'edit',
            label: t('account.users.act.edit'),
            icon: IconPencil,
            hotkey: 'e',
            run: () => setEdited(row),
          },
        ]
      : []),
    ...beside(row),
  ]
  return (
    <PageFrame title={t('account.part.contacts')} actions={add}>
      <WholeCompanyNote
        calls={[saveNotificationContact, deleteNotificationContact, testNotificationContact]}
      />
      <DataGrid
        list={notificationContacts}
        label={t('account.part.contacts')}
        nouns="account.contacts.count"
        columns={views}
        card={contactCard}
        rowActions={rowActions}
        {...(maySave ? { onOpen: setEdited } : {})}
        selectable={false}
        empty={{
          title: t('account.contacts.empty'),
          text: t('account.contacts.emptyText'),
          icon: IconBell,
          actions: add,
        }}
      />
      {edited && (
        <ContactDialog
          contact={edited === 'new' ? null : edited}
          actions={edited === 'new' ? [] : beside(edited)}
          onClose={close}
        />
      )}
    </PageFrame>
  )
}

const contactCard = (row: Contact) => <ContactCard row={row} />

function ContactCard({ row }: { row: Contact }) {
  const format = useFormats()
  return (
    <RowCard
      name={row.name ?? row.email}
      mark={
        <time className="k-quiet" dateTime={row.changedAt}>
          {format.date(row.changedAt)}
        </time>
      }
    >
      {row.name && (
        <CardLine quiet>
          <span>{row.email}</span>
        </CardLine>
      )}
      <CardLine>
        <span>{row.notificationTypes}</span>
      </CardLine>
    </RowCard>
  )
}

const ContactForm = z.object({
  email: ContactEmail,
  name: z.string().max(120),
  language: z.enum(languages),
  types: z.array(z.enum(notificationTypes)).min(1),
})

const valuesOf = ({ version, email, name, language, types }: Contact) => ({
  version,
  values: { email, name: name ?? '', language, types },
})

/** What was changed last stands at the top; whoever was faster has changed this one a moment ago. */
async function latestOf(contact: Contact) {
  const { rows } = await callServer(notificationContacts.page, {
    page: 1,
    pageSize: 50,
    sort: [{ column: 'changedAt', direction: 'desc' }],
    filters: {},
    search: '',
  })
  const now = rows.find(({ id }) => id === contact.id)
  return now ? valuesOf(now) : null
}

function ContactDialog({
  contact,
  actions,
  onClose,
}: {
  contact: Contact | null
  actions: GridAction[]
  onClose: () => void
}) {
  const { t, i18n } = useTranslation()
  const save = useCall(saveNotificationContact, { refreshes: ['UserManagement'] })
  return (
    <FormDialog<z.infer<typeof ContactForm>>
      title={t(contact ? 'account.contacts.edit' : 'account.contacts.new')}
      action={t('account.users.save')}
      schema={ContactForm}
      start={
        contact
          ? valuesOf(contact).values
          : {
              email: '',
              name: '',
              language: languages.find((language) => language === i18n.language) ?? defaultLanguage,
              types: [],
            }
      }
      versioned={
        contact
          ? {
              version: contact.version,
              latest: () => latestOf(contact),
              fields: [
                { name: 'email', label: t('column.email') },
                { name: 'name', label: t('column.name') },
                {
                  name: 'language',
                  label: t('account.contacts.language'),
                  words: (value: Language) => t(`shell.language.${value}`),
                },
                {
                  name: 'types',
                  label: t('column.notificationTypes'),
                  words: (value: NotificationType) => t(`state.notification.${value}`),
                },
              ],
            }
          : undefined
      }
      size={520}
      paths={{ ContactTaken: 'email' }}
      onSubmit={async ({ email, name, language, types }, version) => {
        const saved = await save.attempt({
          id: contact?.id ?? null,
          version: contact ? version : null,
          email,
          name: name.trim() || null,
          language,
          types,
        })
        if (saved) toast('success', t('account.contacts.saved'))
      }}
      aside={actions.map(({ key, label, icon: Icon, tone, run }) => (
        <Button
          key={key}
          variant="subtle"
          size="compact-sm"
          color={tone === 'danger' ? 'red' : 'brand'}
          {...(Icon ? { leftSection: <Icon size={16} aria-hidden /> } : {})}
          onClick={run}
        >
          {label}
        </Button>
      ))}
      onClose={onClose}
    >
      <TextField
        name="email"
        type="email"
        inputMode="email"
        label={t('column.email')}
        autoComplete="off"
        focusFirst
      />
      <TextField name="name" label={t('column.name')} optional maxLength={120} autoComplete="off" />
      <SelectField
        name="language"
        label={t('account.contacts.language')}
        data={languages.map((value) => ({ value, label: t(`shell.language.${value}`) }))}
        searchable={false}
      />
      <ChecksField
        name="types"
        label={t('column.notificationTypes')}
        hint={t('account.contacts.hint')}
        data={notificationTypes.map((value) => ({ value, label: typeName(t, value) }))}
      />
    </FormDialog>
  )
}

function typeName(t: Translate, type: NotificationType): string {
  const name = t(`state.notification.${type}`)
  return notificationTypesTold.has(type) ? name : t('account.contacts.notYet', { type: name })
}
