import { addDays, startOfDay } from '@simiente/contract/common/days';
import type { PatientPage, patientListInput } from '@simiente/contract/patients/calls';
import { type PatientSort, statusFilters, statusGroup } from '@simiente/contract/patients/filters';
import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { CallContext } from '../../platform/calls/call-context.ts';
import type { SelectedRow } from '../../platform/database/database.ts';
import { byDate, byText, keyset } from '../../platform/database/pages/keyset.ts';
import { containsWordOrPair, hasWords, matchesSearch } from '../../platform/database/search.ts';
import { toFieldProblem } from '../../platform/problem.ts';
import { lastAccessKey, patients } from '../../schema/patients.ts';
import { countByStatus } from '../record-counts/public.ts';
import { presentPlace } from '../schedules/public.ts';
import { presentPatientSummary, summaryColumns } from './present.ts';
import {
  earlierTexts,
  findEarlier,
  hasLaboratoryWork,
  lacksNotice,
  matchesPatient,
  notDeleted,
} from './query.ts';
import { type NextPlace, upcomingAppointments } from './upcoming-appointments.ts';

type ListInput = z.output<typeof patientListInput>;
type Filter = Omit<ListInput, 'limit' | 'cursor' | 'sort'>;
type Row = SelectedRow<typeof summaryColumns> & {
  readonly next?: string | null;
  readonly nextPlace?: NextPlace | null;
  readonly earlier?: readonly string[];
};

const GROUPS = statusFilters.filter((status) => status !== 0);

/** One keyset page of patients. The counts by status ignore the chosen status. */
export async function listPatients(
  { db, cursors, clinicTimeZone }: Pick<CallContext, 'db' | 'cursors' | 'clinicTimeZone'>,
  input: ListInput,
): Promise<PatientPage> {
  const { search, status } = input;
  const filters = toConditions(input, clinicTimeZone);
  const counted = await countByStatus(db, {
    stored: filters === undefined ? 'patient' : undefined,
    statusGroup: patients.statusGroup,
    groups: GROUPS,
    where: and(notDeleted, filters),
    search,
    chosen: status === 0 ? undefined : status,
  });
  const { readPage } = patientOrder(input, clinicTimeZone);
  const upcoming = input.upcoming && upcomingAppointments(input.upcomingIn, clinicTimeZone);
  const columns = {
    ...summaryColumns,
    ...(upcoming && { next: upcoming.next, nextPlace: upcoming.place }),
    ...(hasWords(search) && { earlier: earlierTexts }),
  };
  const { page, nextCursor } = await readPage(
    input,
    cursors,
    db.select(columns).from(patients),
    inList(input, clinicTimeZone),
  );
  return {
    userData: page.map(({ next, nextPlace, earlier = [], ...row }) => {
      const earlierText = findEarlier(search ?? '', [row.name, row.email, row.phone], earlier);
      return {
        ...presentPatientSummary(row),
        ...(next && {
          nextAppointment: new Date(next).toISOString(),
          nextPlace: nextPlace && presentPlace(nextPlace, nextPlace.place),
        }),
        ...(earlierText !== null && { earlier: earlierText }),
      };
    }),
    nextCursor,
    ...counted,
  };
}

/** All conditions of the list and its export. */
export function inList(filter: Filter, clinicTimeZone: string): SQL | undefined {
  const { status } = filter;
  return and(
    notDeleted,
    toConditions(filter, clinicTimeZone),
    status === 0 ? undefined : eq(patients.statusGroup, status),
  );
}

/** All filters except the status; undefined without a filter. Days are of the clinic's calendar. */
function toConditions(filter: Filter, clinicTimeZone: string): SQL | undefined {
  const { search = '', createdFrom, createdTo, laboratory } = filter;
  return and(
    matchesPatient((...term) => matchesSearch(...term, containsWordOrPair), search),
    filter.upcoming ? upcomingAppointments(filter.upcomingIn, clinicTimeZone).exists : undefined,
    filter.incomplete ? sql`${patients.incomplete}` : undefined,
    filter.withoutNotice ? lacksNotice(clinicTimeZone) : undefined,
    createdFrom ? gte(patients.createdSort, startOfDay(createdFrom, clinicTimeZone)) : undefined,
    createdTo
      ? lt(patients.createdSort, startOfDay(addDays(createdTo, 1), clinicTimeZone))
      : undefined,
    laboratory ? hasLaboratoryWork(laboratory) : undefined,
  );
}

/**
 * The orders of the list; missing dates sort as the oldest.
 * @throws Problem BAD_REQUEST for the order by next appointment without a filter that requires an appointment
 */
export function patientOrder(
  { sort, upcoming, upcomingIn }: Pick<ListInput, 'sort'> & Partial<Filter>,
  clinicTimeZone: string,
) {
  if (!upcoming && sort.endsWith('nextAppointment')) {
    const message = 'Para ordenar por próxima cita, filtra por citas.';
    throw toFieldProblem('BAD_REQUEST', 'sort', message);
  }
  return keyset<PatientSort, Row>(patients.id, ({ id }) => id, {
    createDate: byDate(sql`${patients.createdSort}`, ({ createdAt }) => createdAt),
    lastConnection: {
      ...byDate(sql`${patients.lastAccessSort}`, ({ lastAccessAt }) => lastAccessAt),
      ascending: byDate(
        lastAccessKey(patients.lastAccessAt),
        ({ lastAccessAt }) => lastAccessAt,
        'infinity',
      ),
    },
    name: byText(patients.name, ({ name }) => name),
    status: {
      expression: sql`${patients.statusGroup}`,
      fromCursor: (key) => sql`${key}::smallint`,
      toCursor: ({ status }) => String(statusGroup(status)),
    },
    nextAppointment: byDate(upcomingAppointments(upcomingIn, clinicTimeZone).next, ({ next }) =>
      next ? new Date(next) : null,
    ),
  });
}
