import { ActionIcon, Button, type ActionIconProps, type ButtonProps } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { TablerIcon } from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

type Anchor<Props> = Props &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Props> & { ref?: Ref<HTMLAnchorElement> }

const AnchorButton = (props: Anchor<ButtonProps>) => <Button component="a" {...props} />
const AnchorIcon = (props: Anchor<ActionIconProps>) => <ActionIcon component="a" {...props} />

/** A button that leads to another screen: a real link, so that it opens in a new tab too. */
export const LinkButton = createLink(AnchorButton)
const LinkIcon = createLink(AnchorIcon)

/** The same in the head of a page: on a telephone its sign alone, but where it is `named`. */
export function HeadLink({
  to,
  icon: Icon,
  label,
  primary = false,
  named = false,
}: {
  to: string
  icon: TablerIcon
  label: string
  primary?: boolean
  named?: boolean
}) {
  const narrow =
    useMediaQuery('(max-width: 767.98px)', undefined, { getInitialValueInEffect: false }) ?? false
  if (narrow && !named)
    return (
      <LinkIcon
        to={to}
        variant={primary ? 'filled' : 'default'}
        color="brand"
        aria-label={label}
        title={label}
      >
        <Icon size={18} aria-hidden />
      </LinkIcon>
    )
  return (
    <LinkButton to={to} variant={primary ? 'filled' : 'default'} leftSection={<Icon size={16} aria-hidden />}>
      {label}
    </LinkButton>
  )
}
