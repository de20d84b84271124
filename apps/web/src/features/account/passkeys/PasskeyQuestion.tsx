import type { Account } from '@simiente/contract/account/calls';
import type { ReactNode } from 'react';
import { canUsePasskeys } from '../../../lib/passkeys.ts';
import { PasswordQuestion } from '../two-factor/PasswordQuestion.tsx';
import { type Confirmation, confirmWithPasskey } from './passkey-calls.ts';

interface PasskeyQuestionProps {
  children: ReactNode;
  action: string;
  kind?: 'normal' | 'danger';
  /** Absent before the second step that an installation requires. */
  account: Account | undefined;
  onCancel: () => void;
  /** An error that it throws is shown in the form. */
  onConfirm: (confirmation: Confirmation) => Promise<void>;
}

/** Asks for the password and, where the account has them, a code or a passkey, before passkeys change. */
export function PasskeyQuestion({ account, onConfirm, ...props }: PasskeyQuestionProps) {
  const withCode = Boolean(account?.twoFactor);
  const hasPasskey = account !== undefined && account.passkeys.length > 0 && canUsePasskeys();
  return (
    <PasswordQuestion
      {...props}
      withCode={withCode}
      onPasskey={hasPasskey ? async () => onConfirm(await confirmWithPasskey()) : undefined}
      onConfirm={(password, code) => onConfirm({ password, ...(withCode && { code }) })}
    />
  );
}
