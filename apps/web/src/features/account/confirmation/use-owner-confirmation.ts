import type { Account } from '@simiente/contract/account/calls';
import { postJson } from '../../../lib/api/send.ts';
import { canUsePasskeys, providerName } from '../../../lib/page-settings.ts';
import { readSignOptions, signWithPasskey } from '../../../lib/webauthn.ts';
import { askProvider, useHasPassword } from '../../session/public.ts';
import { useConfirmationForm } from './use-confirmation-form.ts';

/**
 * State of a form that confirms the owner of the account. The account's password, or its provider if it has no
 * password, is required, with a code if the second step is on. A passkey replaces all of them.
 * @param account undefined while the account lacks the second step that the installation requires
 * @param purpose the call that `onConfirm` makes
 * @param onConfirm its error is shown in the form
 * @param isTwoStep whether a password or the provider alone, without a code, is not enough
 */
export function useOwnerConfirmation(
  account: Account | undefined,
  purpose: Purpose,
  onConfirm: (confirmation: Confirmation) => Promise<void>,
  { isTwoStep = false } = {},
) {
  const asksCode = Boolean(account?.twoFactor);
  const passwordSuffices = asksCode || !isTwoStep;
  const asksPassword = useHasPassword() && passwordSuffices;
  const hasPasskey = account !== undefined && account.passkeys.length > 0 && canUsePasskeys();
  // Without a password, an account that cannot be read yet must have signed in at the provider.
  const hasProvider = account === undefined ? !asksPassword : account.provider !== null;
  const provider = hasProvider && passwordSuffices ? providerName() : undefined;
  const form = useConfirmationForm(
    [...(asksPassword ? (['password'] as const) : []), ...(asksCode ? (['code'] as const) : [])],
    async ({ password, code }) => {
      const optionalCode = asksCode ? { code } : {};
      if (asksPassword) return onConfirm({ password, ...optionalCode });
      if (provider === undefined) return;
      await askProvider('confirm', {});
      await onConfirm({ provider: true, ...optionalCode });
    },
  );
  return {
    ...form,
    asksPassword,
    asksCode,
    /** Name of the provider, if it confirms in place of the password. */
    provider: asksPassword ? undefined : provider,
    canSubmit: asksPassword || provider !== undefined,
    /** Confirms with a passkey instead; undefined if the account has no passkey, or the browser supports none. */
    confirmByPasskey: hasPasskey
      ? () => void form.attempt(async () => onConfirm(await confirmWithPasskey(purpose)))
      : undefined,
  };
}

export type OwnerConfirmation = ReturnType<typeof useOwnerConfirmation>;

/** Proof that the owner of the account is present. */
export type Confirmation =
  | { readonly password: string; readonly code?: string }
  /** The owner has signed in at the provider within this session. */
  | { readonly provider: true; readonly code?: string }
  | { readonly passkey: Awaited<ReturnType<typeof signWithPasskey>> };

/** The call that the owner confirms. A passkey's answer is valid only for this call. */
interface Purpose {
  readonly path: string;
  /** The text or record that the call changes. */
  readonly subject?: string;
}

/** @throws ApiFailure PASSKEY_REFUSED */
async function confirmWithPasskey(purpose: Purpose): Promise<Confirmation> {
  const options = await postJson('/api/auth/passkey/confirm-options', purpose, readSignOptions);
  return { passkey: await signWithPasskey(options) };
}
