import { PasswordInput } from '@mantine/core';
import type { ComponentProps } from 'react';

/** A password field that announces its error; Mantine's `PasswordInput` does not, unlike its other inputs. */
export function PasswordField(props: ComponentProps<typeof PasswordInput>) {
  return <PasswordInput aria-invalid={props.error ? true : undefined} {...props} />;
}
