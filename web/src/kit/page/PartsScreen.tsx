import { IconLock } from '@tabler/icons-react'
import { lazy, Suspense, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useRights } from '../call/rights.ts'
import { useSession } from '../call/session.ts'
import { tDynamic, type MessageKey } from '../i18n/words.ts'
import { EmptyState } from './EmptyState.tsx'
import { NoRight } from './NoRight.tsx'
import { PageFrame } from './PageFrame.tsx'
import { ReadState } from '../record/ReadState.tsx'
import { RecordBanner } from '../record/RecordParts.tsx'
import type { AnyPart } from './part.ts'
import { PartsFrame } from './PartsFrame.tsx'
import { useScreenSearch } from './screen.ts'
import { WhyMissing } from './why.tsx'

const search = z.object({ part: z.string().optional().catch(undefined) })

export type DeclaredParts<G extends string = string> = {
  title: MessageKey
  /** In the order in which they are offered. */
  groups: readonly G[]
  parts: readonly AnyPart<G>[]
  /** The messages that name a group and a part. */
  groupWord: (group: G) => string
  partWord: (key: string) => string
}

/** The code of a part: what fails to come is said by the page around. */
const onItsWay = { error: null, isError: false, refetch: () => Promise.resolve() }

/** The screen, and what it was made of: the palette reads it. */
export type PartedComponent = ComponentType & { declared: DeclaredParts }

/** The permission that somebody lacks for a part; null where they may open it. */
export const lackedBy = (rights: { has(permission: string): boolean }, { permission, needs }: AnyPart) =>
  [permission, needs ?? permission].find((one) => !rights.has(one)) ?? null

/** A screen of many parts: those that one may open; an address to another one leads to the first of them, and says so. */
export function partsScreen<G extends string>({
  title,
  groups,
  parts: declared,
  groupWord,
  partWord,
}: DeclaredParts<G>): PartedComponent {
  const parts = declared.map((part) => ({
    ...part,
    Component: 'component' in part ? lazy(part.component) : null,
  }))
  function PartsScreen() {
    const { t } = useTranslation()
    const rights = useRights()
    const session = useSession()
    const userType = session?.ExactUserType
    const [{ part: wanted }] = useScreenSearch(search)
    const lacks = (part: AnyPart) => lackedBy(rights, part)
    const offered = parts.filter((one) => (one.userType ?? userType) === userType)
    const allowed = offered.filter((one) => lacks(one) === null)
    const own = allowed.filter(({ Component }) => Component !== null)
    const part = own.find(({ key }) => key === wanted) ?? own[0]
    const refused = parts.find(({ key }) => key === wanted && key !== part?.key)
    const missing = refused ? lacks(refused) : null
    const nothing = part ? undefined : (refused ?? offered[0])
    const links = groups.flatMap((group) => {
      const of = allowed.filter((one) => one.group === group)
      return of.length === 0
        ? []
        : [
            {
              key: group,
              label: tDynamic(t, groupWord(group), group),
              parts: of.map((one) => ({
                key: one.key,
                label: tDynamic(t, partWord(one.key), one.key),
                ...('opens' in one
                  ? one.opens
                  : { search: { part: one.key }, preload: () => void one.component() }),
              })),
            },
          ]
    })
    return (
      <PartsFrame title={t(title)} groups={links} part={part?.key ?? ''}>
        {part && refused && (
          <RecordBanner
            {...(missing ? { action: <WhyMissing permission={missing} size="compact-sm" /> } : {})}
          >
            {t('shell.refused', { screen: tDynamic(t, partWord(refused.key), refused.key) })}
          </RecordBanner>
        )}
        {nothing && (
          <NoRight
            title={t('kit.part.noRight', { part: tDynamic(t, partWord(nothing.key), nothing.key) })}
            permission={lacks(nothing) ?? nothing.permission}
          />
        )}
        <Suspense
          key={part?.key}
          fallback={
            part && (
              <PageFrame title={tDynamic(t, partWord(part.key), part.key)} layout="scroll">
                <ReadState asked={onItsWay} />
              </PageFrame>
            )
          }
        >
          {part && session && part.isClosed?.(session) ? (
            <PageFrame title={tDynamic(t, partWord(part.key), part.key)}>
              <EmptyState icon={IconLock} title={t('kit.closed.title')} text={t('kit.closed.text')} />
            </PageFrame>
          ) : (
            part?.Component && <part.Component />
          )}
        </Suspense>
      </PartsFrame>
    )
  }
  return Object.assign(PartsScreen, {
    declared: { title, groups, parts: declared, groupWord: groupWord as (group: string) => string, partWord },
  })
}
