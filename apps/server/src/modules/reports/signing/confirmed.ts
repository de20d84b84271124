import type { Confirmation } from '@simiente/contract/account/confirmation';
import type { ErrorCode } from '@simiente/contract/common/errors';
import type { ProofKind } from '@simiente/contract/reports/states';
import type { StaffContext } from '../../../platform/calls/call-context.ts';
import type { Reader, Transaction } from '../../../platform/database/database.ts';
import { hasAnswer, withIdempotencyKey } from '../../../platform/idempotency/idempotency-key.ts';
import { hasSecondStep } from '../../../platform/identity/two-factor/two-factor.ts';
import { Problem } from '../../../platform/problem.ts';

interface Steps<Input, Changed, Data> {
  /** The text or record that a passkey signs, besides the call. */
  readonly subject: (input: Input) => string;
  /** Throws what would refuse the change, before a password is asked for; `change` checks again. */
  readonly check: (db: Reader, context: StaffContext, input: Input) => Promise<unknown>;
  readonly change: (
    transaction: Transaction,
    context: StaffContext,
    input: Input,
  ) => Promise<Changed>;
  readonly answer: (
    transaction: Transaction,
    context: StaffContext,
    changed: Changed,
  ) => Promise<Data>;
}

/**
 * A handler of an act that its person confirms in the same request, with a password and a second step or with a
 * passkey. One transaction has the confirmation, the act and its audit row. A repetition under an Idempotency-Key gets
 * the first answer, and asks for nothing: the code was used.
 */
export function confirmed<Input extends { readonly confirmation: Confirmation }, Changed, Data>(
  call: string,
  { subject, check, change, answer }: Steps<Input, Changed, Data>,
): (context: StaffContext, input: Input) => Promise<Data> {
  return async (context, input) => {
    const { confirmation, ...act } = input;
    try {
      await check(context.db, context, input);
      await requireStrongProof(context, confirmation);
    } catch (refusal) {
      // What was made already is refused a second time, unless this is the same request.
      if (!(await hasAnswer(context.db, context))) throw refusal;
    }
    return context.owner.ask(() =>
      context.db.transaction(async (transaction) => {
        const made = await withIdempotencyKey<{ body: Changed } | { refusal: ErrorCode }>(
          transaction,
          context,
          { call, input: act },
          async () => {
            const refusal = await context.owner.confirm(transaction, confirmation, subject(input));
            if (refusal !== null) return { refusal };
            return { body: await change(transaction, context, input) };
          },
          (outcome) => 'body' in outcome,
        );
        if ('refusal' in made) return made;
        return { body: await answer(transaction, context, made.body) };
      }),
    );
  };
}

/** @throws Problem SECOND_STEP_NEEDED: a password alone signs nothing */
async function requireStrongProof(
  { db, actor }: StaffContext,
  confirmation: Confirmation,
): Promise<void> {
  if ('passkey' in confirmation || (await hasSecondStep(db, actor.id))) return;
  throw new Problem('SECOND_STEP_NEEDED');
}

export function toProofKind(confirmation: Confirmation): ProofKind {
  if ('passkey' in confirmation) return 'passkey';
  return 'provider' in confirmation ? 'provider' : 'password';
}
