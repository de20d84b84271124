/**
 * The filter of a list as its audit row has it. What was searched for is a person's name, and a cursor
 * says where a row stands: that there was one is enough.
 */
export function listedFilter<Input extends { search?: unknown; cursor?: unknown }>(input: Input) {
  const { search, cursor, ...filter } = input;
  return { ...filter, searched: search !== undefined, continued: cursor !== undefined };
}
