import { addDays } from '@simiente/contract/common/days';
import type { Period } from './period.ts';

interface PeriodPreset {
  readonly label: string;
  /** Its days on a given day, 'YYYY-MM-DD'. */
  readonly daysOn: (today: string) => Period;
}

const lastDays =
  (count: number) =>
  (today: string): Period => ({ start: addDays(today, 1 - count), end: today });

const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`;

/** Periods that are chosen by name. */
const PERIOD_PRESETS: readonly PeriodPreset[] = [
  { label: 'Hoy', daysOn: lastDays(1) },
  { label: 'Últimos 7 días', daysOn: lastDays(7) },
  { label: 'Últimos 30 días', daysOn: lastDays(30) },
  { label: 'Últimas 13 semanas', daysOn: lastDays(91) },
  { label: 'Este mes', daysOn: (today) => ({ start: firstOfMonth(today), end: today }) },
  {
    label: 'Mes pasado',
    daysOn: (today) => {
      const end = addDays(firstOfMonth(today), -1);
      return { start: firstOfMonth(end), end };
    },
  },
  { label: 'Este año', daysOn: (today) => ({ start: `${today.slice(0, 4)}-01-01`, end: today }) },
];

/** The presets on a day: those with the same days as an earlier one too. */
export function presetsOn(today: string): readonly { label: string; period: Period }[] {
  return PERIOD_PRESETS.map(({ label, daysOn }) => ({ label, period: daysOn(today) }));
}

/** The first preset with the days of a period; undefined for any other period. */
export function findPreset(period: Period, today: string): string | undefined {
  return presetsOn(today).find(
    ({ period: { start, end } }) => start === period.start && end === period.end,
  )?.label;
}
