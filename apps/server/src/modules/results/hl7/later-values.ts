import { describeNamedValue } from '@simiente/contract/results/words';
import { isSameAmount, type SentValue } from '../entering/write-values.ts';
import { MessageError } from './decode.ts';
import { isLive, type Observation, textRow } from './read-observation.ts';
import { isOlder } from './sample-facts.ts';

const NOT_OBTAINED = 'El laboratorio no pudo obtener este resultado.';
const WITHDRAWN = 'El laboratorio retiró este resultado.';

export const notObtained = ({ name, value, words = '' }: Observation): SentValue => ({
  ...value,
  ...textRow(name, `${NOT_OBTAINED} ${words}`.trim()),
});

/**
 * The value to store for an observation without an earlier value; undefined if its content was deleted.
 * @throws MessageError for a change of a value that was never received
 */
export function firstValue(observation: Observation): SentValue | undefined {
  const { name, value, status } = observation;
  const { fillerNumber = null } = value;
  if (status === 'cleared' || status === 'emptied') return undefined;
  if (status === 'cancelled') return notObtained(observation);
  if (status !== 'withdrawn' && status !== 'finished') return value;
  const verb = status === 'withdrawn' ? 'Retira' : 'Marca como definitivo';
  const number = fillerNumber === null ? '' : ` (OBR-3 ${fillerNumber})`;
  throw new MessageError('204', `${verb} un resultado que no se ha recibido: ${name}${number}.`);
}

const addNote = (value: SentValue, note: string): SentValue =>
  value.note?.includes(note) ? value : { ...value, note: `${value.note ?? ''} ${note}`.trim() };

const UNMATCHED = 'Es una corrección de un valor que no se encontró. Compáralo con los demás.';

/** `firstValue` for a sample that has other values. */
export function addedValue(observation: Observation): SentValue | undefined {
  const value = firstValue(observation);
  const isUnmatched = observation.status === 'corrected' && !observation.isRemark;
  return value && isUnmatched ? addNote(value, UNMATCHED) : value;
}

/**
 * Whether a value is older than the laboratory's last one, or may be: it has no time, and the last one has a later
 * status, final after preliminary or corrected after final.
 */
export const isSuperseded = (
  { value, status, isDated, isRemark }: Observation,
  { sentAt, corrected, preliminary }: Pick<SentValue, 'sentAt' | 'corrected' | 'preliminary'>,
) =>
  isOlder(value.sentAt, sentAt) ||
  (!isDated &&
    !isRemark &&
    ((status === 'final' && corrected) || (status === 'preliminary' && !preliminary)));

/** @throws MessageError for a correction without a value, which may mean a withdrawal or no change */
export function rejectEmpty({ name, status }: Observation): void {
  if (status !== 'emptied') return;
  throw new MessageError('101', `Corrige un resultado sin enviar su valor (OBX-5): ${name}.`);
}

/** @throws MessageError for the withdrawal of a value that a newer report has */
export function rejectOldWithdrawal({ name, status, isRemark }: Observation): void {
  if (status === 'finished' || isRemark) return;
  throw new MessageError('204', `Retira un resultado que trae un informe posterior: ${name}.`);
}

/** A value of a waiting sample, with a note about the older one of a later message. */
export function noteOlder(last: SentValue, observation: Observation): SentValue {
  const { value } = observation;
  if (!isLive(observation) && last.text !== WITHDRAWN) rejectOldWithdrawal(observation);
  if (!isLive(observation) || isSameAmount(last, value)) return last;
  const older = describeNamedValue(value);
  return addNote(last, `Llegó después, de un informe anterior o sin hora: ${older}.`);
}

/** A later value of a waiting sample, which has no other history than its notes. */
function replaceWaiting(last: SentValue, { value, isDated, status }: Observation): SentValue {
  const { note, corrected } = last;
  if (isSameAmount(last, value)) {
    return { ...value, note: value.note ?? note, corrected: value.corrected || corrected };
  }
  const isUnclear = status !== 'corrected' && !isDated && !last.preliminary && last.value !== null;
  return isUnclear ? addNote(value, `Sustituye a: ${describeNamedValue(last)}.`) : value;
}

/** A value of a waiting sample after a later message. */
export function amendValue(old: SentValue, observation: Observation): SentValue {
  const { name, value, status } = observation;
  rejectEmpty(observation);
  // The row of an abstinence that is now a number of days keeps the new text.
  if (isLive(observation) || value.text !== null) return replaceWaiting(old, observation);
  if (status === 'finished') return { ...old, ...pickSentColumns(value), preliminary: false };
  return status === 'cancelled'
    ? notObtained(observation)
    : { ...value, ...textRow(name, WITHDRAWN), corrected: true };
}

export const pickSentColumns = ({
  fillerNumber = null,
  sentAt = null,
  laboratoryCode = null,
}: SentValue) => ({ fillerNumber, sentAt, laboratoryCode }) as const;
