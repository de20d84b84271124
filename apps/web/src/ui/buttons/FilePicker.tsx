import { type ReactNode, useRef } from 'react';
import { LockButton, type LockButtonProps } from './LockButton.tsx';

interface FilePickerProps
  extends Pick<LockButtonProps, 'kind' | 'icon' | 'fullWidth' | 'disabled' | 'disabledReason'> {
  children: ReactNode;
  'aria-label'?: string;
  /** Types in the syntax of `<input type="file">`. */
  accept: string;
  onPick: (file: File) => void;
}

export function FilePicker({ accept, onPick, children, ...button }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <LockButton {...button} onClick={() => input.current?.click()}>
        {children}
      </LockButton>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // Without this, choosing a corrected file with the same name would fire no event.
          currentTarget.value = '';
          if (file) onPick(file);
        }}
      />
    </>
  );
}
