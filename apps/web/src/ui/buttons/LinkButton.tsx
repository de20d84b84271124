import { type ButtonProps, type ButtonVariant, Button as MantineButton } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import { cloneElement, type ReactNode } from 'react';
import type { LinkSlot } from '../link-slot.ts';
import classes from './Button.module.css';

/** The first four are the specification's. */
export const buttonKinds = [
  'normal',
  'linear',
  'squared',
  'rounded',
  'default',
  'subtle',
  'danger',
] as const;
export type ButtonKind = (typeof buttonKinds)[number];

type KindProps = Pick<ButtonProps, 'color' | 'radius'> & { variant: ButtonVariant };

/** Mantine's props of a kind. */
export const buttonProps: Record<ButtonKind, KindProps> = {
  normal: { variant: 'filled' },
  linear: { variant: 'outline' },
  squared: { variant: 'filled', radius: 0 },
  rounded: { variant: 'filled', radius: 999 },
  default: { variant: 'default' },
  subtle: { variant: 'subtle', color: 'gray' },
  danger: { variant: 'filled', color: 'red' },
};

export const buttonIcon = { size: 17, stroke: 1.7, 'aria-hidden': true } as const;

type Target =
  | { link: LinkSlot; href?: never; newTab?: never; onFollow?: never }
  | { href: string; link?: never; newTab?: boolean; onFollow?: () => void };

type LinkButtonProps = Target & {
  children: ReactNode;
  kind?: ButtonKind;
  size?: ButtonProps['size'];
  icon?: TablerIcon | undefined;
  fullWidth?: boolean;
  className?: string | undefined;
  'aria-label'?: string;
};

/**
 * A link that looks like a button: `link` is a router link, `href` a plain one. Unlike a `Button`, it never
 * locks. A new tab gets neither `window.opener` nor our address.
 */
export function LinkButton({
  kind = 'normal',
  icon: Icon,
  className,
  children,
  link,
  href,
  newTab,
  onFollow,
  ...others
}: LinkButtonProps) {
  const shared = {
    ...buttonProps[kind],
    ...others,
    'data-kind': kind,
    className: [classes.root, className].filter(Boolean).join(' '),
    leftSection: Icon && <Icon {...buttonIcon} />,
  };
  if (link !== undefined) {
    return (
      <MantineButton {...shared} renderRoot={(props) => cloneElement(link, props)}>
        {children}
      </MantineButton>
    );
  }
  const newTabProps = newTab ? { target: '_blank', rel: 'noopener noreferrer' } : {};
  return (
    <MantineButton {...shared} {...newTabProps} component="a" href={href} onClick={onFollow}>
      {children}
    </MantineButton>
  );
}
