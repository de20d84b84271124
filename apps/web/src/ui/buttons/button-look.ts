import type { ButtonProps, ButtonVariant } from '@mantine/core';

export type ButtonKind =
  | 'normal'
  | 'linear'
  | 'squared'
  | 'rounded'
  | 'default'
  | 'subtle'
  | 'danger';

type Look = Pick<ButtonProps, 'color' | 'radius'> & { variant: ButtonVariant };

const looks: Record<ButtonKind, Look> = {
  normal: { variant: 'filled' },
  linear: { variant: 'outline' },
  squared: { variant: 'filled', radius: 0 },
  rounded: { variant: 'filled', radius: 999 },
  default: { variant: 'default' },
  subtle: { variant: 'subtle', color: 'gray' },
  danger: { variant: 'filled', color: 'rojo' },
};

/** A kind in Mantine's terms. */
export function buttonLook(kind: ButtonKind): Look {
  return looks[kind];
}
