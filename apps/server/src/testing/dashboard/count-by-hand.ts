/** Records as a test created them, for computing the counts without the database. */
export interface ClinicRecords {
  readonly patients: readonly PatientSample[];
  readonly laboratories: readonly LaboratorySample[];
}

export interface PatientSample {
  readonly createdAt: Date | null;
  readonly trashed: boolean;
  readonly exams: readonly ExamSample[];
  readonly orders: readonly OrderSample[];
}

export interface ExamSample {
  readonly type: string;
  readonly createdAt: Date | null;
  readonly trashed: boolean;
  /** The index of the laboratory in the list, or null. */
  readonly laboratory: number | null;
}

export interface OrderSample {
  readonly laboratory: number;
  readonly trashed: boolean;
  readonly downloads: readonly Date[];
}

export interface LaboratorySample {
  readonly type: string;
  readonly trashed: boolean;
  /** Time of its creation; null for an imported record. */
  readonly since: Date | null;
  readonly branches: readonly { readonly trashed: boolean; readonly since: Date | null }[];
}

interface CountQuery {
  readonly start: string;
  readonly end: string;
  readonly laboratory: number | null;
  readonly timeZone: string;
}

/** The calendar day, computed with Intl independently of the product's functions. */
export function localDay(date: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(date);
}

/** A day a number of days later, computed at noon, which no clock change moves to another day. */
export function shift(day: string, days: number): string {
  const noon = new Date(`${day}T12:00:00Z`);
  noon.setUTCDate(noon.getUTCDate() + days);
  return noon.toISOString().slice(0, 10);
}

function listDays(first: string, last: string): string[] {
  const days = [];
  for (let day = first; day <= last; day = shift(day, 1)) days.push(day);
  return days;
}

/** The counts of `docs/es/cifras.md`, computed day by day over plain objects. */
export function countByHand({ patients, laboratories }: ClinicRecords, query: CountQuery) {
  const { start, end, laboratory, timeZone } = query;
  const days = listDays(start, end);
  const earlierDays = listDays(shift(start, -days.length), shift(start, -1));
  const toDay = (date: Date | null) => date && localDay(date, timeZone);
  const toWeeks = (all: readonly string[]) =>
    Array.from({ length: Math.ceil(all.length / 7) }, (_, week) =>
      all.slice(week * 7, week * 7 + 7),
    );
  const within = (dates: readonly (Date | null)[], period: readonly string[]) =>
    dates.filter((date) => date !== null && period.includes(toDay(date) ?? '')).length;
  const until = (dates: readonly (Date | null)[], last: string) =>
    dates.filter((date) => (toDay(date) ?? '') <= last).length;

  const isChosen = (index: number | null) => laboratory === null || index === laboratory;
  const shown = patients.filter(({ trashed }) => !trashed);
  const exams = shown.flatMap((patient) =>
    patient.exams.filter((exam) => !exam.trashed && isChosen(exam.laboratory)),
  );
  const orders = shown.flatMap((patient) =>
    patient.orders.filter((order) => !order.trashed && isChosen(order.laboratory)),
  );
  const registered = shown
    .filter(
      (patient) =>
        laboratory === null ||
        patient.exams.some((exam) => !exam.trashed && exam.laboratory === laboratory) ||
        patient.orders.some((order) => !order.trashed && order.laboratory === laboratory),
    )
    .map(({ createdAt }) => createdAt);
  const active = laboratories
    .filter(
      ({ type, trashed, branches }, index) =>
        type === 'Laboratorio' &&
        !trashed &&
        isChosen(index) &&
        branches.some((branch) => !branch.trashed),
    )
    .map(({ since, branches }) => {
      const firsts = branches.filter(({ trashed }) => !trashed).map((branch) => branch.since);
      const first = firsts.includes(null)
        ? null
        : new Date(Math.min(...firsts.map((date) => date?.getTime() ?? 0)));
      // The later of the two dates counts.
      return since && (first === null || first < since) ? since : first;
    });

  const total = (dates: readonly (Date | null)[]) => ({
    value: until(dates, end),
    previous: until(dates, shift(start, -1)),
    series: toWeeks(days).map((week) => until(dates, week.at(-1) ?? '')),
  });
  const sum = (dates: readonly (Date | null)[]) => ({
    value: within(dates, days),
    previous: within(dates, earlierDays),
    series: toWeeks(days).map((week) => within(dates, week)),
  });
  const examDates = exams.map(({ createdAt }) => createdAt);
  const types = new Map<string, number>();
  for (const exam of exams.filter(({ createdAt }) => within([createdAt], days) === 1)) {
    const name = exam.type.replaceAll('_', ' ');
    types.set(name, (types.get(name) ?? 0) + 1);
  }
  return {
    patients: total(registered),
    laboratories: total(active),
    orders: sum(orders.flatMap(({ downloads }) => downloads)),
    exams: sum(examDates),
    weeks: toWeeks(days).map((week, index) => ({
      start: week[0],
      end: week.at(-1),
      value: within(registered, week),
      previous: within(registered, toWeeks(earlierDays)[index] ?? []),
    })),
    examTypes: Object.fromEntries(types),
    undatedExams: examDates.filter((date) => date === null).length,
  };
}
