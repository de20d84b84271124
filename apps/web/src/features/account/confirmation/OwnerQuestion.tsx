import type { Account } from '@simiente/contract/account/calls';
import type { ReactNode } from 'react';
import { canUsePasskeys } from '../../../lib/passkeys.ts';
import { providerName } from '../../../lib/provider.ts';
import { askProvider, useHasPassword } from '../../session/public.ts';
import { ConfirmationForm } from './ConfirmationForm.tsx';
import { type Confirmation, confirmWithPasskey } from './confirmation-calls.ts';

interface OwnerQuestionProps {
  children: ReactNode;
  action: string;
  kind?: 'normal' | 'danger';
  /** Absent before the second step that an installation requires. */
  account?: Account | undefined;
  onCancel?: (() => void) | undefined;
  /** An error that it throws is shown in the form. */
  onConfirm: (confirmation: Confirmation) => Promise<void>;
}

/**
 * Asks who the owner of the account is before it changes: the password, or the provider where there is no
 * password, each with a code where the account has one; or a passkey.
 */
export function OwnerQuestion({ account, onConfirm, ...props }: OwnerQuestionProps) {
  const hasPassword = useHasPassword();
  const withCode = Boolean(account?.twoFactor);
  const hasPasskey = account !== undefined && account.passkeys.length > 0 && canUsePasskeys();
  const isBound = account === undefined ? !hasPassword : account.provider !== null;
  const provider = isBound ? providerName() : undefined;
  const coded = (code: string) => (withCode ? { code } : {});
  return (
    <ConfirmationForm
      {...props}
      withPassword={hasPassword}
      withCode={withCode}
      onPasskey={hasPasskey ? async () => onConfirm(await confirmWithPasskey()) : undefined}
      provider={
        provider === undefined
          ? undefined
          : {
              name: provider,
              onAnswer: async (code) => {
                await askProvider('confirm', {});
                await onConfirm({ provider: true, ...coded(code) });
              },
            }
      }
      onConfirm={(password, code) => onConfirm({ password, ...coded(code) })}
    />
  );
}
