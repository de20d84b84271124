import type { ReadValue } from '@simiente/contract/results/fields';
import { isSameAmount, isSameRow, type SentValue } from '../entering/write-values.ts';
import { firstValue } from './later-values.ts';
import type { MessageResult } from './read-message.ts';
import { isLive, labelRow, type Observation, toSecond } from './read-observation.ts';

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

type Row = ReadValue & Pick<SentValue, 'fillerNumber'> & { readonly withdrawn?: boolean };

type SentReport = Pick<MessageResult, 'observations'> & Partial<Pick<MessageResult, 'isCorrected'>>;

/** A name without the number of a second value: 'FSH' of 'FSH (2)'. */
const toBaseName = (name: string) => name.replace(/ \(\d+\)$/, '');

/**
 * The name of the second value of an observation's row, if the first has another number (OBR-3): that of the value
 * with the observation's number, otherwise a new name for a correction. Undefined if the observation is of the first.
 * @throws MessageError for the withdrawal of a value with a number that was never received
 */
function findSecondName(
  rows: readonly Row[],
  observation: Observation,
  { observations, isCorrected }: SentReport,
): string | undefined {
  const { fillerNumber } = observation.value;
  const first = findRow(rows, observation, (row) => row);
  if (!first?.fillerNumber || !fillerNumber || first.fillerNumber === fillerNumber) return;
  const label = labelRow(first);
  const seconds = rows.filter(({ name }) => name && name !== label && toBaseName(name) === label);
  const second = seconds.find((row) => row.fillerNumber === fillerNumber)?.name;
  if (second != null) return second;
  const { value, status, isRemark = false } = observation;
  const isReport = !isCorrected && (status === 'final' || status === 'preliminary');
  const isReplaced = isLive(observation) && (first.withdrawn || isSameAmount(first, value));
  // In a message with all values of the row, their order decides.
  const isOrdered = observations.some(
    (one) =>
      one.value.fillerNumber === first.fillerNumber &&
      toBaseName(labelRow(one.value)) === toBaseName(label),
  );
  if (isReport || isReplaced || isRemark || isOrdered) return;
  // Throws for a withdrawal.
  firstValue(observation);
  return `${label} (${seconds.length + 2})`;
}

/**
 * Adds the sub-id to the name of an observation if a stored row has that name. A message with only one observation
 * of a group does not show that the sub-id names a group. A second value of a row gets the name of the second value.
 */
export const withGroupNames = (rows: readonly Row[], report: SentReport): Observation[] =>
  report.observations.map((observation) => {
    const name = `${observation.name} (${observation.subId})`;
    const row = rows.find((one) => one.name === name);
    if (row === undefined) {
      const second = findSecondName(rows, observation, report);
      const isSent = report.observations.some((one) => one.value.name === second);
      return second === undefined || isSent ? observation : toSecond(observation, second);
    }
    const value = { ...observation.value, name, analyte: row.analyte };
    return { ...observation, name, analyte: null, value };
  });
