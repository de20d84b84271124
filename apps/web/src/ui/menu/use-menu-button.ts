import { useRef, useState } from 'react';

/** State of a button whose menu is rendered beside it, as an `OpenMenu`. `close` returns the focus to the button. */
export function useMenuButton() {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  /** Whether the press closes the menu, as every press outside it does. The click must not open it again. */
  const isClosing = useRef(false);
  return {
    isOpen,
    open: () => {
      setOpen(!isClosing.current);
      isClosing.current = false;
    },
    close: () => {
      setOpen(false);
      button.current?.focus();
    },
    buttonProps: {
      ref: button,
      'aria-haspopup': 'menu',
      'aria-expanded': isOpen,
      onPointerDown: () => {
        isClosing.current = isOpen;
      },
    } as const,
  };
}
