import { PasswordInput } from '@mantine/core';
import type { ComponentProps } from 'react';

/**
 * The field of a password. Mantine's own marks an error for the eye alone, where its other fields tell
 * screen readers too.
 */
export function PasswordField(props: ComponentProps<typeof PasswordInput>) {
  return <PasswordInput aria-invalid={props.error ? true : undefined} {...props} />;
}
