import { formatDay } from '@simiente/contract/format/dates';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedApplication } from '../../testing/application.ts';
import { fetchExport } from '../../testing/calls/list-exports.ts';
import { queryAsOwner } from '../../testing/database.ts';
import {
  addBranch,
  addExamOrder,
  addOrderDownload,
  addPartner,
  addPatient,
} from '../../testing/records.ts';

const CLINIC = 'America/Tijuana';
/** The zone of the server and its database, a day ahead of Tijuana for most of the day. */
const ELSEWHERE = 'Pacific/Kiritimati';

/** Instants around midnight in Tijuana, some of them on a day of a clock change, with their days there. */
const INSTANTS = [
  ['2026-11-01T06:59:59.999Z', '2026-10-31', '31 oct 2026'],
  ['2026-11-01T07:00:00.000Z', '2026-11-01', '1 nov 2026'],
  ['2026-11-02T07:59:59.999Z', '2026-11-01', '1 nov 2026'],
  ['2026-11-02T08:00:00.000Z', '2026-11-02', '2 nov 2026'],
  ['2026-11-03T00:30:00.000Z', '2026-11-02', '2 nov 2026'],
  ['2026-11-03T06:30:00.000Z', '2026-11-02', '2 nov 2026'],
  ['2026-11-03T07:59:59.999Z', '2026-11-02', '2 nov 2026'],
  ['2026-11-03T08:00:00.000Z', '2026-11-03', '3 nov 2026'],
] as const;
const DAYS = [...new Set(INSTANTS.map(([, day]) => day))];

const testApp = sharedApplication({ clinicTimeZone: CLINIC });
const before = process.env.TZ;

beforeAll(async () => {
  process.env.TZ = ELSEWHERE;
  expect(new Date('2026-11-03T07:59:59Z').getDate()).toBe(3);
  const { database } = testApp();
  await queryAsOwner(
    database,
    `do $$ begin execute format('alter database %I set timezone = %L', current_database(), '${ELSEWHERE}'); end $$`,
  );
  await queryAsOwner(
    database,
    `select pg_terminate_backend(pid, 30000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  );
  const partnerId = await addPartner(database.db);
  const branchId = await addBranch(database.db, partnerId);
  for (const [index, [instant]] of INSTANTS.entries()) {
    const at = new Date(instant);
    const patientId = await addPatient(database.db, { name: `Paciente ${index}`, createdAt: at });
    const orderId = await addExamOrder(database.db, { patientId, partnerId, branchId });
    await addOrderDownload(database.db, orderId, { at });
  }
});
afterAll(() => {
  if (before === undefined) delete process.env.TZ;
  else process.env.TZ = before;
});

interface Shown {
  readonly name: string;
  readonly day: string;
}

/** Formats a day as the list's screen does. */
const shownDay = (instant: string | undefined) => formatDay(instant, { timeZone: CLINIC });

const LISTS = [
  {
    list: 'patients',
    column: 'Fecha de creación',
    filter: (day: string) => ({ createdFrom: day, createdTo: day }),
    read: async (filter: Record<string, string>): Promise<Shown[]> => {
      const query = new URLSearchParams(filter);
      const { body } = await testApp().staff.get(`/v1/user/list?${query}`);
      const { data } = body as { data: { userData: { name: string; createDate: string }[] } };
      return data.userData.map(({ name, createDate }) => ({ name, day: shownDay(createDate) }));
    },
  },
  {
    list: 'orderDownloads',
    column: 'Fecha',
    filter: (day: string) => ({ from: day, to: day }),
    read: async (filter: Record<string, string>): Promise<Shown[]> => {
      const query = new URLSearchParams(filter);
      const { body } = await testApp().staff.get(`/v1/exam-orders/downloads?${query}`);
      const { data } = body as {
        data: { downloads: { date: string; patient: { name: string } }[] };
      };
      return data.downloads.map(({ date, patient }) => ({
        name: patient.name,
        day: shownDay(date),
      }));
    },
  },
];

test.each(LISTS)(
  'E-10.25: the list $list, its filter and its file show the same day, in the clinic’s zone',
  async ({ list, column, filter, read }) => {
    const all = await read({});
    const shown = Object.fromEntries(all.map(({ name, day }) => [name, day]));
    expect(shown).toEqual(
      Object.fromEntries(INSTANTS.map(([, , text], index) => [`Paciente ${index}`, text])),
    );
    for (const day of DAYS) {
      const ofDay = INSTANTS.flatMap(([, its, text], index) =>
        its === day ? [{ name: `Paciente ${index}`, day: text }] : [],
      );
      const found = await read(filter(day));
      expect(found.toSorted(byName), day).toEqual(ofDay);
      const { header, rows } = await fetchExport(testApp().staff, list, filter(day));
      const at = header.findIndex((title) => title.startsWith(column));
      expect(header[at], header.join()).toContain('Tijuana');
      expect(rows.map((row) => row[at]?.slice(0, 10))).toEqual(ofDay.map(() => day));
    }
  },
);

const byName = (one: Shown, other: Shown) => one.name.localeCompare(other.name);
