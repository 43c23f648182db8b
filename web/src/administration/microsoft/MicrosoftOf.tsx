import { getEntraLinks, linkEntra, unlinkEntra } from '@kervan/contract/administration/microsoft'
import type { OutputOf } from '@kervan/contract/kit/call'
import { Button } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { confirm } from '../../kit/feedback/dialogs.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { useRead } from '../../kit/call/query.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { useRights } from '../../kit/call/rights.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { MicrosoftId } from './Microsoft.tsx'
import css from './microsoft.module.css'

type Links = OutputOf<typeof getEntraLinks>
type Link = Links['links'][number]

/** The Microsoft accounts of a user (ACC-004), as an administrator has said; nobody is linked by a name. */
export function MicrosoftOf({ membershipId, name }: { membershipId: string; name: string }) {
  const { t } = useTranslation()
  const rights = useRights()
  const asked = useRead(getEntraLinks, { membershipId })
  const [links, setLinks] = useState(false)
  if (!asked.data) return <ReadState asked={asked} />
  const view = asked.data
  return (
    <>
      {view.links.length === 0 && view.blocked === null && (
        <p className="k-quiet">
          {t(view.enabled ? 'administration.microsoft.notLinked' : 'administration.microsoft.notSetUp')}
        </p>
      )}
      {view.links.length > 0 && (
        <ul className={css.links}>
          {view.links.map((link) => (
            <Account
              key={`${link.tenantId} ${link.objectId}`}
              link={link}
              view={view}
              membershipId={membershipId}
              name={name}
            />
          ))}
        </ul>
      )}
      {view.blocked !== null && <p className="k-quiet">{view.blocked}</p>}
      {view.blocked === null && rights.has(linkEntra.permission ?? '') && (
        <Button
          variant="default"
          className={css.bar ?? ''}
          leftSection={<IconLink size={16} aria-hidden />}
          onClick={() => setLinks(true)}
        >
          {t('administration.microsoft.link')}
        </Button>
      )}
      {links && (
        <LinkAccount view={view} membershipId={membershipId} name={name} onClose={() => setLinks(false)} />
      )}
    </>
  )
}

function Account({
  link,
  view,
  membershipId,
  name,
}: {
  link: Link
  view: Links
  membershipId: string
  name: string
}) {
  const { t } = useTranslation()
  const format = useFormats()
  const rights = useRights()
  const unlink = useCall(unlinkEntra, {
    refreshes: ['UserManagement'],
    failed: t('administration.microsoft.notUnlinked'),
    onDone: () => toast('success', t('administration.microsoft.unlinked')),
  })
  const { tenantId, objectId } = link
  const run = async () => {
    const sure = await confirm({
      title: t('administration.microsoft.unlinkTitle'),
      text: t('administration.microsoft.unlinkText', { name }),
      action: t('administration.microsoft.unlink'),
      danger: true,
    })
    if (sure) await unlink.run({ membershipId, tenantId, objectId, version: view.version })
  }
  return (
    <li>
      <div className={css.account}>
        <code className="k-mono">{objectId}</code>
        <span className="k-quiet">
          {link.linkedBy === null
            ? t('administration.microsoft.since', { when: format.dateTime(link.linkedAt) })
            : t('administration.microsoft.linkedBy', {
                who: link.linkedBy,
                when: format.dateTime(link.linkedAt),
              })}
          {!link.current && <> · {t('administration.microsoft.otherTenant', { tenant: tenantId })}</>}
        </span>
      </div>
      {view.blocked === null && rights.has(unlinkEntra.permission ?? '') && (
        <Button
          variant="default"
          loading={unlink.isPending}
          aria-label={t('administration.microsoft.unlinkLabel', { account: objectId })}
          onClick={() => void run()}
        >
          {t('administration.microsoft.unlink')}
        </Button>
      )}
    </li>
  )
}

const LinkForm = z.object({ tenantId: MicrosoftId, objectId: MicrosoftId })

function LinkAccount({
  view,
  membershipId,
  name,
  onClose,
}: {
  view: Links
  membershipId: string
  name: string
  onClose: () => void
}) {
  const { t } = useTranslation()
  const link = useCall(linkEntra, { refreshes: ['UserManagement'] })
  // What somebody else changes meanwhile must not slip under what is being typed here.
  const [version] = useState(view.version)
  return (
    <FormDialog
      title={t('administration.microsoft.linkTitle', { name })}
      text={t('administration.microsoft.linkText')}
      action={t('administration.microsoft.linkAction')}
      schema={LinkForm}
      start={{ tenantId: view.tenantId ?? '', objectId: '' }}
      paths={{ EntraLinkTaken: 'objectId' }}
      onSubmit={async (values) => {
        if (await link.attempt({ membershipId, version, ...values }))
          toast('success', t('administration.microsoft.linked'))
      }}
      onClose={onClose}
    >
      <TextField
        name="objectId"
        label={t('administration.microsoft.object')}
        hint={t('administration.microsoft.objectHint')}
        maxLength={60}
        autoComplete="off"
        focusFirst
      />
      <TextField
        name="tenantId"
        label={t('administration.microsoft.tenant')}
        hint={t('administration.microsoft.tenantOfCompany')}
        maxLength={60}
        autoComplete="off"
      />
    </FormDialog>
  )
}
