import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRef } from 'react';
import { suggestEmail } from '../../lib/suggest-email.ts';
import { LockButton } from '../buttons/LockButton.tsx';

interface EmailFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  readonly value?: string;
  readonly onChange?: (value: string) => void;
}

/** Milliseconds without typing before an offer, because a domain that is not complete yet looks mistyped. */
const PAUSE = 500;

/** The e-mail of a person, with an offer to correct a mistyped domain. */
export function EmailField({ value = '', onChange, ...input }: EmailFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [typed] = useDebouncedValue(value, PAUSE);
  const suggested = typed === value ? suggestEmail(value) : undefined;

  function correct() {
    if (suggested === undefined) return;
    onChange?.(suggested);
    // The focused button disappears.
    field.current?.focus();
  }

  return (
    <div>
      <TextInput
        type="email"
        inputMode="email"
        maxLength={254}
        spellCheck={false}
        {...input}
        ref={field}
        value={value}
        onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
      />
      <div role="status">
        {suggested !== undefined && input.readOnly !== true && (
          <LockButton kind="subtle" size="xs" onClick={correct}>
            {`¿Quisiste escribir «${suggested}»?`}
          </LockButton>
        )}
      </div>
    </div>
  );
}
