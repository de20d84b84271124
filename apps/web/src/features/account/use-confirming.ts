import { type ChangeEvent, type FormEvent, type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiFailure } from '../../lib/api/failure.ts';

const FIELDS = {
  password: { wrongCode: 'WRONG_PASSWORD', missing: 'Escribe tu contraseña' },
  code: { wrongCode: 'WRONG_CODE', missing: 'Escribe el código' },
} as const;

type Field = keyof typeof FIELDS;
type Given = Readonly<Record<Field, string>>;

/**
 * A form that asks for the password, a code or both before something changes.
 *
 * @param asked in the order in which they stand in the form
 * @param confirm does it; what it throws is shown, at the field that was wrong if it was one
 */
export function useConfirming(asked: readonly Field[], confirm: (given: Given) => Promise<void>) {
  const [given, setGiven] = useState<Given>({ password: '', code: '' });
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
    // Blanks are part of a password, and none of a code.
    const sent = { ...given, code: given.code.trim() };
    const empty = asked.find((field) => sent[field] === '');
    if (empty) {
      setError(new ApiFailure(FIELDS[empty].wrongCode, FIELDS[empty].missing));
      return refs[empty].current?.focus();
    }
    setBusy(true);
    try {
      await confirm(sent);
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
    submit,
    /** What is wrong, where it is none of the fields. */
    message: asked.some(isWrong) ? undefined : error?.message,
    refs,
    fieldProps: (field: Field) => ({
      ref: refs[field],
      readOnly: busy,
      error: isWrong(field) && error?.message,
      value: given[field],
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        setGiven({ ...given, [field]: event.currentTarget.value });
        setError(undefined);
      },
    }),
  };
}
