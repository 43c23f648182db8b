import type { getApiKeyPermissions } from '@kervan/contract/administration/api-keys'
import type { OutputOf } from '@kervan/contract/kit/call'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FieldFrame } from '../../kit/form/FieldFrame.tsx'
import { useField, type FieldProps } from '../../kit/form/TextField.tsx'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { PermissionTree } from '../roles/PermissionTree.tsx'
import css from './keys.module.css'

export type KeyPermissions = UseQueryResult<OutputOf<typeof getApiKeyPermissions>>
const nothing: ReadonlySet<string> = new Set()

type Props = FieldProps & {
  label: string
  asked: KeyPermissions | null
  nothing: string
}

/** What a key or a device may be used for: of what its user's roles open, what is chosen. `nothing`: where they open none. */
export function PermissionsField({ asked, nothing: opensNothing, ...props }: Props) {
  const { t } = useTranslation()
  const { id, frame, control, value, onChange } = useField(props)
  const offered = asked?.data?.permissions
  return (
    <FieldFrame {...frame}>
      <section
        id={id}
        className={css.chooser}
        data-fault={control.error || undefined}
        aria-describedby={control['aria-describedby']}
        aria-label={props.label}
      >
        {asked === null && <p className={css.nothing}>{t('administration.keys.userFirst')}</p>}
        {asked !== null && !offered && <ReadState asked={asked} />}
        {offered?.length === 0 && <p className={css.nothing}>{opensNothing}</p>}
        {offered !== undefined && offered.length > 0 && (
          <PermissionTree
            offered={offered.map((one) => ({ ...one, roles: 1 }))}
            before={nothing}
            chosen={new Set(Array.isArray(value) ? value : [])}
            addsNothing={false}
            onChange={(chosen) => onChange([...chosen])}
          />
        )}
      </section>
    </FieldFrame>
  )
}
