import { describeIssue } from '@simiente/contract/common/issue-words';
import type { ReactNode } from 'react';

/** The part of a contract schema that a form uses. */
export interface Rule<Output = unknown> {
  safeParse(
    value: unknown,
    words: { error: typeof describeIssue },
  ): {
    readonly data?: Output | undefined;
    readonly error?:
      | { readonly issues: readonly { path: PropertyKey[]; message: string }[] }
      | undefined;
  };
}

/** `Typed` is the type of the typed value, from which `Value` is not inferred. */
interface FormField<Value, Base, Typed = Value> {
  /** Label of its input and in the conflict dialog. */
  readonly label: string;
  /** The error of an empty field; undefined for an optional field. */
  readonly missing?: string;
  /** The value of a new record, and of a record that has none; by default an empty text. */
  readonly initial?: Value;
  /** The value of a record; by default the record's own value with the field's name. */
  from?(base: Base): Value | null | undefined;
  /** Converts the typed value to the contract's; by default the value itself. */
  read?(value: Typed, base: Base | null): unknown;
  readonly rule?: Rule;
  isSame?(first: Typed, second: Typed): boolean;
  /** Displays a value in the conflict dialog; by default texts and lists unchanged, and switches as 'Sí' and 'No'. */
  show?(value: Typed): ReactNode;
}

/** The fields in the order of the form, and of the dialog about a stale version. */
export type FormFields<Values, Base> = {
  readonly [Name in keyof Values]: FormField<Values[Name], Base, NoInfer<Values[Name]>> & {
    readonly initial: Values[Name];
  };
};

/** The typed values of a form with these fields. */
export type FieldValues<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends { readonly initial: infer Value }
    ? Value
    : never;
};

/** The parsed fields that a form sends. */
export type Payload<Values, Fields> = {
  [Name in keyof Values & keyof Fields]: Fields[Name] extends { readonly rule: Rule<infer Output> }
    ? Output
    : Values[Name];
};

/** Messages by field, or by a path inside it ('when.time'). */
export type FieldErrors = Readonly<Record<string, string>>;

type OrText<Value> = unknown extends Value ? string : Value;

/** Infers the values of a form from its fields, and keeps the output type of each rule. */
export function defineFields<Base>() {
  return <Values, Fields extends object>(
    fields: Fields & {
      readonly [Name in keyof Values]: FormField<Values[Name], Base, NoInfer<OrText<Values[Name]>>>;
    },
  ) =>
    Object.fromEntries(
      Object.entries<object>({ ...fields }).map(([name, field]) => [
        name,
        { initial: '', ...field },
      ]),
    ) as Fields & { readonly [Name in keyof Values]: { readonly initial: OrText<Values[Name]> } };
}

/** The values of a record, or of a new one, which may have other `initial` values. */
export function toFieldValues<Values, Base>(
  fields: FormFields<Values, Base>,
  base: NoInfer<Base> | null,
  initial: Partial<NoInfer<Values>> = {},
): Values {
  const values = getFieldNames(fields).map((name) => {
    const field = fields[name];
    if (base === null) return [name, initial[name] ?? field.initial];
    return [
      name,
      (field.from ? field.from(base) : Reflect.get(Object(base), name)) ?? field.initial,
    ];
  });
  return Object.fromEntries(values) as Values;
}

/** Reads a text that the contract requires to be null if it is empty. */
export const orNull = (text: string) => text.trim() || null;

/** JSON in which a file is represented by its name, size and date, so that two files differ. */
export function serializeContent(value: unknown): string {
  return JSON.stringify(value, (_key, content: unknown) =>
    content instanceof File ? [content.name, content.size, content.lastModified] : content,
  );
}

export function getFieldNames<Values>(
  fields: FormFields<Values, never>,
): (keyof Values & string)[] {
  return Object.keys(fields) as (keyof Values & string)[];
}

/** The names of the fields whose values differ between `values` and `from`. */
export function changedFields<Values>(
  fields: FormFields<Values, never>,
  values: Values,
  from: Values,
): (keyof Values & string)[] {
  return getFieldNames(fields).filter((name) => {
    const { isSame } = fields[name];
    return isSame
      ? !isSame(values[name], from[name])
      : serializeContent(values[name]) !== serializeContent(from[name]);
  });
}

/** The current record's values, with the user's own changes in their place. */
export function rebase<Values>(
  fields: FormFields<Values, never>,
  { values, start, current }: { values: Values; start: Values; current: Values },
): Values {
  const mine = changedFields(fields, values, start).map((name) => [name, values[name]]);
  return { ...current, ...Object.fromEntries(mine) };
}

/** Whether a field is empty, which is an error only in a field with `missing`. */
export function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}

/** Parsed values and errors of the named fields. */
export function readFields<Values, Base>(
  fields: FormFields<Values, Base>,
  values: NoInfer<Values>,
  { names, base }: { names: readonly (keyof Values & string)[]; base: NoInfer<Base> | null },
): { readonly payload: Readonly<Record<string, unknown>>; readonly errors: FieldErrors } {
  const payload: Record<string, unknown> = {};
  const errors: Record<string, string> = {};
  for (const name of names) {
    const { missing, read, rule } = fields[name];
    const value = values[name];
    if (missing !== undefined && isEmpty(value)) {
      errors[name] = missing;
      continue;
    }
    const sent = read ? read(value, base) : value;
    const { data, error } = rule?.safeParse(sent, { error: describeIssue }) ?? { data: sent };
    if (error === undefined) payload[name] = data;
    for (const { path, message } of error?.issues ?? []) {
      errors[name] ??= message;
      errors[[name, ...path].join('.')] ??= message;
    }
  }
  return { payload, errors };
}

/** Whether the current record already has all sent values. */
export function isStored<Values, Base>(
  fields: FormFields<Values, Base>,
  payload: Readonly<Record<string, unknown>>,
  current: { readonly values: Values; readonly base: Base },
): boolean {
  const names = getFieldNames(fields).filter((name) => name in payload);
  const stored = readFields(fields, current.values, { names, base: current.base }).payload;
  return names.every((name) => serializeContent(stored[name]) === serializeContent(payload[name]));
}

/** A field in the conflict dialog, with the value of the other user and the user's own. */
export interface ComparedField {
  readonly label: string;
  readonly isSame: boolean;
  readonly theirs: ReactNode;
  readonly mine: ReactNode;
}

/** Every field changed by either user. */
export function compareFields<Values>(
  fields: FormFields<Values, never>,
  { start, theirs, mine }: { start: Values; theirs: Values; mine: Values },
): ComparedField[] {
  const different = changedFields(fields, mine, theirs);
  const changed = [...changedFields(fields, theirs, start), ...different];
  return getFieldNames(fields)
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
