import type { PlacedInterval, Schedule } from '@simiente/contract/doctors/schedule';

interface ScheduleOptions extends Partial<Omit<Schedule, 'workingDays'>> {
  /** At the clinic by default. */
  readonly workingDays?: readonly (Pick<PlacedInterval, 'weekday' | 'from' | 'to'> &
    Partial<PlacedInterval>)[];
}

/** A doctor's schedule, without hours by default. Official holidays are days off. */
export function buildSchedule({ workingDays = [], ...rest }: ScheduleOptions = {}): Schedule {
  return {
    workingDays: workingDays.map((interval) => ({
      idBranch: null,
      placeName: null,
      timeZone: null,
      ...interval,
    })),
    absences: [],
    workedHolidays: [],
    clinicHolidays: { added: [], removed: [] },
    ...rest,
  };
}
