import {
  choiceLabel,
  getAnalyte,
  isAnalyteKey,
} from '@simiente/contract/results/analytes/catalogue';
import { isSameRow, isSameValue } from '../entering/write-values.ts';
import { isLive, type Observation, type ObservationStatus } from './read-observation.ts';

/** A final value takes precedence over a preliminary one, and a correction over both. */
const ORDER: readonly string[] = [
  'preliminary',
  'final',
  'corrected',
] satisfies ObservationStatus[];

/**
 * Leaves one observation for each row: a value takes precedence over its withdrawal in the same message, lines of
 * a text are joined, and another value gets a numbered name.
 */
export function mergeRows(observations: readonly Observation[]): Observation[] {
  const distinct: Observation[] = [];
  for (const sent of observations) {
    const index = distinct.findIndex((one) => isSameRow(one.value, sent.value));
    const earlier = distinct[index];
    if (earlier === undefined) {
      distinct.push(sent);
      continue;
    }
    const isReplaced = ORDER.indexOf(sent.status) > ORDER.indexOf(earlier.status);
    const [other, observation] =
      isReplaced && isLive(sent) && isLive(earlier) ? [sent, earlier] : [earlier, sent];
    distinct[index] = other;
    const { value } = observation;
    if (!isLive(other) && isLive(observation)) {
      distinct[index] = observation;
    } else if (!isLive(observation)) {
      // Ignores the withdrawal of a value that the same message has.
    } else if (observation.status === 'preliminary' && other.status !== 'preliminary') {
      // Ignores a preliminary value that the same message replaces.
    } else if (isSameValue(other.value, value)) {
      // An equal value only adds its flag.
      const laboratoryFlag = other.value.laboratoryFlag ?? value.laboratoryFlag ?? null;
      distinct[index] = { ...other, value: { ...other.value, laboratoryFlag } };
    } else if (value.text !== null && other.value.text !== null && value.value === null) {
      const text = `${other.value.text}\n${value.text}`.slice(0, 4000);
      distinct[index] = { ...other, value: { ...other.value, text } };
    } else {
      distinct.push({ ...observation, value: secondValue(value, distinct) });
    }
  }
  return distinct;
}

function secondValue(value: Observation['value'], earlier: readonly Observation[]) {
  const { analyte, choice } = value;
  const label =
    value.name ?? (analyte !== null && isAnalyteKey(analyte) ? getAnalyte(analyte).label : '');
  const count = earlier.filter((one) => one.value.name?.startsWith(`${label} (`)).length + 2;
  const text =
    choice !== null && analyte !== null && isAnalyteKey(analyte)
      ? choiceLabel(analyte, choice)
      : value.text;
  const note = `El mensaje trae otro valor de ${label}.`;
  return { ...value, analyte: null, name: `${label} (${count})`, choice: null, text, note };
}
