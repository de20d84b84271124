import { retryImport } from '../../../lib/lazy-on-use.ts';
import { providerName } from '../../../lib/provider.ts';
import { SignInButton, type SignInButtonProps } from './SignInButton.tsx';
import type { ProviderSignIn } from './visit-provider.ts';

interface ProviderButtonProps extends SignInButtonProps {
  ask?: ProviderSignIn;
}

/** 'Entrar con …', where the installation has an OpenID Connect provider. */
export function ProviderButton({ ask = {}, ...props }: ProviderButtonProps) {
  const name = providerName();
  if (name === undefined) return null;
  return (
    <SignInButton
      {...props}
      loadingLabel="Abriendo…"
      onUse={async () => (await retryImport(() => import('./visit-provider.ts'))).enterWith(ask)}
    >
      Entrar con {name}
    </SignInButton>
  );
}
