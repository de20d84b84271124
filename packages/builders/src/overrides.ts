/**
 * Any part of a record, at any depth. Lists are replaced whole, and an explicit `undefined` removes the
 * field.
 */
export type Overrides<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [Field in keyof T]?: Overrides<T[Field]> | undefined }
    : T;

type PlainObject = Record<string, unknown>;

function isPlainObject(value: unknown): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function merge(record: PlainObject, overrides: PlainObject): PlainObject {
  const merged = { ...record };
  for (const [field, value] of Object.entries(overrides)) {
    const current = merged[field];
    if (value === undefined) delete merged[field];
    else if (isPlainObject(current) && isPlainObject(value)) merged[field] = merge(current, value);
    else merged[field] = value;
  }
  return merged;
}

/** The record with the overrides applied; neither of the two is changed. */
export function withOverrides<T extends object>(
  record: T,
  overrides: Overrides<NoInfer<T>> | undefined,
): T {
  if (overrides === undefined) return record;
  return merge(record as PlainObject, overrides as PlainObject) as T;
}
