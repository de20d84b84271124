import { TextInput, type TextInputProps } from '@mantine/core';
import { suggestEmail } from '../../lib/suggest-email.ts';
import { LockButton } from '../buttons/LockButton.tsx';

interface EmailFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  readonly value?: string;
  readonly onChange?: (value: string) => void;
}

/** The e-mail of a person, with an offer to correct a mistyped domain. */
export function EmailField({ value = '', onChange, ...input }: EmailFieldProps) {
  const suggested = suggestEmail(value);
  return (
    <div>
      <TextInput
        type="email"
        inputMode="email"
        maxLength={254}
        spellCheck={false}
        {...input}
        value={value}
        onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
      />
      <div role="status">
        {suggested !== undefined && input.readOnly !== true && (
          <LockButton kind="subtle" size="xs" onClick={() => onChange?.(suggested)}>
            {`¿Quisiste escribir «${suggested}»?`}
          </LockButton>
        )}
      </div>
    </div>
  );
}
