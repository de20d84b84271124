import { type ReactNode, useState } from 'react';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { secondStepMessage } from '../messages.ts';

/** What the buttons of the ways to sign in without a password share. */
export interface SignInButtonProps {
  disabled?: boolean;
  /** Undefined when an attempt begins. */
  onMessage: (message: string | undefined) => void;
}

interface Props extends SignInButtonProps {
  children: ReactNode;
  loadingLabel: string;
  onUse: () => Promise<void>;
}

export function SignInButton({ children, disabled, loadingLabel, onMessage, onUse }: Props) {
  const [busy, setBusy] = useState(false);

  async function use() {
    setBusy(true);
    onMessage(undefined);
    try {
      await onUse();
    } catch (error) {
      onMessage(secondStepMessage(error));
    }
    setBusy(false);
  }

  return (
    <LockButton
      kind="default"
      size="md"
      fullWidth
      disabled={disabled}
      loading={busy}
      loadingLabel={loadingLabel}
      onClick={() => void use()}
    >
      {children}
    </LockButton>
  );
}
