/** The keys of an object, as the values of a schema or of a database column. */
export const typedKeys = <Key extends string>(record: Readonly<Record<Key, unknown>>) =>
  Object.keys(record) as [Key, ...Key[]];

/** The orders of a list by each key: ascending, such as 'name', and descending, such as '-name'. */
export const bothOrders = <const Key extends string>(...keys: readonly Key[]) =>
  keys.flatMap((key) => [key, `-${key}`] as const);
