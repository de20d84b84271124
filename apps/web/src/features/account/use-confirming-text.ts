import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiFailure } from '../../lib/api/failure.ts';

interface Confirming {
  /** The code of a failure that the text itself is the reason of. */
  wrongCode: 'WRONG_CODE' | 'WRONG_PASSWORD';
  /** What is said of an empty one. */
  missing: string;
  /** Does what the text confirms; what it throws is shown. */
  confirm: (text: string) => Promise<void>;
}

/** A form of one text, a code or a password, that confirms what is to be done. */
export function useConfirmingText({ wrongCode, missing, confirm }: Confirming) {
  const [text, setText] = useState('');
  const [error, setError] = useState<Error>();
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const isWrong = error instanceof ApiFailure && error.code === wrongCode;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    // Blanks are part of a password, and none of a code.
    const given = wrongCode === 'WRONG_CODE' ? text.trim() : text;
    if (given === '') {
      setError(new ApiFailure(wrongCode, missing));
      return field.current?.focus();
    }
    setBusy(true);
    try {
      await confirm(given);
    } catch (failure) {
      flushSync(() => {
        setError(failure instanceof Error ? failure : undefined);
        setBusy(false);
      });
      field.current?.select();
    }
  }

  return {
    busy,
    submit,
    field,
    /** What is wrong, where it is not the text. */
    message: isWrong ? undefined : error?.message,
    fieldProps: {
      ref: field,
      readOnly: busy,
      error: isWrong && error.message,
      value: text,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        setText(event.currentTarget.value);
        setError(undefined);
      },
    },
  };
}
