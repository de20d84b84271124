import {
  type StatusFilter,
  type StatusGroup,
  statusGroup,
  statusNames,
} from '@simiente/contract/patient-filters';
import type { Tone } from '../../theme/tokens.ts';

interface StatusLook {
  readonly tone: Tone;
  /** In a row's tag. */
  readonly tag: string;
  /** On the filter's button, which is shorter. */
  readonly filter: string;
}

const looks: Readonly<Record<StatusGroup, StatusLook>> = {
  1: { tone: 'azul', tag: statusNames[1], filter: 'Registro' },
  2: { tone: 'ciruela', tag: statusNames[2], filter: 'Test' },
  3: { tone: 'ambar', tag: statusNames[3], filter: 'Abordaje' },
  4: { tone: 'verde', tag: statusNames[4], filter: 'Acciones' },
};

/** How a patient's status looks; anything but 1, 2 and 3 is Acciones. */
export function patientStatus(status: number | null): StatusLook {
  return looks[statusGroup(status)];
}

/** The filter's buttons, in their order. Todos has no dot. */
export const statusButtons: readonly { value: StatusFilter; label: string; dot?: Tone }[] = [
  { value: 0, label: 'Todos' },
  ...([1, 2, 3, 4] as const).map((value) => ({
    value,
    label: looks[value].filter,
    dot: looks[value].tone,
  })),
];
