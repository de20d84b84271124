/**
 * A list's filter for its audit row. A search is often a name, and a cursor contains a row's values, so
 * only their presence is stored.
 */
export function listedFilter<Input extends { search?: unknown; cursor?: unknown }>(input: Input) {
  const { search, cursor, ...filter } = input;
  return { ...filter, searched: search !== undefined, continued: cursor !== undefined };
}
