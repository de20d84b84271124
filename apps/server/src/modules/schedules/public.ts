import type { AppointmentPlace } from '@simiente/contract/appointments/calls';
import { type BranchTimeZone, findBranchTimeZone } from '@simiente/contract/branches/time-zones';
import type { HolidayChanges } from '@simiente/contract/doctors/schedule';
import {
  type PlacedInterval,
  type Schedule,
  VIDEO_CALL,
  VIDEO_PLACE,
} from '@simiente/contract/doctors/schedule';
import { DEFAULT_REMINDER_RULES, type ReminderRules } from '@simiente/contract/reminders/rules';
import { DEFAULT_REQUEST_DAYS } from '@simiente/contract/rights/words';
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Reader } from '../../platform/database/database.ts';
import { clinicSettings } from '../../schema/clinic-settings.ts';
import { doctors } from '../../schema/doctors.ts';
import { branches } from '../../schema/partners.ts';

export interface StoredPlace {
  readonly name: string;
  readonly timeZone: BranchTimeZone | null;
  readonly state: string | null;
  readonly lat: number | null;
  readonly lng: number | null;
}

/** SQL: the place of a row of branches. */
export const storedPlace = sql<StoredPlace>`jsonb_build_object('name', ${branches.name}, 'timeZone', ${branches.timeZone},
  'state', ${branches.state}, 'lat', ${branches.latitude}, 'lng', ${branches.longitude})`;

/** SQL: the place of a branch, even in the trash; null without a branch, which means the clinic. */
export const storedPlaceAt = (id: PgColumn | SQL): SQL<StoredPlace | null> =>
  sql`(select ${storedPlace} from ${branches as PgTable} where ${branches.id} = ${id})`;

/** The zone of a place; null means the clinic's zone. */
export function placeTimeZone({ lat, lng, ...place }: StoredPlace): string | null {
  const location = lat === null || lng === null ? null : { lat, lng };
  return findBranchTimeZone({ ...place, location });
}

/** The columns of an appointment that determine its place. */
interface PlacedRow {
  readonly branchId: string | null;
  readonly isVideoCall: boolean;
}

export function presentPlace(
  { branchId, isVideoCall }: PlacedRow,
  place: StoredPlace | null,
): AppointmentPlace | null {
  if (isVideoCall) return VIDEO_PLACE;
  if (branchId === null || place === null) return null;
  return { idBranch: branchId, name: place.name, timeZone: placeTimeZone(place) };
}

/** The place of an appointment by the working time that contains it; the clinic outside the working hours. */
export function toPlacedRow(
  workingSpan: { readonly interval: PlacedInterval } | null | undefined,
): PlacedRow {
  const idBranch = workingSpan?.interval.idBranch ?? null;
  const isVideoCall = idBranch === VIDEO_CALL;
  return { branchId: isVideoCall ? null : idBranch, isVideoCall };
}

/** Places by the id of their branch; null for a deleted branch. */
type Places = Readonly<Record<string, StoredPlace | null>>;

export async function readReminderRules(db: Reader): Promise<ReminderRules> {
  const [row] = await db.select({ reminders: clinicSettings.reminders }).from(clinicSettings);
  return row?.reminders ?? DEFAULT_REMINDER_RULES;
}

export const scheduleColumns = {
  workingDays: doctors.workingDays,
  absences: doctors.absences,
  workedHolidays: doctors.workedHolidays,
  // One look-up for each interval at a branch, because a join would read all branches.
  places: sql<Places>`(
    select coalesce(jsonb_object_agg(day ->> 'idBranch', (
      select ${storedPlace} from ${branches as PgTable}
      where ${branches.id} = day ->> 'idBranch' and ${branches.deletedAt} is null)), '{}')
    from jsonb_array_elements(${doctors.workingDays}) as day where day ->> 'idBranch' is not null)`,
  clinicHolidays: sql<HolidayChanges>`coalesce(
    (select ${clinicSettings.holidays} from ${clinicSettings as PgTable}), '{"added": [], "removed": []}')`,
};

export type ScheduleRow = Pick<
  typeof doctors.$inferSelect,
  'workingDays' | 'absences' | 'workedHolidays'
> & {
  readonly places: Places;
  readonly clinicHolidays: HolidayChanges;
};

export function presentSchedule(row: ScheduleRow): Schedule {
  return {
    workingDays: row.workingDays.map((interval) => {
      const place = row.places[interval.idBranch ?? ''];
      const name = interval.idBranch === VIDEO_CALL ? VIDEO_PLACE.name : place?.name;
      return {
        ...interval,
        placeName: name ?? null,
        timeZone: place ? placeTimeZone(place) : null,
      };
    }),
    absences: [...row.absences],
    workedHolidays: row.workedHolidays,
    clinicHolidays: row.clinicHolidays,
  };
}

export async function readDueRules(db: Reader) {
  const { holidays, requestDays } = clinicSettings;
  const [row] = await db.select({ holidays, requestDays }).from(clinicSettings);
  return row ?? { holidays: { added: [], removed: [] }, requestDays: DEFAULT_REQUEST_DAYS };
}
