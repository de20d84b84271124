import { errorTable } from '@simiente/contract/common/errors';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../ui/buttons/Button.tsx';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import classes from './FormMessages.module.css';
import type { ComparedField } from './fields.ts';
import type { FormFrame } from './use-record-form.ts';

interface FormMessagesProps {
  form: {
    readonly failure: { readonly title: string; readonly detail?: string | undefined } | null;
  };
  children?: ReactNode;
}

/** The reason for a failed save, above the fields. */
export function FormMessages({ form: { failure }, children }: FormMessagesProps) {
  const messages = useRef<HTMLDivElement>(null);
  const title = failure?.title;

  // The pressed button may be far below the messages.
  useEffect(() => {
    if (title !== undefined) messages.current?.scrollIntoView({ block: 'nearest' });
  }, [title]);

  return (
    <div ref={messages} className={classes.messages}>
      <FormAlert message={title}>
        {failure?.detail}
        {children}
      </FormAlert>
    </div>
  );
}

/** Existing records that may be duplicates of the new record. Opening the likeliest one is better than saving. */
export interface Existing {
  readonly count: number;
  /** The article of the record's noun: 'la' for 'sucursal'. */
  readonly article: 'el' | 'la';
  /** Opens the likeliest record, after confirming with `form.leave` that typed input may be lost. */
  readonly open: () => void;
}

/** The existing records for a form; undefined without possible duplicates. */
export function toExisting<Found>(
  duplicates: readonly Found[],
  open: (likeliest: Found) => void,
  article: Existing['article'] = 'el',
): Existing | undefined {
  const [likeliest] = duplicates;
  if (likeliest === undefined) return undefined;
  return { count: duplicates.length, article, open: () => open(likeliest) };
}

interface ExistingButtonProps {
  form: FormFrame;
  existing: Existing;
}

/** The primary button of a form with possible duplicates. */
export function OpenExisting({ form, existing }: ExistingButtonProps) {
  const { count, article, open } = existing;
  const first = article === 'el' ? 'el primero' : 'la primera';
  return (
    <Button disabled={form.isSaving} onClick={open}>
      {count === 1 ? `Abrir ${article} que ya existe` : `Abrir ${first}`}
    </Button>
  );
}

export function CreateAnyway({ form }: Pick<ExistingButtonProps, 'form'>) {
  return (
    <Button kind="subtle" loading={form.isSaving} onClick={form.submitAnyway}>
      Crear de todos modos
    </Button>
  );
}

export const STALE_TITLE = 'Otra persona guardó cambios';

interface StaleChoiceProps {
  form: {
    readonly compared: readonly ComparedField[] | null;
    readonly takeCurrent: () => void;
    readonly keepMine: () => void;
  };
}

/** After another user saved first: compares the changes, and offers to take the current data or keep one's own. */
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
        <Button ref={first} kind="default" onClick={takeCurrent}>
          Usar los datos actuales
        </Button>
        <Button onClick={keepMine}>Conservar mis cambios</Button>
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
