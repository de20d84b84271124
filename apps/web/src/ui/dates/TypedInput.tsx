import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import type { TypedFormat } from './typed-dates.ts';

export interface TypedFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  /** A value of the format, or a text that is none yet. */
  value: string;
  onChange: (value: string) => void;
}

interface TypedInputProps extends TypedFieldProps {
  format: TypedFormat;
}

/**
 * An input whose text is read as it is typed. A text that cannot be read stays in the field, and the
 * field says what is wrong with it as soon as the user leaves it.
 */
export function TypedInput({ format, value, onChange, error, ...props }: TypedInputProps) {
  const [typed, setTyped] = useState(() => format.show(value));
  const [isTyping, setTyping] = useState(false);
  // Another value than that of the typed text came from outside.
  const text = format.read(typed) === value ? typed : format.show(value);
  const problem = isTyping && !error ? undefined : format.findProblem(value);

  function take(next: string) {
    const isLonger = next.length > text.length;
    const completed = isLonger ? format.complete(next) : next;
    setTyping(true);
    setTyped(completed);
    onChange(format.read(completed));
  }

  return (
    <TextInput
      autoComplete="off"
      inputMode="numeric"
      placeholder={format.placeholder}
      {...props}
      value={text}
      error={problem ?? error}
      onChange={(event) => take(event.currentTarget.value)}
      onBlur={(event) => {
        setTyping(false);
        setTyped(format.show(value));
        props.onBlur?.(event);
      }}
    />
  );
}
