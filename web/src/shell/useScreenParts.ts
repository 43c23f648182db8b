import { screens, type ScreenKey } from '@kervan/contract/shell/screens'
import { useQuery } from '@tanstack/react-query'
import { lackedBy, type PartedComponent } from '../kit/page/PartsScreen.tsx'
import type { AnyPart } from '../kit/page/part.ts'
import { useRights } from '../kit/call/rights.ts'
import { useSession } from '../kit/call/session.ts'
import { parts } from './parts.ts'

export type OfferedPart = {
  screen: ScreenKey
  path: string
  part: AnyPart
  partWord: string
  groupWord: string
}

/** The parts of all screens of parts that the reader may open; none until their declarations are here. */
export function useScreenParts(): OfferedPart[] {
  const rights = useRights()
  const userType = useSession()?.ExactUserType
  const { data = [] } = useQuery({
    queryKey: ['shell', 'screenParts'],
    queryFn: () =>
      Promise.all(
        screens.flatMap(({ key, path, permission }) => {
          const declared = parts[key]
          return declared?.hasParts
            ? [
                declared.component().then(({ default: screen }) => ({
                  screen: key,
                  path,
                  permission,
                  declared: (screen as PartedComponent).declared,
                })),
              ]
            : []
        }),
      ),
    staleTime: Infinity,
    gcTime: Infinity,
  })
  return data
    .filter(({ permission }) => rights.has(permission))
    .flatMap(({ screen, path, declared: { parts: declared, partWord, groupWord } }) =>
      declared
        .filter((part) => (part.userType ?? userType) === userType && lackedBy(rights, part) === null)
        .map((part) => ({
          screen,
          path,
          part,
          partWord: partWord(part.key),
          groupWord: groupWord(part.group),
        })),
    )
}
