import { LONGEST_PASSWORD } from '@simiente/contract/account/calls';
import { type ChangeEvent, type FormEvent, type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiFailure } from '../../../lib/api/failure.ts';

const FIELDS = {
  password: { wrongCode: 'WRONG_PASSWORD', missing: 'Escribe tu contraseña' },
  code: { wrongCode: 'WRONG_CODE', missing: 'Escribe el código' },
} as const;

type Field = keyof typeof FIELDS;
type ConfirmationValues = Readonly<Record<Field, string>>;

/**
 * State of a form that asks for the password, a code or both before a change.
 * @param asked in the order of the form
 * @param confirm makes the change; its error is shown at the wrong field, or above the form
 */
export function useConfirmationForm(
  asked: readonly Field[],
  confirm: (values: ConfirmationValues) => Promise<void>,
) {
  const [values, setValues] = useState<ConfirmationValues>({ password: '', code: '' });
  const [error, setError] = useState<Error>();
  const [busy, setBusy] = useState(false);
  const password = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);
  const refs: Readonly<Record<Field, RefObject<HTMLInputElement | null>>> = { password, code };
  const isWrong = (field: Field) =>
    error instanceof ApiFailure && error.code === FIELDS[field].wrongCode;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    // Spaces belong to a password, but not to a code.
    const sent = { ...values, code: values.code.trim() };
    const empty = asked.find((field) => sent[field] === '');
    if (empty) {
      setError(new ApiFailure(FIELDS[empty].wrongCode, FIELDS[empty].missing));
      return refs[empty].current?.focus();
    }
    if (sent.password.length > LONGEST_PASSWORD) {
      setError(new ApiFailure(FIELDS.password.wrongCode, 'La contraseña es incorrecta'));
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
      const code = failure instanceof ApiFailure ? failure.code : undefined;
      const wrong = asked.find((field) => FIELDS[field].wrongCode === code) ?? asked[0];
      if (wrong) refs[wrong].current?.select();
    }
  }

  return {
    busy,
    /** Whether all required fields are filled. */
    isFilled: asked.every((field) => values[field].trim() !== ''),
    /** Whether anything was typed. */
    isTyped: Object.values(values).some((value) => value !== ''),
    submit,
    /** Confirms in another way than with the fields. */
    attempt,
    /** An error that belongs to no field. */
    message: asked.some(isWrong) ? undefined : error?.message,
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
