import { type ReactNode, type Ref, useRef } from 'react';
import { Button, type ButtonProps } from './Button.tsx';

interface FileInputProps {
  ref: Ref<HTMLInputElement>;
  'aria-label'?: string;
  /** Types in the syntax of `<input type="file">`. */
  accept: string;
  onPick: (file: File) => void;
}

/** The hidden input of one file, which a button or a menu clicks. */
export function FileInput({ onPick, ...input }: FileInputProps) {
  return (
    <input
      {...input}
      type="file"
      hidden
      onChange={({ currentTarget }) => {
        const file = currentTarget.files?.[0];
        // Without this, choosing a corrected file with the same name would fire no event.
        currentTarget.value = '';
        if (file) onPick(file);
      }}
    />
  );
}

interface FilePickerProps
  extends Pick<ButtonProps, 'kind' | 'icon' | 'fullWidth' | 'disabled' | 'disabledReason'>,
    Pick<FileInputProps, 'accept' | 'onPick'> {
  children: ReactNode;
}

export function FilePicker({ accept, onPick, children, ...button }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <FileInput ref={input} accept={accept} onPick={onPick} />
    </>
  );
}
