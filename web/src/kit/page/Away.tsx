import { screens } from '@kervan/contract/shell/screens'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

/** Whether there is such a page: what nobody can open, nobody has watched. */
export const isOpen = (url: string) =>
  !url.startsWith('/') || screens.some(({ path }) => path === url.split(/[?#]/)[0])

/** A place of the portal, or one outside in a window of its own; a page that this version does not have says so. */
export function Away({ to, onOpen, children }: { to: string; onOpen?: () => void; children: string }) {
  const { t } = useTranslation()
  if (!isOpen(to))
    return (
      <span>
        <span>{children}</span> <span className="k-quiet">{t('shell.soon')}</span>
      </span>
    )
  return to.startsWith('/') ? (
    <Link to={to} {...(onOpen && { onClick: onOpen })}>
      {children}
    </Link>
  ) : (
    <a href={to} target="_blank" rel="noreferrer" onClick={onOpen}>
      {children}
    </a>
  )
}
