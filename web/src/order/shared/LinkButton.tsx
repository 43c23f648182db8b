import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

type Props = ButtonProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> & { ref?: Ref<HTMLAnchorElement> }

function AnchorButton(props: Props) {
  return <Button component="a" {...props} />
}

/** A button that leads to another screen: a real link, so that it opens in a new tab too. */
export const LinkButton = createLink(AnchorButton)
