import { type ReactNode, useEffect, useRef } from 'react';
import { LockButton } from '../buttons/LockButton.tsx';
import { FormAlert } from './FormAlert.tsx';
import classes from './StaleFields.module.css';

export interface StaleField {
  readonly label: string;
  readonly isSame: boolean;
  readonly theirs: ReactNode;
  readonly mine: ReactNode;
}

export interface StaleFieldsProps {
  /** What happened: somebody else saved first. */
  message: string;
  fields: readonly StaleField[];
  onTakeCurrent: () => void;
  onKeepMine: () => void;
}

/** What there is now beside what is in the form, field by field, to take either. */
export function StaleFields({ message, fields, onTakeCurrent, onKeepMine }: StaleFieldsProps) {
  const first = useRef<HTMLButtonElement>(null);

  useEffect(() => first.current?.focus(), []);

  return (
    <div>
      <FormAlert message={message} />
      {fields.map((field) => (
        <Field key={field.label} {...field} />
      ))}
      <div className={classes.actions}>
        <LockButton ref={first} kind="default" onClick={onTakeCurrent}>
          Usar los datos actuales
        </LockButton>
        <LockButton onClick={onKeepMine}>Guardar los míos</LockButton>
      </div>
    </div>
  );
}

function Field({ label, isSame, theirs, mine }: StaleField) {
  return (
    <section className={classes.field} aria-label={label}>
      <h3 className={classes.label}>
        {label}
        <span className={classes.verdict} data-same={isSame || undefined}>
          {isSame ? 'Igual' : 'Distinto'}
        </span>
      </h3>
      <dl className={classes.versions}>
        <dt>Datos actuales</dt>
        <dd>{theirs}</dd>
        <dt>Los tuyos</dt>
        <dd>{mine}</dd>
      </dl>
    </section>
  );
}
