import { errorTable } from '@simiente/contract/common/errors';
import { useEffect, useRef } from 'react';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import type { ComparedField } from './fields.ts';
import classes from './StaleChoice.module.css';

export const STALE_TITLE = 'Otra persona guardó cambios';

interface StaleChoiceProps {
  form: {
    readonly compared: readonly ComparedField[] | null;
    readonly takeCurrent: () => void;
    readonly keepMine: () => void;
  };
}

/** Another user saved first: shows the fields changed by either, to take the current data or keep the own changes. */
export function StaleChoice({ form: { compared, takeCurrent, keepMine } }: StaleChoiceProps) {
  const first = useRef<HTMLButtonElement>(null);

  useEffect(() => first.current?.focus(), []);

  return (
    <div>
      <FormAlert message={errorTable.STALE_VERSION.message} />
      {compared?.map((field) => (
        <Field key={field.label} {...field} />
      ))}
      <div className={classes.actions}>
        <LockButton ref={first} kind="default" onClick={takeCurrent}>
          Usar los datos actuales
        </LockButton>
        <LockButton onClick={keepMine}>Conservar mis cambios</LockButton>
      </div>
    </div>
  );
}

function Field({ label, isSame, theirs, mine }: ComparedField) {
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
        <dt>Tus cambios</dt>
        <dd>{mine}</dd>
      </dl>
    </section>
  );
}
