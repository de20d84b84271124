import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import type { LinkSlot } from '../link-slot.ts';
import { type ButtonKind, buttonProps } from './button-kind.ts';
import classes from './LockButton.module.css';

type Target =
  | { link: LinkSlot; href?: never; newTab?: never; onFollow?: never }
  | { href: string; link?: never; newTab?: boolean; onFollow?: () => void };

type LinkButtonProps = Target & {
  children: ReactNode;
  kind?: ButtonKind;
  size?: ButtonProps['size'];
  icon?: ReactNode;
  fullWidth?: boolean;
  className?: string | undefined;
  'aria-label'?: string;
};

/**
 * A link that looks like a button: `link` renders a router link, `href` a plain one. It navigates
 * at once and never locks. A new tab gets neither `window.opener` nor our address.
 */
export function LinkButton({
  kind = 'normal',
  icon,
  className,
  children,
  ...rest
}: LinkButtonProps) {
  const { link, href, newTab, onFollow, ...others } = rest;
  const shared = {
    ...buttonProps(kind),
    ...others,
    'data-kind': kind,
    className: [classes.root, className].filter(Boolean).join(' '),
    leftSection: icon,
  };
  if (link !== undefined) {
    return (
      <Button {...shared} renderRoot={(props) => link({ ...props, children: props.children })}>
        {children}
      </Button>
    );
  }
  const outside = newTab ? { target: '_blank', rel: 'noopener noreferrer' } : {};
  return (
    <Button {...shared} {...outside} component="a" href={href} onClick={onFollow}>
      {children}
    </Button>
  );
}
