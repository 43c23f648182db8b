import type { PermissionKind } from '@kervan/contract/administration/permissions'
import { permissionAreas, type PermissionArea } from '@kervan/contract/kit/permission-areas'
import { useTranslation } from 'react-i18next'
import { permissionName } from '../../kit/values/permissionName.ts'
import { areaName } from './permissionWords.ts'
import css from './roles.module.css'

/** Permissions in words, area by area. */
export function PermissionList({
  permissions,
}: {
  permissions: readonly { permission: string; area: PermissionArea; kind: PermissionKind }[]
}) {
  const { t } = useTranslation()
  return permissionAreas.map((area) => {
    const ofArea = permissions.filter((one) => one.area === area)
    if (ofArea.length === 0) return null
    return (
      <section key={area} className={css.infoArea}>
        <h3 className={css.infoTitle}>{areaName(t, area)}</h3>
        <ul className={css.infoList}>
          {ofArea.map(({ permission, kind }) => (
            <li key={permission}>
              <span>{permissionName(t, permission)}</span>
              <span className={css.kind} data-kind={kind}>
                {t(`permission.kind.${kind}`)}
              </span>
            </li>
          ))}
        </ul>
      </section>
    )
  })
}
