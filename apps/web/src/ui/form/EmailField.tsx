import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRef } from 'react';
import { suggestEmail } from '../../lib/suggest-email.ts';
import { Button } from '../buttons/Button.tsx';

interface EmailFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  readonly value?: string;
  readonly onChange?: (value: string) => void;
}

/** Milliseconds without typing before a suggestion, because an incomplete domain looks mistyped. */
const PAUSE = 500;

/** The e-mail of a person, with a suggestion if the domain looks mistyped. */
export function EmailField({ value = '', onChange, ...input }: EmailFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [debounced] = useDebouncedValue(value, PAUSE);
  const suggested = debounced === value ? suggestEmail(value) : undefined;

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
          <Button kind="subtle" size="xs" onClick={correct}>
            {`¿Quisiste escribir «${suggested}»?`}
          </Button>
        )}
      </div>
    </div>
  );
}
