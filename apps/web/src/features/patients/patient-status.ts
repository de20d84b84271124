import { isInstant } from '@simiente/contract/common/dates';
import {
  type StatusFilter,
  type StatusGroup,
  statusGroup,
  statusNames,
} from '@simiente/contract/patients/filters';
import type { Tone } from '../../theme/tokens.ts';
import type { RecordWords } from '../records/public.ts';
import { listCrumb } from '../shell/public.ts';

interface StatusStyle {
  readonly tone: Tone;
  readonly tag: string;
  /** A shorter label, for the filter's button. */
  readonly filter: string;
}

const statusStyles: Readonly<Record<StatusGroup, StatusStyle>> = {
  1: { tone: 'blue', tag: statusNames[1], filter: 'Registro' },
  2: { tone: 'plum', tag: statusNames[2], filter: 'Test' },
  3: { tone: 'amber', tag: statusNames[3], filter: 'Abordaje' },
  4: { tone: 'green', tag: statusNames[4], filter: 'Acciones' },
};

/** Labels and tone of a patient's status; any value but 1, 2 and 3 is Acciones. */
export function patientStatus(status: number | null): StatusStyle {
  return statusStyles[statusGroup(status)];
}

/** The filter's buttons, in order. Todos has no dot. */
export const statusButtons: readonly { value: StatusFilter; label: string; dot?: Tone }[] = [
  { value: 0, label: 'Todos' },
  ...([1, 2, 3, 4] as const).map((value) => ({
    value,
    label: statusStyles[value].filter,
    dot: statusStyles[value].tone,
  })),
];

const list = { label: 'Pacientes', to: '/pacientes' } as const;

export const patientWords: RecordWords = {
  tab: 'Paciente',
  list,
  all: 'Ver todos los pacientes',
  loading: 'Cargando datos del paciente...',
  failure: 'No se pudo cargar el paciente',
  unknown: 'No encontramos este paciente',
};

/** The first crumb of every page about a patient. */
export const patientsCrumb = listCrumb(list);

/** Future appointments, the next one first; past ones, the latest first; ones without a date; cancelled ones. */
export function nearestFirst<Item extends { readonly status: string }>(
  items: readonly Item[],
  getInstant: (item: Item) => string | null,
  now: number = Date.now(),
): Item[] {
  const rank = (item: Item): readonly [group: number, distance: number] => {
    const instant = getInstant(item);
    if (item.status === 'cancelled') return [3, 0];
    if (!isInstant(instant)) return [2, 0];
    const distance = Date.parse(instant) - now;
    return distance >= 0 ? [0, distance] : [1, -distance];
  };
  return items.toSorted((first, second) => {
    const [firstGroup, firstDistance] = rank(first);
    const [secondGroup, secondDistance] = rank(second);
    return firstGroup - secondGroup || firstDistance - secondDistance;
  });
}
