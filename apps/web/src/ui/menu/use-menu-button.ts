import { useRef, useState } from 'react';

/** State of a button whose menu is rendered beside it, as an `OpenMenu`. `close` returns the focus to the button. */
export function useMenuButton() {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return {
    isOpen,
    open: () => setOpen(true),
    close: () => {
      setOpen(false);
      button.current?.focus();
    },
    buttonProps: { ref: button, 'aria-haspopup': 'menu', 'aria-expanded': isOpen } as const,
  };
}
