import { getProfilePicture } from '@kervan/contract/account/profile-picture'
import { Avatar } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callServer } from './call/client.ts'
import { asAddress } from './logo.ts'
import { useSession } from './call/session.ts'
import css from './i18n/languageMenu.module.css'

// Portraits. Anything but a 200 shows the initials instead (SHL-022).

export function portraitOptions(userName: string) {
  return queryOptions({
    queryKey: ['WebResources', 'GetProfilePicture', { userName }] as const,
    queryFn: ({ signal }) => callServer(getProfilePicture, {}, { signal }).then(asAddress, () => null),
    staleTime: Infinity,
    gcTime: Infinity,
  })
}

/** The picture of the signed-in user, or the initials. */
export function Portrait({ size = 28 }: { size?: number }) {
  const session = useSession()
  const { data } = useQuery({ ...portraitOptions(session?.UserName ?? ''), enabled: session !== null })
  const initials =
    `${session?.FirstName.slice(0, 1) ?? ''}${session?.LastName.slice(0, 1) ?? ''}`.toLocaleUpperCase('tr')
  return (
    <Avatar
      size={size}
      radius={size}
      src={data ?? null}
      alt=""
      aria-hidden
      className={css.portrait ?? ''}
      styles={{
        placeholder: {
          background: '#0d425e',
          color: '#fff',
          fontSize: size * 0.4,
          fontWeight: 600,
          border: 0,
        },
      }}
    >
      <span data-initials={initials} className={css.initials} />
    </Avatar>
  )
}
