import type { Confirmation } from '@simiente/contract/account/confirmation';
import type { ErrorCode } from '@simiente/contract/common/errors';
import type { ProofKind } from '@simiente/contract/reports/states';
import type { StaffContext } from '../../../platform/calls/call-context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { withIdempotencyKey } from '../../../platform/idempotency/idempotency-key.ts';
import { lockAccount } from '../../../platform/identity/staff-accounts.ts';
import { hasSecondStep } from '../../../platform/identity/two-factor/two-factor.ts';
import { Problem } from '../../../platform/problem.ts';

type Step<Arguments extends unknown[], Result> = (
  transaction: Transaction,
  context: StaffContext,
  ...more: Arguments
) => Promise<Result>;

interface Steps<Input, Checked, Changed, Data> {
  /** The text or record that a passkey signs, in addition to the call. */
  readonly subject: (input: Input) => string;
  /** Locks the records that the change needs, and throws every rejection before a password is checked. */
  readonly check: Step<[input: Input], Checked>;
  readonly change: Step<[input: Input, checked: Checked], Changed>;
  readonly answer: Step<[changed: Changed], Data>;
}

/**
 * A handler of an action that the user confirms in the same request, with a password and a second step or with a
 * passkey. One transaction has the checks, the confirmation, the action and its audit row. A retry with the same
 * Idempotency-Key gets the first answer without a new confirmation, because its one-time code is already used.
 */
export function confirmed<
  Input extends { readonly confirmation: Confirmation },
  Checked,
  Changed,
  Data,
>(
  call: string,
  { subject, check, change, answer }: Steps<Input, Checked, Changed, Data>,
): (context: StaffContext, input: Input) => Promise<Data> {
  return (context, input) => {
    const { confirmation, ...act } = input;
    return context.owner.limitAttempts(() =>
      context.db.transaction(async (transaction) => {
        const outcome = await withIdempotencyKey<{ body: Changed } | { rejection: ErrorCode }>(
          transaction,
          context,
          { call, input: act },
          async () => {
            // Every confirmation locks the account before the patient, which prevents deadlocks.
            await lockAccount(transaction, context.actor.id);
            const checked = await check(transaction, context, input);
            await requireStrongProof(transaction, context, confirmation);
            const code = await context.owner.confirm(transaction, confirmation, subject(input));
            if (code !== null) return { rejection: code };
            return { body: await change(transaction, context, input, checked) };
          },
          (outcome) => 'body' in outcome,
        );
        if ('rejection' in outcome) return outcome;
        return { body: await answer(transaction, context, outcome.body) };
      }),
    );
  };
}

/** @throws Problem SECOND_STEP_NEEDED: a password alone signs nothing */
async function requireStrongProof(
  transaction: Transaction,
  { actor }: StaffContext,
  confirmation: Confirmation,
): Promise<void> {
  if ('passkey' in confirmation || (await hasSecondStep(transaction, actor.id))) return;
  throw new Problem('SECOND_STEP_NEEDED');
}

export function toProofKind(confirmation: Confirmation): ProofKind {
  if ('passkey' in confirmation) return 'passkey';
  return 'provider' in confirmation ? 'provider' : 'password';
}
