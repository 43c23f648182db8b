import { previewRole } from '@kervan/contract/administration/roles'
import type { OutputOf } from '@kervan/contract/kit/call'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle, IconMinus, IconPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../kit/values/format.ts'
import { tPlural } from '../../kit/i18n/words.ts'
import { permissionName } from '../../kit/values/permissionName.ts'
import { readKeeping } from '../../kit/call/query.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { menuName, screenName } from './permissionWords.ts'
import css from './roles.module.css'

type Preview = OutputOf<typeof previewRole>

/** Asks what the change would do, a moment after the last box was pressed. */
export function useRolePreview(roleId: string | null, chosen: ReadonlySet<string>, isChanged: boolean) {
  const [permissions] = useDebouncedValue([...chosen].toSorted(), 250)
  return useQuery({ ...readKeeping(previewRole, { roleId, permissions }), enabled: isChanged })
}

/** Beside the boxes: what opens, what closes, whom it touches, and what would be refused (USR-005). */
export function RolePreview({
  asked,
  isChanged,
}: {
  asked: ReturnType<typeof useRolePreview>
  isChanged: boolean
}) {
  const { t } = useTranslation()
  const preview = isChanged ? asked.data : undefined
  return (
    <section
      className={css.preview}
      aria-label={t('administration.roles.preview')}
      aria-live="polite"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <h3 className={css.previewTitle}>{t('administration.roles.preview')}</h3>
      {!isChanged && <p className="k-quiet">{t('administration.roles.previewNone')}</p>}
      {isChanged && !preview && <ReadState asked={asked} />}
      {preview && <Told preview={preview} />}
    </section>
  )
}

function Told({ preview }: { preview: Preview }) {
  const { t } = useTranslation()
  const format = useFormats()
  return (
    <>
      {preview.refusals.length > 0 && (
        <div className={css.hindered}>
          <strong>
            <IconAlertTriangle size={15} aria-hidden /> {t('administration.roles.hindered')}
          </strong>
          {preview.refusals.map(({ code, message }) => (
            <p key={code}>{message}</p>
          ))}
        </div>
      )}
      <p className={css.touches}>
        <IconUsers size={15} aria-hidden />
        <span>
          <strong>
            {preview.touched === 0
              ? t('administration.roles.touchesNone')
              : tPlural(t, 'administration.roles.touches', preview.touched, format.number(preview.touched))}
          </strong>
          {preview.holders > 0 && (
            <span className="k-quiet">
              {' '}
              {t('administration.roles.ofHolders', { holders: format.number(preview.holders) })}
            </span>
          )}
          {preview.sessions > 0 && (
            <span className="k-quiet">
              {' '}
              {tPlural(t, 'administration.roles.sessions', preview.sessions, format.number(preview.sessions))}
            </span>
          )}
        </span>
      </p>
      <Side tone="opens" title={t('administration.roles.opens')} side={preview.opens} />
      <Side tone="closes" title={t('administration.roles.closes')} side={preview.closes} />
    </>
  )
}

function Side({ tone, title, side }: { tone: 'opens' | 'closes'; title: string; side: Preview['opens'] }) {
  const { t } = useTranslation()
  const format = useFormats()
  const Icon = tone === 'opens' ? IconPlus : IconMinus
  const places = [
    ...side.menus.map((menu) => t('administration.roles.menu', { name: menuName(t, menu) })),
    ...side.screens.map((key) => screenName(t, key)),
    ...side.elements.map((one) => permissionName(t, one)),
  ]
  if (places.length + side.calls.length === 0) return null
  return (
    <section className={css.side} data-tone={tone}>
      <h4 className={css.sideTitle}>
        <Icon size={14} aria-hidden /> {title}
      </h4>
      {places.length > 0 && (
        <ul>
          {[...new Set(places)].map((place) => (
            <li key={place}>{place}</li>
          ))}
        </ul>
      )}
      {side.calls.length > 0 && (
        <details>
          <summary>
            {tPlural(t, 'administration.roles.calls', side.calls.length, format.number(side.calls.length))}
          </summary>
          <ul>
            {side.calls.map((one) => (
              <li key={one}>{permissionName(t, one)}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
