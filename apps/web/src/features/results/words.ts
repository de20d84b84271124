import { formatDay } from '@simiente/contract/format/dates';
import type { PendingResult, ResultSet } from '@simiente/contract/results/calls';
import { describeState } from '@simiente/contract/results/states';
import { describeAbstinence, editionName, sampleTime } from '@simiente/contract/results/words';
import { pluralize } from '../../lib/format/numbers.ts';
import type { StatusPillProps } from '../../ui/status/StatusPill.tsx';

export const RESULTS = 'Resultados';
export const ENTER_RESULTS = 'Capturar resultados';
export const COMPARE = 'Comparar fechas';
export const TREND = 'Evolución';

type StatedSet = Pick<ResultSet, 'status' | 'lacksSecondReading' | 'isPreliminary'> &
  (Pick<ResultSet, 'waiting'> | Pick<PendingResult, 'isHeld'>);

/** The state of a set, whether it is preliminary or on hold, and whether it lacks a second reading. */
export function toStatusPill(set: StatedSet): StatusPillProps {
  const isHeld = 'waiting' in set ? set.waiting !== null : set.isHeld;
  const isValid = set.status === 'validado' && !isHeld;
  return { tone: isValid ? 'green' : 'amber', label: describeState({ ...set, isHeld }) };
}

const NO_DATA = 'sin dato';

/** Changed facts of a sample before a correction, such as 'Abstinencia 4 días' and 'Laboratorio sin dato'. */
export function earlierFacts(
  before: ResultSet['corrections'][number]['before'],
  timeZone: string,
): string[] {
  const describeFact = <T>(
    name: string,
    value: T | null | undefined,
    describe: (value: T) => string,
  ) => (value === undefined ? [] : [`${name} ${value === null ? NO_DATA : describe(value)}`]);
  const time = (instant: string) => formatDay(instant, { timeZone, hour: true });
  const { collectedAt = null, collectedTimeKnown } = before;
  return [
    ...describeFact('Laboratorio', before.laboratory, ({ name }) => name),
    ...(collectedTimeKnown === undefined
      ? []
      : describeFact('Toma', collectedAt, () =>
          sampleTime({ collectedAt, collectedTimeKnown }, timeZone),
        )),
    ...describeFact('Recibida', before.receivedAt, time),
    ...describeFact('Analizada', before.analyzedAt, time),
    ...describeFact('Método', before.method, (method) => method),
    ...describeFact('Edición', before.whoEdition, editionName),
    ...describeFact('Abstinencia', before.abstinenceDays, describeAbstinence),
    ...describeFact('Ayuno', before.fastingHours, (hours) => `${hours} h`),
    ...describeFact('Muestra', before.completeSample, (isComplete) =>
      isComplete ? 'completa' : 'incompleta',
    ),
  ];
}

export const countSets = (count: number) =>
  pluralize(count, ['juego de resultados', 'juegos de resultados']);
