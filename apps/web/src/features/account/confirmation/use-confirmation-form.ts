import { MAX_PASSWORD_LENGTH } from '@simiente/contract/account/calls';
import { type ChangeEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiFailure } from '../../../lib/api/failure.ts';

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
