import type { Account } from '@simiente/contract/account/calls';
import { postJson } from '../../../lib/api/send.ts';
import { canUsePasskeys, providerName } from '../../../lib/page-settings.ts';
import { readSignOptions, signWithPasskey } from '../../../lib/webauthn.ts';
import { askProvider, useHasPassword } from '../../session/public.ts';
import { useConfirmationForm } from './use-confirmation-form.ts';

/**
 * State of a form that confirms the owner of the account: with the password, or the provider if there is no
 * password, each with a code if the account has one; or with a passkey.
 * @param account absent before the second step that an installation requires
 * @param purpose the call that `onConfirm` makes
 * @param onConfirm its error is shown in the form
 * @param isTwoStep a password alone is not enough, also for an account without a second step
 */
export function useOwnerConfirmation(
  account: Account | undefined,
  purpose: Purpose,
  onConfirm: (confirmation: Confirmation) => Promise<void>,
  { isTwoStep = false } = {},
) {
  const withCode = Boolean(account?.twoFactor);
  const isEnough = withCode || !isTwoStep;
  const withPassword = useHasPassword() && isEnough;
  const hasPasskey = account !== undefined && account.passkeys.length > 0 && canUsePasskeys();
  const isBound = account === undefined ? !withPassword : account.provider !== null;
  const provider = isBound && isEnough ? providerName() : undefined;
  const form = useConfirmationForm(
    [...(withPassword ? (['password'] as const) : []), ...(withCode ? (['code'] as const) : [])],
    async ({ password, code }) => {
      const coded = withCode ? { code } : {};
      if (withPassword) return onConfirm({ password, ...coded });
      if (provider === undefined) return;
      await askProvider('confirm', {});
      await onConfirm({ provider: true, ...coded });
    },
  );
  return {
    ...form,
    withPassword,
    withCode,
    /** Name of the provider, if it confirms in place of the password. */
    provider: withPassword ? undefined : provider,
    canSubmit: withPassword || provider !== undefined,
    /** Confirms with a passkey instead; absent for an account without one. */
    byPasskey: hasPasskey
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

/** The call that the owner confirms, and the text or record of that call, to which a passkey's answer is bound. */
interface Purpose {
  readonly path: string;
  readonly subject?: string;
}

/** @throws ApiFailure PASSKEY_REFUSED */
async function confirmWithPasskey(purpose: Purpose): Promise<Confirmation> {
  const options = await postJson('/api/auth/passkey/confirm-options', purpose, readSignOptions);
  return { passkey: await signWithPasskey(options) };
}
