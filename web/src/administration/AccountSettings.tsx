import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { tDynamic } from '../kit/i18n/words.ts'
import { PartsFrame } from '../kit/page/PartsFrame.tsx'
import { RecordBanner } from '../kit/record/RecordParts.tsx'
import { useRights } from '../kit/call/rights.ts'
import { useScreenSearch } from '../kit/page/screen.ts'
import { useSession } from '../kit/call/session.ts'
import { partGroups } from '../kit/page/part.ts'
import { accountParts } from './parts.ts'

const search = z.object({ part: z.string().optional().catch(undefined) })
const parts = accountParts.map((part) => ({ ...part, Component: lazy(part.component) }))

/** Account settings (USR-001): the parts one may open; an address to another one leads to the first of them, and says so. */
export default function AccountSettings() {
  const { t } = useTranslation()
  const rights = useRights()
  const userType = useSession()?.ExactUserType
  const [{ part: wanted }] = useScreenSearch(search)
  const allowed = parts.filter((one) => rights.has(one.permission) && (one.userType ?? userType) === userType)
  const part = allowed.find(({ key }) => key === wanted) ?? allowed[0]
  const refused = accountParts.find(({ key }) => key === wanted && key !== part?.key)
  const groups = partGroups.flatMap((group) => {
    const links = allowed.filter((one) => one.group === group)
    return links.length === 0
      ? []
      : [
          {
            key: group,
            label: t(`account.group.${group}`),
            parts: links.map(({ key, component }) => ({
              key,
              label: tDynamic(t, `account.part.${key}`, key),
              search: { part: key },
              preload: () => void component(),
            })),
          },
        ]
  })
  return (
    <PartsFrame title={t('screen.accountSettings.title')} groups={groups} part={part?.key ?? ''}>
      {refused && (
        <RecordBanner>
          {t('shell.refused', { screen: tDynamic(t, `account.part.${refused.key}`, refused.key) })}
        </RecordBanner>
      )}
      <Suspense key={part?.key}>{part && <part.Component />}</Suspense>
    </PartsFrame>
  )
}
