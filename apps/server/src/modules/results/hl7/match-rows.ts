import { isSameRow, type SentValue } from '../entering/write-values.ts';
import { labelRow, type Observation, toSecond } from './read-observation.ts';

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

type Row = Pick<SentValue, 'analyte' | 'name' | 'fillerNumber'>;

/** The name of the second value of an observation's row, if only that one has the observation's number (OBR-3). */
function findSecondName(rows: readonly Row[], observation: Observation) {
  const { fillerNumber } = observation.value;
  const first = findRow(rows, observation, (row) => row);
  if (first === undefined || fillerNumber == null || first.fillerNumber === fillerNumber) return;
  const isSecond = ({ name }: Row) =>
    name?.startsWith(`${labelRow(first)} (`) && / \(\d+\)$/.test(name);
  return rows.find((row) => row.fillerNumber === fillerNumber && isSecond(row))?.name;
}

/**
 * Adds the sub-id to the name of an observation if a stored row has that name. A message with only one observation
 * of a group does not show that the sub-id names a group. A second value of a row gets the name of the second value.
 */
export const withGroupNames = (
  rows: readonly Row[],
  observations: readonly Observation[],
): Observation[] =>
  observations.map((observation) => {
    const name = `${observation.name} (${observation.subId})`;
    const row = rows.find((one) => one.name === name);
    if (row === undefined) {
      const second = findSecondName(rows, observation);
      const isSent = observations.some((one) => one.value.name === second);
      return second == null || isSent ? observation : toSecond(observation, second);
    }
    const value = { ...observation.value, name, analyte: row.analyte };
    return { ...observation, name, analyte: null, value };
  });
