import type { ReactNode } from 'react';

/** A schema of the contract, as far as a form needs it. */
interface Rule<Output = unknown> {
  safeParse(value: unknown): {
    readonly data?: Output | undefined;
    readonly error?:
      | { readonly issues: readonly { path: PropertyKey[]; message: string }[] }
      | undefined;
  };
}

/** One field of a form: how it is called, read, checked, compared and shown. */
interface FormField<Value, Base> {
  /** Of its input, and of its lines in the stale dialog. */
  readonly label: string;
  /** The error of an empty field; without it the field is optional. */
  readonly missing?: string;
  /** What the typed value means to the contract; without it, the value itself. */
  readonly read?: (value: Value, base: Base | null) => unknown;
  readonly rule?: Rule;
  readonly isSame?: (first: Value, second: Value) => boolean;
  /** Without it, texts and lists are shown as they are and switches as 'Sí' and 'No'. */
  readonly show?: (value: Value) => ReactNode;
}

/** In the order of the form, which is the order of the stale dialog. */
export type FormFields<Values, Base> = {
  readonly [Name in keyof Values]: FormField<Values[Name], Base>;
};

/** What the contract makes of each field. */
export type Written<Values, Fields> = {
  [Name in keyof Values & keyof Fields]: Fields[Name] extends { readonly rule: Rule<infer Output> }
    ? Output
    : Values[Name];
};

/** By field, or by a path inside it ('when.time'). */
export type FieldErrors = Readonly<Record<string, string>>;

/** Types the fields of a form while it keeps what each rule gives. */
export function fieldsOf<Values, Base>() {
  return <Fields extends FormFields<Values, Base>>(fields: Fields): Fields => fields;
}

/** JSON in which a file is what the browser says about it, so that two files differ. */
export function contentOf(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part instanceof File ? [part.name, part.size, part.lastModified] : part,
  );
}

export function namesOf<Values>(fields: FormFields<Values, never>): (keyof Values & string)[] {
  return Object.keys(fields) as (keyof Values & string)[];
}

export function changedFields<Values>(
  fields: FormFields<Values, never>,
  values: Values,
  from: Values,
): (keyof Values & string)[] {
  return namesOf(fields).filter((name) => {
    const { isSame } = fields[name];
    return isSame
      ? !isSame(values[name], from[name])
      : contentOf(values[name]) !== contentOf(from[name]);
  });
}

/** The own changes on the record as it is now: an untouched field is as others left it. */
export function rebase<Values>(
  fields: FormFields<Values, never>,
  { values, start, now }: { values: Values; start: Values; now: Values },
): Values {
  const mine = changedFields(fields, values, start).map((name) => [name, values[name]]);
  return { ...now, ...Object.fromEntries(mine) };
}

/** Whether a field holds nothing, which only `missing` forbids. */
export function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}

/** What is to be sent of the named fields, and what is wrong with them. */
export function readFields<Values, Base>(
  fields: FormFields<Values, Base>,
  values: Values,
  { names, base }: { names: readonly (keyof Values & string)[]; base: Base | null },
): { readonly written: Readonly<Record<string, unknown>>; readonly errors: FieldErrors } {
  const written: Record<string, unknown> = {};
  const errors: Record<string, string> = {};
  for (const name of names) {
    const { missing, read, rule } = fields[name];
    const value = values[name];
    if (missing !== undefined && isEmpty(value)) {
      errors[name] = missing;
      continue;
    }
    const sent = read ? read(value, base) : value;
    const { data, error } = rule?.safeParse(sent) ?? { data: sent };
    if (error === undefined) written[name] = data;
    for (const { path, message } of error?.issues ?? []) {
      errors[name] ??= message;
      errors[[name, ...path].join('.')] ??= message;
    }
  }
  return { written, errors };
}

/** Whether the record holds already what was to be sent: nothing is left to choose. */
export function isWritten<Values, Base>(
  fields: FormFields<Values, Base>,
  written: Readonly<Record<string, unknown>>,
  { now, base }: { now: Values; base: Base },
): boolean {
  const names = namesOf(fields).filter((name) => name in written);
  const { written: held } = readFields(fields, now, { names, base });
  return names.every((name) => contentOf(held[name]) === contentOf(written[name]));
}

/** A field in the stale dialog. */
export interface ComparedField {
  readonly label: string;
  readonly isSame: boolean;
  readonly theirs: ReactNode;
  readonly mine: ReactNode;
}

/** Every field that either side has changed. */
export function compareFields<Values>(
  fields: FormFields<Values, never>,
  { start, theirs, mine }: { start: Values; theirs: Values; mine: Values },
): ComparedField[] {
  const different = changedFields(fields, mine, theirs);
  const changed = [...changedFields(fields, theirs, start), ...different];
  return namesOf(fields)
    .filter((name) => changed.includes(name))
    .map((name) => {
      const { label, show = showValue } = fields[name];
      return {
        label,
        isSame: !different.includes(name),
        theirs: show(theirs[name]),
        mine: show(mine[name]),
      };
    });
}

function showValue(value: unknown): ReactNode {
  if (typeof value === 'boolean') return value ? 'Sí' : 'No';
  return (Array.isArray(value) ? value.join(', ') : String(value ?? '').trim()) || '—';
}
