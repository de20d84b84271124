import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../buttons/Button.tsx';
import classes from './DiscardQuestion.module.css';

export interface DiscardQuestionProps {
  /** Sentence about the loss, by default about typed text. */
  children?: ReactNode;
  /** Labels of the buttons; by default those for typed text. */
  stay?: string;
  discard?: string;
  onStay: () => void;
  onDiscard: () => void;
  /** False in a dialog that contains only the question, because the dialog moves the focus. */
  takesFocus?: boolean;
}

/** Replaces the content of a form that the user closes despite unsaved changes, under the title `DISCARD_TITLE`. */
export function DiscardQuestion({
  children = 'Se perderá lo que escribiste.',
  stay = 'Seguir editando',
  discard = 'Descartar',
  onStay,
  onDiscard,
  takesFocus = true,
}: DiscardQuestionProps) {
  const stayButton = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (takesFocus) stayButton.current?.focus();
  }, [takesFocus]);

  return (
    <>
      <p className={classes.sentence}>{children}</p>
      <div className={classes.actions}>
        <Button ref={stayButton} kind="default" data-autofocus onClick={onStay}>
          {stay}
        </Button>
        <Button kind="danger" onClick={onDiscard}>
          {discard}
        </Button>
      </div>
    </>
  );
}

export const DISCARD_TITLE = '¿Descartar los cambios?';
