import type { ButtonProps, ButtonVariant } from '@mantine/core';

/** The specification's four first. */
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

const propsByKind: Record<ButtonKind, KindProps> = {
  normal: { variant: 'filled' },
  linear: { variant: 'outline' },
  squared: { variant: 'filled', radius: 0 },
  rounded: { variant: 'filled', radius: 999 },
  default: { variant: 'default' },
  subtle: { variant: 'subtle', color: 'gray' },
  danger: { variant: 'filled', color: 'red' },
};

/** Mantine's props of a kind. */
export function buttonProps(kind: ButtonKind): KindProps {
  return propsByKind[kind];
}
