import { keepFocus } from '../focus.ts';
import { LockButton, type LockButtonProps } from './LockButton.tsx';

/** A button that disappears once it is used. The focus then stays in the section or row. */
export function VanishingButton(props: LockButtonProps) {
  return <LockButton ref={keepFocus} {...props} />;
}
