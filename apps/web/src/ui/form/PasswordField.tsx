import { PasswordInput } from '@mantine/core';
import type { ComponentProps } from 'react';

/** A password field. Mantine's own shows an error without announcing it, unlike its other fields. */
export function PasswordField(props: ComponentProps<typeof PasswordInput>) {
  return <PasswordInput aria-invalid={props.error ? true : undefined} {...props} />;
}
