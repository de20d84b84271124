import { isSameRow, type SentValue } from '../entering/write-values.ts';
import type { Observation } from './read-observation.ts';

/** The row of an observation. Content that does not fit its analyte is stored under the laboratory's name. */
export function findRow<Row>(
  rows: readonly Row[],
  { name, analyte, value }: Observation,
  getKey: (row: Row) => Pick<SentValue, 'analyte' | 'name'>,
): Row | undefined {
  const byName = { analyte: null, name };
  const byAnalyte = analyte == null ? byName : { analyte, name: null };
  return [value, byName, byAnalyte]
    .map((key) => rows.find((row) => isSameRow(getKey(row), key)))
    .find((row) => row !== undefined);
}

/**
 * Adds the sub-id to the name of an observation if a stored row has that name. A message with only one observation
 * of a group does not show that the sub-id names a group.
 */
export const withGroupNames = (
  rows: readonly Pick<SentValue, 'analyte' | 'name'>[],
  observations: readonly Observation[],
): Observation[] =>
  observations.map((observation) => {
    const name = `${observation.name} (${observation.subId})`;
    const row = rows.find((one) => one.name === name);
    if (row === undefined) return observation;
    const value = { ...observation.value, name, analyte: row.analyte };
    return { ...observation, name, analyte: null, value };
  });
