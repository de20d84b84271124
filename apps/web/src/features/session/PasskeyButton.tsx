import { useState } from 'react';
import { retryImport } from '../../lib/lazy-with-prefetch.ts';
import { canUsePasskeys } from '../../lib/passkeys.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { secondStepMessage } from './messages.ts';

interface PasskeyButtonProps {
  /** The account that has to sign in; any without it. */
  email?: string;
  disabled?: boolean;
  /** Undefined when an attempt begins. */
  onMessage: (message: string | undefined) => void;
  onDone: () => void;
}

/** Signs in with a passkey, where the browser has them. */
export function PasskeyButton({ email, disabled, onMessage, onDone }: PasskeyButtonProps) {
  const [busy, setBusy] = useState(false);
  if (!canUsePasskeys()) return null;

  async function use() {
    setBusy(true);
    onMessage(undefined);
    try {
      const { signInWithPasskey } = await retryImport(() => import('./passkey-sign-in.ts'));
      await signInWithPasskey(email);
      onDone();
    } catch (error) {
      onMessage(secondStepMessage(error));
      setBusy(false);
    }
  }

  return (
    <LockButton
      kind="default"
      size="md"
      fullWidth
      disabled={disabled}
      loading={busy}
      loadingLabel="Esperando tu llave..."
      onClick={() => void use()}
    >
      Entrar con llave de acceso
    </LockButton>
  );
}
