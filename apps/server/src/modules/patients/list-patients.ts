import { identificationTitles, patientTitles } from '@simiente/contract/common/column-titles';
import { addDays, dayIn, startOfDay } from '@simiente/contract/common/days';
import { MAX_SEARCHED_TOTAL } from '@simiente/contract/common/page-sizes';
import type {
  PatientPage,
  PatientSummary,
  patientListInput,
} from '@simiente/contract/patients/calls';
import {
  type PatientSort,
  statusFilters,
  statusGroup,
  statusNames,
  type UpcomingSpan,
} from '@simiente/contract/patients/filters';
import {
  type Identification,
  identificationText,
} from '@simiente/contract/patients/identification';
import { and, eq, gte, inArray, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type * as z from 'zod';
import type { CallContext } from '../../platform/calls/call-context.ts';
import { DataStream, jsonArray } from '../../platform/calls/data-stream.ts';
import type { Reader, SelectedRow } from '../../platform/database/database.ts';
import { byDate, byText, keyset } from '../../platform/database/pages/keyset.ts';
import { containsWordOrPair, isTerm, matchesSearch } from '../../platform/database/search.ts';
import { toFieldProblem } from '../../platform/problem.ts';
import { CANCELLED, doctorAppointments, recipeAppointments } from '../../schema/appointments.ts';
import { oldestAccess, patients } from '../../schema/patients.ts';
import { noticeInForce, privacyReceipts } from '../../schema/privacy-notices.ts';
import { day, exportedList, type ListFilters, plain, time } from '../list-exports/public.ts';
import { countByStatus } from '../record-counts/public.ts';
import { presentPlace, type StoredPlace, storedPlaceAt } from '../schedules/public.ts';
import {
  identificationColumns,
  presentIdentification,
  presentPatientSummary,
  summaryColumns,
} from './present.ts';
import {
  earlierTexts,
  findEarlier,
  hasLaboratoryWork,
  matchesPatient,
  notDeleted,
} from './query.ts';

type ListInput = z.output<typeof patientListInput>;
type Filter = Omit<ListInput, 'limit' | 'cursor' | 'sort'>;
type Row = SelectedRow<typeof summaryColumns> & {
  readonly next: string | null;
  readonly nextPlace: NextPlace | null;
  readonly earlier?: readonly string[];
};

interface NextPlace {
  readonly branchId: string | null;
  readonly isVideoCall: boolean;
  readonly place: StoredPlace | null;
}

const NO_NEXT = {
  next: sql<string | null>`null::timestamptz`,
  nextPlace: sql<NextPlace | null>`null`,
};

const GROUPS = statusFilters.filter((status) => status !== 0);

/** One keyset page of patients. The counts by status ignore the chosen status. */
export async function listPatients(
  { db, cursors, clinicTimeZone }: Pick<CallContext, 'db' | 'cursors' | 'clinicTimeZone'>,
  input: ListInput,
): Promise<PatientPage> {
  const { search, status, sort } = input;
  const counted = await countByStatus(db, {
    stored: isStatusOnly(input) ? 'patient' : undefined,
    statusGroup: patients.statusGroup,
    groups: GROUPS,
    where: matches(input, clinicTimeZone),
    search,
    chosen: status === 0 ? undefined : status,
  });
  const where = inList(input, clinicTimeZone);
  const { readPage, toSortKey } = patientOrder(input, clinicTimeZone);
  const upcoming = input.upcoming && upcomingAppointments(input.upcomingIn, clinicTimeZone);
  const columns = {
    ...summaryColumns,
    ...(upcoming ? { next: upcoming.next, nextPlace: upcoming.place } : NO_NEXT),
    earlier: isTerm(search) ? earlierTexts : sql<string[]>`'{}'::text[]`,
  };
  const { page, nextCursor } = await readPage(input, cursors, ({ next, inOrder, limit }) => {
    if (!isTerm(search)) {
      return db
        .select(columns)
        .from(patients)
        .where(and(where, next))
        .orderBy(...inOrder)
        .limit(limit);
    }
    // Few results of a search are sorted. If there are many, sorting would be slow, so the ids of the page are read
    // from an ordered index that includes the searched text.
    const { key, direction } = toSortKey(sort);
    const matching = db
      .select({ id: patients.id, key: sql`${key}`.as('key') })
      .from(patients)
      .where(and(where, next))
      .$dynamic();
    const candidates = (
      counted.countsAreCapped
        ? matching.orderBy(...inOrder).limit(limit)
        : matching.limit(MAX_SEARCHED_TOTAL)
    ).as('candidates');
    const ids = db
      .select()
      .from(candidates)
      .orderBy(direction(candidates.key), direction(candidates.id))
      .limit(limit)
      .as('ids');
    return db
      .select(columns)
      .from(ids)
      .innerJoin(patients, eq(patients.id, ids.id))
      .orderBy(direction(ids.key), direction(ids.id));
  });
  return {
    userData: page.map(({ next, nextPlace, earlier = [], ...row }) => {
      const earlierText = findEarlier(search ?? '', [row.name, row.email, row.phone], earlier);
      return {
        ...presentPatientSummary(row),
        ...(next !== null && {
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

/** Every patient who is not deleted, newest first, as a stream, for the legacy call without a limit. */
export function listAllPatients(db: Reader): DataStream<{ userData: PatientSummary[] }> {
  const { readAll, orderBy } = patientOrder({ sort: '-createDate' }, 'UTC');
  const pages = readAll('-createDate', (next, limit) =>
    db
      .select({ ...summaryColumns, ...NO_NEXT })
      .from(patients)
      .where(and(notDeleted, next))
      .orderBy(...orderBy('-createDate'))
      .limit(limit),
  );
  return new DataStream(jsonArray(pages, presentPatientSummary, ['{"userData":', '}']));
}

function isStatusOnly({ search, upcoming, incomplete, withoutNotice, ...others }: Filter): boolean {
  const { createdFrom, createdTo, laboratory } = others;
  const isFiltered = isTerm(search) || upcoming || incomplete || withoutNotice;
  return !isFiltered && createdFrom === undefined && createdTo === undefined && !laboratory;
}

/** All conditions of the list and its export, with days of the clinic's calendar. */
function inList(filter: Filter, clinicTimeZone: string): SQL | undefined {
  const { status } = filter;
  return and(
    matches(filter, clinicTimeZone),
    status === 0 ? undefined : eq(patients.statusGroup, status),
  );
}

function matches(filter: Filter, clinicTimeZone: string): SQL | undefined {
  const { createdFrom, createdTo, laboratory } = filter;
  return and(
    notDeleted,
    matchesPatient(
      (...search) => matchesSearch(...search, containsWordOrPair),
      filter.search ?? '',
    ),
    filter.upcoming ? upcomingAppointments(filter.upcomingIn, clinicTimeZone).exists : undefined,
    filter.incomplete ? sql`${patients.incomplete}` : undefined,
    filter.withoutNotice ? lacksNotice(clinicTimeZone) : undefined,
    createdFrom === undefined
      ? undefined
      : gte(patients.createdSort, startOfDay(createdFrom, clinicTimeZone)),
    createdTo === undefined
      ? undefined
      : lt(patients.createdSort, startOfDay(addDays(createdTo, 1), clinicTimeZone)),
    laboratory === undefined ? undefined : hasLaboratoryWork(laboratory),
  );
}

const lacksNotice = (clinicTimeZone: string) => sql`not exists (
  select from ${privacyReceipts as PgTable} as receipt where receipt.patient_id = ${patients.id}
    and receipt.notice_id = ${noticeInForce(dayIn(clinicTimeZone, new Date()))})`;

/**
 * The orders of the list; missing dates sort as the oldest.
 * @throws Problem BAD_REQUEST for the order by next appointment without a filter that requires an appointment
 */
function patientOrder(
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
        oldestAccess(patients.lastAccessAt),
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
    nextAppointment: byDate(
      upcomingAppointments(upcomingIn, clinicTimeZone).next,
      ({ next }) => next && new Date(next),
    ),
  });
}

/** The first day of a span, counted from today, and its length in days. */
const SPANS: Readonly<Record<UpcomingSpan, readonly [first: number, days: number]>> = {
  today: [0, 1],
  tomorrow: [1, 1],
  week: [0, 7],
};

/** The upcoming appointments of a span; without a span, all future ones. */
function upcomingAppointments(span: UpcomingSpan | undefined, timeZone: string) {
  const [first, days] = span ? SPANS[span] : [0, undefined];
  const today = dayIn(timeZone, new Date());
  const from = first > 0 ? startOfDay(addDays(today, first), timeZone) : sql`now()`;
  const until = days && startOfDay(addDays(today, first + days), timeZone);

  const select = (table: AppointmentTable, isOfPatient?: SQL) =>
    sql`select ${table.patientId}, ${table.startsAt}, ${
      'branchId' in table
        ? sql`${table.branchId}, ${table.isVideoCall}`
        : sql`null as branch_id, false as is_video_call`
    } from ${table as PgTable} where ${and(
      gte(table.startsAt, from),
      until ? lt(table.startsAt, until) : undefined,
      isNull(table.deletedAt),
      ne(table.status, sql.raw(`'${CANCELLED}'`)),
      isOfPatient,
    )}`;
  const selectOfPatient = (table: AppointmentTable) =>
    select(table, eq(table.patientId, patients.id));
  const ofPatient = sql`(
    ${selectOfPatient(recipeAppointments)} union all ${selectOfPatient(doctorAppointments)}) as upcoming`;
  const ids = sql`select patient_id from`;
  return {
    /** Condition for patients with an upcoming appointment of either kind. */
    exists: sql`${patients.id} in (${ids} (${select(recipeAppointments)}) as recipes
      union all ${ids} (${select(doctorAppointments)}) as doctors)`,
    /** Time of a patient's first upcoming appointment. */
    next: sql<string | null>`(select min(starts_at) from ${ofPatient})`,
    place: sql<NextPlace | null>`(select json_build_object('branchId', branch_id,
        'isVideoCall', is_video_call, 'place', ${storedPlaceAt(sql`branch_id`)})
      from ${ofPatient} order by starts_at limit 1)`,
  };
}

type AppointmentTable = typeof doctorAppointments | typeof recipeAppointments;

type ExportedPatient = PatientSummary & Identification & { readonly missed: number };

const countMissed = (table: AppointmentTable) => sql`
  (select count(*) from ${table as PgTable} where ${table.patientId} = ${patients.id}
    and ${table.deletedAt} is null and ${table.status} <> ${CANCELLED}
    and ${table.attendance} -> -1 ->> 'step' = 'missed')`;

/** Number of appointments of either kind that the patient missed, as on the patient's page. */
const missedAppointments = sql<number>`(${countMissed(doctorAppointments)} + ${countMissed(recipeAppointments)})::int`;

export const patientsList = exportedList<ListFilters<'patients'>, ExportedPatient>({
  fileName: 'pacientes',
  ids: (transaction, filter, timeZone) =>
    transaction
      .select({ id: patients.id })
      .from(patients)
      .where(inList(filter, timeZone))
      .orderBy(...patientOrder(filter, timeZone).orderBy(filter.sort)),
  read: async (transaction, ids) => {
    const rows = await transaction
      .select({ ...summaryColumns, ...identificationColumns, missed: missedAppointments })
      .from(patients)
      .where(inArray(patients.id, ids));
    return rows.map((row) => ({
      ...presentPatientSummary(row),
      ...presentIdentification(row),
      missed: row.missed,
    }));
  },
  getId: ({ idUser }) => idUser,
  getPersonIds: ({ idUser }) => [idUser],
  columns: [
    plain(patientTitles.name, ({ name }) => name),
    plain(patientTitles.email, ({ email }) => email),
    plain(patientTitles.phone, ({ phone }) => phone),
    time(patientTitles.createDate, ({ createDate }) => createDate),
    time(patientTitles.lastConnection, ({ lastConnection }) => lastConnection),
    plain(patientTitles.status, ({ status }) => statusNames[statusGroup(status)]),
    ...(Object.keys(identificationTitles) as (keyof Identification)[]).map((field) =>
      (field === 'birthDate' ? day : plain)<ExportedPatient>(
        identificationTitles[field],
        (patient) => identificationText(patient, field),
      ),
    ),
    plain('Citas a las que no asistió', ({ missed }) => missed),
    plain('Id', ({ idUser }) => idUser),
  ],
});
