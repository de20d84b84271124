import { retryImport } from '../../../lib/lazy-on-use.ts';
import { canUsePasskeys } from '../../../lib/passkeys.ts';
import { SignInButton, type SignInButtonProps } from './SignInButton.tsx';

interface PasskeyButtonProps extends SignInButtonProps {
  /** The account that has to sign in; any without it. */
  email?: string;
  onDone: () => void;
}

/** Signs in with a passkey, where the browser has them. */
export function PasskeyButton({ email, onDone, ...props }: PasskeyButtonProps) {
  if (!canUsePasskeys()) return null;
  return (
    <SignInButton
      {...props}
      loadingLabel="Esperando tu llave de acceso…"
      onUse={async () => {
        const { signInWithPasskey } = await retryImport(() => import('./passkey-sign-in.ts'));
        await signInWithPasskey(email);
        onDone();
      }}
    >
      Entrar con llave de acceso
    </SignInButton>
  );
}
