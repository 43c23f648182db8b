import {
  createRole,
  getPermissions,
  getRole,
  updateRole,
  type RoleView,
} from '@kervan/contract/administration/roles'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { toast } from '../../kit/feedback/toasts.tsx'
import { SwitchField } from '../../kit/form/fields.tsx'
import { Form, useKitForm } from '../../kit/form/Form.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useLatest } from '../../kit/form/useLatest.ts'
import { useFormats } from '../../kit/values/format.ts'
import { tPlural } from '../../kit/i18n/words.ts'
import { useLeaveGuard } from '../../kit/page/leaveGuard.ts'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { permissionName } from '../../kit/values/permissionName.ts'
import { useRead } from '../../kit/call/query.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { RecordBanner } from '../../kit/record/RecordParts.tsx'
import { useCall } from '../../kit/call/useCall.ts'
import { PermissionTree, type Offered } from './PermissionTree.tsx'
import { RolePreview, useRolePreview } from './RolePreview.tsx'
import css from './roles.module.css'

const RoleForm = z.object({
  name: z.string().trim().min(1, 'administration.roles.nameMissing').max(60),
  secondFactorRequired: z.boolean(),
  /** In their order, so that a box pressed twice leaves nothing changed. */
  permissions: z.array(z.string()),
})
type RoleValues = z.infer<typeof RoleForm>

const valuesOf = ({ version, name, secondFactorRequired, permissions }: RoleView) => ({
  version,
  values: { name, secondFactorRequired, permissions: permissions.toSorted() },
})
const nothing: RoleValues = { name: '', secondFactorRequired: false, permissions: [] }

/** The editor of a role, in the place of the list; null makes a new one. `onClose` is told the role that was saved. */
export function RoleEditor({
  roleId,
  onClose,
}: {
  roleId: string | null
  onClose: (saved: string | null) => void
}) {
  const { t } = useTranslation()
  const permissions = useRead(getPermissions, {})
  const role = useRead(getRole, { roleId: roleId ?? '' }, { enabled: roleId !== null })
  const title = roleId === null ? t('administration.roles.new') : t('administration.roles.edit')
  const waiting = roleId !== null && !role.data ? role : permissions
  if (!permissions.data || (roleId !== null && !role.data)) {
    return (
      <PageFrame
        title={title}
        layout="scroll"
        foot={
          <Button variant="default" onClick={() => onClose(null)}>
            {t('kit.action.cancel')}
          </Button>
        }
      >
        <ReadState asked={waiting} name={title} />
      </PageFrame>
    )
  }
  return (
    <Editor title={title} role={role.data ?? null} offered={permissions.data.permissions} onClose={onClose} />
  )
}

function Editor({
  title,
  role,
  offered,
  onClose,
}: {
  title: string
  role: RoleView | null
  offered: Offered[]
  onClose: (saved: string | null) => void
}) {
  const { t } = useTranslation()
  const format = useFormats()
  const create = useCall(createRole, { refreshes: ['UserManagement'] })
  const factorDropped = t('security.proof.line', {
    rule: t('administration.field.secondFactorRequired'),
    before: t('kit.yes'),
    after: t('kit.no'),
  })
  const update = useCall(updateRole, {
    refreshes: ['UserManagement'],
    weakens: ({ secondFactorRequired }) =>
      role?.secondFactorRequired && !secondFactorRequired ? [factorDropped] : [],
  })
  const latest = useLatest(getRole, { roleId: role?.id ?? '' }, valuesOf)
  const [isSaved, setSaved] = useState(false)
  const form = useKitForm<RoleValues>({
    schema: RoleForm,
    start: role ? valuesOf(role).values : nothing,
    paths: { RoleNameTaken: 'name' },
    versioned: role
      ? {
          version: role.version,
          latest,
          fields: [
            { name: 'name', label: t('administration.roles.name') },
            { name: 'secondFactorRequired', label: t('administration.roles.factorField') },
            {
              name: 'permissions',
              label: t('column.permissionCount'),
              words: (one: string) => permissionName(t, one),
            },
          ],
        }
      : undefined,
    onSubmit: async (values, version) => {
      const saved = role
        ? await update.attempt({ roleId: role.id, version, ...values })
        : await create.attempt(values)
      if (!saved) return
      setSaved(true)
      toast('success', t(role ? 'administration.roles.saved' : 'administration.roles.created'))
      // After the guard has heard that nothing is unsaved any more.
      setTimeout(() => onClose(saved.id))
    },
  })
  const { isDirty, isSubmitting, defaultValues } = form.formState
  const chosen = new Set(useWatch({ control: form.control, name: 'permissions' }))
  const before = new Set(defaultValues?.permissions?.filter((one) => one !== undefined))
  const added = [...chosen].filter((one) => !before.has(one)).length
  const removed = [...before].filter((one) => !chosen.has(one)).length
  useLeaveGuard(isDirty && !isSaved, { record: 'edit' })
  // Nobody drops what the company asks of their own role; the server refuses it too.
  const isOwnFactor = role !== null && role.heldByMe && role.secondFactorRequired
  const preview = useRolePreview(role?.id ?? null, chosen, added + removed > 0)
  return (
    <Form form={form} label={title} className={css.form ?? ''}>
      <PageFrame
        title={role ? role.name : title}
        foot={
          <>
            <span className={css.footWords}>
              {tPlural(t, 'administration.roles.chosen', chosen.size, format.number(chosen.size))}
              {added > 0 && <span className={css.plus}> +{format.number(added)}</span>}
              {removed > 0 && <span className={css.minus}> −{format.number(removed)}</span>}
            </span>
            <Button variant="default" onClick={() => onClose(null)}>
              {t('kit.action.cancel')}
            </Button>
            <Button
              type="submit"
              disabled={!isDirty || (preview.data?.refusals.length ?? 0) > 0}
              loading={isSubmitting}
            >
              {t(role ? 'administration.roles.save' : 'administration.roles.create')}
            </Button>
          </>
        }
      >
        {role?.heldByMe && <RecordBanner>{t('administration.roles.ownRole')}</RecordBanner>}
        <div className={css.editor}>
          <div className={css.fields}>
            <div className={css.nameLine}>
              <TextField
                name="name"
                label={t('administration.roles.name')}
                hint={role?.readyMade ? t('administration.roles.nameFixed') : undefined}
                maxLength={60}
                disabled={role?.readyMade ?? false}
                autoComplete="off"
                focusFirst={role === null}
              />
              <div className={css.factor}>
                <SwitchField
                  name="secondFactorRequired"
                  label={t('administration.roles.factorField')}
                  hint={t(isOwnFactor ? 'administration.roles.factorOwn' : 'administration.roles.factorHint')}
                  disabled={isOwnFactor}
                />
              </div>
            </div>
            <PermissionTree
              offered={offered}
              before={before}
              chosen={chosen}
              addsNothing={role?.heldByMe ?? false}
              onChange={(permissions) =>
                form.setValue('permissions', [...permissions].toSorted(), { shouldDirty: true })
              }
            />
          </div>
          <RolePreview asked={preview} isChanged={added + removed > 0} />
        </div>
      </PageFrame>
    </Form>
  )
}
