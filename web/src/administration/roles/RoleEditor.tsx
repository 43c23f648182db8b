import {
  createRole,
  getPermissions,
  getRole,
  updateRole,
  type RoleView,
} from '@kervan/contract/administration/roles'
import { Button, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showRefused } from '../../kit/feedback/dialogs.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { mergeConflict, type Merged } from '../../kit/form/conflict.ts'
import { Conflict } from '../../kit/form/Conflict.tsx'
import { FieldFrame } from '../../kit/form/FieldFrame.tsx'
import { useLatest } from '../../kit/form/useLatest.ts'
import { useFormats } from '../../kit/values/format.ts'
import { tPlural } from '../../kit/i18n/words.ts'
import { useLeaveGuard } from '../../kit/page/leaveGuard.ts'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { permissionName } from '../../kit/values/permissionName.ts'
import { useRead } from '../../kit/call/query.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { RecordBanner } from '../../kit/record/RecordParts.tsx'
import { toRefused, type CallRefused } from '../../kit/call/refused.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { PermissionTree, type Offered } from './PermissionTree.tsx'
import { RolePreview, useRolePreview } from './RolePreview.tsx'
import css from './roles.module.css'

type RoleValues = { name: string; secondFactorRequired: boolean; permissions: readonly string[] }
const valuesOf = ({ name, secondFactorRequired, permissions }: RoleView): RoleValues => ({
  name,
  secondFactorRequired,
  permissions,
})

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
  // What it was filled from: taken anew while nothing is typed, never under what is being typed.
  const [from, setFrom] = useState(role)
  const [met, setMet] = useState<Merged | null>(null)
  const [name, setName] = useState(role?.name ?? '')
  const [factor, setFactor] = useState(role?.secondFactorRequired ?? false)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(role?.permissions))
  const [fault, setFault] = useState<string | undefined>(undefined)
  const [isSaved, setSaved] = useState(false)
  const before = new Set(from?.permissions)
  const added = [...chosen].filter((one) => !before.has(one))
  const removed = [...before].filter((one) => !chosen.has(one))
  const isChanged =
    name.trim() !== (from?.name ?? '') ||
    factor !== (from?.secondFactorRequired ?? false) ||
    added.length + removed.length > 0
  const fill = (values: Partial<RoleValues>) => {
    if (values.name !== undefined) setName(values.name)
    if (values.secondFactorRequired !== undefined) setFactor(values.secondFactorRequired)
    if (values.permissions !== undefined) setChosen(new Set(values.permissions))
  }
  if (role && from && role.version > from.version && !isChanged) {
    setFrom(role)
    fill(role)
  }
  // Nobody drops what the company asks of their own role; the server refuses it too.
  const isOwnFactor = from !== null && from.heldByMe && from.secondFactorRequired
  const preview = useRolePreview(role?.id ?? null, chosen, added.length + removed.length > 0)
  const options = {
    refreshes: ['UserManagement'],
    failed: t('administration.roles.notSaved'),
    onRefused: (refused: CallRefused) => {
      if (refused.is('ChangedMeanwhile') && from) {
        meetTheirs(from, refused).catch((fault: unknown) =>
          showRefused(toRefused(fault), t('administration.roles.notSaved')),
        )
        return true
      }
      if (!refused.is('RoleNameTaken')) return false
      setFault(refused.message)
      return true
    },
  }
  const create = useCall(createRole, options)
  const factorDropped = t('security.proof.line', {
    rule: t('administration.field.secondFactorRequired'),
    before: t('kit.yes'),
    after: t('kit.no'),
  })
  const update = useCall(updateRole, {
    ...options,
    weakens: ({ secondFactorRequired }) =>
      from?.secondFactorRequired && !secondFactorRequired ? [factorDropped] : [],
  })
  const latest = useLatest(getRole, { roleId: role?.id ?? '' }, (now) => now)
  const meetTheirs = async (began: RoleView, refused: CallRefused) => {
    const now = await latest()
    const [base, theirs] = [valuesOf(began), valuesOf(now)]
    const { values, rows } = mergeConflict(
      base,
      { name: name.trim(), secondFactorRequired: factor, permissions: [...chosen] },
      theirs,
    )
    setFrom(now)
    fill(values)
    setMet({ refused, base, theirs, rows })
  }
  useLeaveGuard(isChanged && !isSaved, { record: 'edit' })

  const values = { name: name.trim(), permissions: [...chosen], secondFactorRequired: factor }
  const save = async () => {
    if (name.trim() === '') {
      setFault(t('administration.roles.nameMissing'))
      document.getElementById('role-name')?.focus()
      return
    }
    finish(
      from
        ? await update.run({ roleId: from.id, version: from.version, ...values })
        : await create.run(values),
    )
  }
  const finish = (saved: RoleView | undefined) => {
    if (!saved) return
    setSaved(true)
    toast('success', t(role ? 'administration.roles.saved' : 'administration.roles.created'))
    // After the guard has heard that nothing is unsaved any more.
    setTimeout(() => onClose(saved.id))
  }
  return (
    <PageFrame
      title={role ? role.name : title}
      foot={
        <>
          <span className={css.footWords}>
            {tPlural(t, 'administration.roles.chosen', chosen.size, format.number(chosen.size))}
            {added.length > 0 && <span className={css.plus}> +{format.number(added.length)}</span>}
            {removed.length > 0 && <span className={css.minus}> −{format.number(removed.length)}</span>}
          </span>
          <Button variant="default" onClick={() => onClose(null)}>
            {t('kit.action.cancel')}
          </Button>
          <Button
            disabled={!isChanged || (preview.data?.refusals.length ?? 0) > 0}
            loading={create.isPending || update.isPending}
            onClick={() => void save()}
          >
            {t(role ? 'administration.roles.save' : 'administration.roles.create')}
          </Button>
        </>
      }
    >
      {met && (
        <div className={css.conflict}>
          <Conflict
            key={met.refused.reference}
            met={met}
            fields={[
              { name: 'name', label: t('administration.roles.name') },
              { name: 'secondFactorRequired', label: t('administration.roles.factorField') },
              {
                name: 'permissions',
                label: t('column.permissionCount'),
                words: (one: string) => permissionName(t, one),
              },
            ]}
            values={{ name, secondFactorRequired: factor, permissions: [...chosen] }}
            onTake={fill}
          />
        </div>
      )}
      {role?.heldByMe && <RecordBanner>{t('administration.roles.ownRole')}</RecordBanner>}
      <div className={css.editor}>
        <div className={css.fields}>
          <div className={css.nameLine}>
            <FieldFrame
              id="role-name"
              label={t('administration.roles.name')}
              error={fault}
              hint={role?.readyMade ? t('administration.roles.nameFixed') : undefined}
            >
              <TextInput
                id="role-name"
                value={name}
                maxLength={60}
                disabled={role?.readyMade ?? false}
                autoComplete="off"
                data-autofocus={role === null || undefined}
                aria-describedby="role-name-below"
                error={fault !== undefined}
                aria-invalid={fault !== undefined}
                onChange={(event) => {
                  setName(event.currentTarget.value)
                  setFault(undefined)
                }}
              />
            </FieldFrame>
            <Switch
              className={css.factor ?? ''}
              label={t('administration.roles.factorField')}
              description={t(
                isOwnFactor ? 'administration.roles.factorOwn' : 'administration.roles.factorHint',
              )}
              checked={factor}
              disabled={isOwnFactor}
              onChange={(event) => setFactor(event.currentTarget.checked)}
            />
          </div>
          <PermissionTree
            offered={offered}
            before={before}
            chosen={chosen}
            addsNothing={role?.heldByMe ?? false}
            onChange={setChosen}
          />
        </div>
        <RolePreview asked={preview} isChanged={added.length + removed.length > 0} />
      </div>
    </PageFrame>
  )
}
