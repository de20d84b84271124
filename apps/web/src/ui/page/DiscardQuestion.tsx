import { type ReactNode, useEffect, useRef } from 'react';
import { LockButton } from '../buttons/LockButton.tsx';
import classes from './DiscardQuestion.module.css';

export interface DiscardQuestionProps {
  /** One sentence that says what would be lost. */
  children: ReactNode;
  onStay: () => void;
  onDiscard: () => void;
  /** False in a dialog that is opened for it, which gives it the focus itself. */
  takesFocus?: boolean;
}

/**
 * Stands in the place of a form that is being closed over changes that were not saved. The dialog
 * takes `DISCARD_TITLE` meanwhile.
 */
export function DiscardQuestion({
  children,
  onStay,
  onDiscard,
  takesFocus = true,
}: DiscardQuestionProps) {
  const stay = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (takesFocus) stay.current?.focus();
  }, [takesFocus]);

  return (
    <>
      <p className={classes.sentence}>{children}</p>
      <div className={classes.actions}>
        <LockButton ref={stay} kind="default" data-autofocus onClick={onStay}>
          Seguir editando
        </LockButton>
        <LockButton kind="danger" onClick={onDiscard}>
          Descartar
        </LockButton>
      </div>
    </>
  );
}

export const DISCARD_TITLE = '¿Descartar los cambios?';
