import { type ReactNode, useEffect, useRef } from 'react';
import { LockButton } from '../buttons/LockButton.tsx';
import classes from './DiscardQuestion.module.css';

export interface DiscardQuestionProps {
  /** One sentence that says what would be lost. */
  children: ReactNode;
  onStay: () => void;
  onDiscard: () => void;
}

/**
 * Stands in the place of a form that is being closed over changes that were not saved. The dialog
 * takes `DISCARD_TITLE` meanwhile.
 */
export function DiscardQuestion({ children, onStay, onDiscard }: DiscardQuestionProps) {
  const stay = useRef<HTMLButtonElement>(null);

  useEffect(() => stay.current?.focus(), []);

  return (
    <>
      <p className={classes.sentence}>{children}</p>
      <div className={classes.actions}>
        <LockButton ref={stay} kind="default" onClick={onStay}>
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
