import { type Account, MAX_PASSWORD_LENGTH } from '@simiente/contract/account/calls';
import { type ChangeEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiFailure } from '../../../lib/api/failure.ts';
import { postJson } from '../../../lib/api/send.ts';
import { canUsePasskeys, providerName } from '../../../lib/page-settings.ts';
import { readSignOptions, signWithPasskey } from '../../../lib/webauthn.ts';
import { askProvider, useHasPassword } from '../../session/public.ts';

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

const FIELDS = {
  password: { errorCode: 'WRONG_PASSWORD', missing: 'Escribe tu contraseña' },
  code: { errorCode: 'WRONG_CODE', missing: 'Escribe el código' },
} as const;

type Field = keyof typeof FIELDS;
type ConfirmationValues = Readonly<Record<Field, string>>;

/**
 * State of a form that asks for the password, a code or both before a change.
 * @param fields in the order of the form
 * @param confirm makes the change; its error is shown at the wrong field, or above the form
 */
export function useConfirmationForm(
  fields: readonly Field[],
  confirm: (values: ConfirmationValues) => Promise<void>,
) {
  const [values, setValues] = useState<ConfirmationValues>({ password: '', code: '' });
  const [error, setError] = useState<Error>();
  const [busy, setBusy] = useState(false);
  const refs = {
    password: useRef<HTMLInputElement>(null),
    code: useRef<HTMLInputElement>(null),
  };
  const isWrong = (field: Field) =>
    error instanceof ApiFailure && error.code === FIELDS[field].errorCode;

  async function submit() {
    if (busy) return;
    // Spaces belong to a password, but not to a code.
    const sent = { ...values, code: values.code.trim() };
    const emptyField = fields.find((field) => sent[field] === '');
    if (emptyField) {
      setError(new ApiFailure(FIELDS[emptyField].errorCode, FIELDS[emptyField].missing));
      return refs[emptyField].current?.focus();
    }
    // For a longer password the server would return BAD_REQUEST instead of WRONG_PASSWORD.
    if (sent.password.length > MAX_PASSWORD_LENGTH) {
      setError(new ApiFailure(FIELDS.password.errorCode, 'La contraseña es incorrecta.'));
      return refs.password.current?.select();
    }
    await attempt(() => confirm(sent));
  }

  async function attempt(work: () => Promise<void>) {
    setBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (failure) {
      flushSync(() => {
        setError(failure instanceof Error ? failure : undefined);
        setBusy(false);
      });
      const errorCode = failure instanceof ApiFailure ? failure.code : undefined;
      const wrongField = fields.find((field) => FIELDS[field].errorCode === errorCode) ?? fields[0];
      if (wrongField) refs[wrongField].current?.select();
    }
  }

  return {
    busy,
    isFilled: fields.every((field) => values[field].trim() !== ''),
    isTyped: Object.values(values).some((value) => value !== ''),
    submit,
    /** Runs another way to confirm, such as a passkey, with the form's busy state and error. */
    attempt,
    /** An error that belongs to no field. */
    message: fields.some(isWrong) ? undefined : error?.message,
    refs,
    fieldProps: (field: Field) => ({
      ref: refs[field],
      readOnly: busy,
      error: isWrong(field) && error?.message,
      value: values[field],
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        setValues({ ...values, [field]: event.currentTarget.value });
        setError(undefined);
      },
    }),
  };
}
