import { type ReactNode, useState } from 'react';
import { lazyOnUse, retryImport } from '../../../lib/lazy-on-use.ts';
import { canUsePasskeys, providerName } from '../../../lib/page-settings.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { secondStepMessage } from '../messages.ts';
import type { ProviderSignIn } from './provider-sign-in.ts';

interface CommonProps {
  disabled?: boolean;
  /** Called with undefined when an attempt begins. */
  onMessage: (message: string | undefined) => void;
}

interface SignInButtonProps extends CommonProps {
  children: ReactNode;
  loadingLabel: string;
  onSignIn: () => Promise<void>;
}

function SignInButton(props: SignInButtonProps) {
  const { children, disabled, loadingLabel, onMessage, onSignIn } = props;
  const [busy, setBusy] = useState(false);

  async function signIn() {
    setBusy(true);
    onMessage(undefined);
    try {
      await onSignIn();
    } catch (error) {
      onMessage(secondStepMessage(error));
    }
    setBusy(false);
  }

  return (
    <Button
      kind="default"
      size="md"
      fullWidth
      disabled={disabled}
      loading={busy}
      loadingLabel={loadingLabel}
      onClick={() => void signIn()}
    >
      {children}
    </Button>
  );
}

interface PasskeyButtonProps extends CommonProps {
  /** The account that has to sign in; absent to accept any. */
  email?: string | undefined;
  onDone: () => void;
}

/** Signs in with a passkey, if the browser supports them. */
export function PasskeyButton({ email, onDone, ...props }: PasskeyButtonProps) {
  if (!canUsePasskeys()) return null;
  return (
    <SignInButton
      {...props}
      loadingLabel="Esperando tu llave de acceso…"
      onSignIn={async () => {
        const { signInWithPasskey } = await retryImport(() => import('./passkey-sign-in.ts'));
        await signInWithPasskey(email);
        onDone();
      }}
    >
      Entrar con llave de acceso
    </SignInButton>
  );
}

interface ProviderButtonProps extends CommonProps {
  input: ProviderSignIn;
}

/** 'Entrar con …', if the installation has an OpenID Connect provider. */
export function ProviderButton({ input, ...props }: ProviderButtonProps) {
  const name = providerName();
  if (name === undefined) return null;
  return (
    <SignInButton
      {...props}
      loadingLabel="Abriendo…"
      onSignIn={async () => {
        const { enterWithProvider } = await retryImport(() => import('./provider-sign-in.ts'));
        await enterWithProvider(input);
      }}
    >
      Entrar con {name}
    </SignInButton>
  );
}

/** Asks for the second step of a sign-in; most sign-ins have none. */
export const SecondStep = lazyOnUse(() => import('./SecondStepForm.tsx'));
