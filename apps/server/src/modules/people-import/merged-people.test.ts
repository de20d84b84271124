import { randomBytes, randomUUID } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { NO_REQUEST } from '../../platform/act.ts';
import { patients } from '../../schema/patients.ts';
import { UNRESTRICTED } from '../../testing/accounts/everybody.ts';
import { sharedApplication } from '../../testing/application.ts';
import { mergeRequests } from '../../testing/calls/merge-requests.ts';
import { addPatients } from '../../testing/records.ts';
import { mergePatients } from '../patients/merges/calls.ts';
import { importPeople } from './import-people.ts';

const testApp = sharedApplication();
const { completeMerge, merge } = mergeRequests(testApp);
const db = () => testApp().database.db;
const timeZone = 'America/Mexico_City';
const act = {
  actor: UNRESTRICTED,
  origin: NO_REQUEST,
  digest: (text: string) => text,
  clinicTimeZone: timeZone,
};

/** Imports rows of a name, an e-mail and a phone. */
async function importRows(
  ...rows: readonly (readonly [name: string, email: string, phone: string | null])[]
) {
  return importPeople(db(), act, {
    id: `imp_${randomUUID()}`,
    file: { kind: 'patients', name: 'pacientes.csv', timeZone },
    changes: { kept: [], separate: [], normalNames: false },
    rows: rows.map(([name, email, phone], index) => ({
      line: index + 2,
      cells: [],
      issues: [],
      digest: JSON.stringify([name, email, phone]),
      person: { ...noEffect, name, email, phone },
    })),
  });
}
const noEffect = {
  birthDate: null,
  sex: null,
  curp: null,
  street: null,
  colony: null,
  municipality: null,
  state: null,
  zip: null,
  country: null,
  identityDocument: null,
  notes: null,
  createdOn: null,
  status: null,
};

/** Two records of one person, with different e-mails and without a phone. */
async function addTwo() {
  const words = String.fromCharCode(...randomBytes(12).map((byte) => 97 + (byte % 26)));
  const name = `Rosa ${words}`;
  const emails = [`${words}@example.org`, `otra.${words}@example.org`] as const;
  const ids = await addPatients(
    db(),
    emails.map((email) => ({ name, email, phone: null })),
  );
  return { name, emails, kept: ids[0] ?? '', gone: ids[1] ?? '' };
}
const find = async (id: string) =>
  (await db().select().from(patients).where(eq(patients.id, id)))[0];

test('E-10.2152: rows of a merged patient match the kept one, by old data and by an earlier import', async () => {
  const { name, emails, kept, gone: mergedOne } = await addTwo();
  const row = [name, emails[1], '55 1234 5678'] as const;
  await importRows(row);
  expect(await find(mergedOne)).toMatchObject({ phone: row[2] });
  await completeMerge(kept, mergedOne);
  const again = await importRows(row);
  expect(again).toMatchObject({ created: [], unchanged: [{ id: kept, reason: 'row' }] });
  const plan = await importRows([name, emails[1], '55 8765 4321']);
  expect(plan).toMatchObject({ created: [], completed: [{ id: kept, reason: 'email' }] });
  expect(await find(kept)).toMatchObject({ phone: '55 8765 4321' });
});

test('E-10.2153: an import whose record was merged after it was read completes the kept record', async () => {
  const { name, emails, kept, gone: merged } = await addTwo();
  let importing: ReturnType<typeof importRows> | undefined;
  await db().transaction(async (transaction) => {
    await transaction
      .select()
      .from(patients)
      .where(inArray(patients.id, [kept, merged]))
      .orderBy(patients.id)
      .for('update');
    importing = importRows([name, emails[1], '55 1234 5678']);
    // The import has read the records, and waits for the merge.
    await expect
      .poll(async () => {
        const { rows } = await db().execute<{ waiting: boolean }>(sql`select exists (
          select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
            and query like 'update "patients"%') as waiting`);
        return rows[0]?.waiting;
      })
      .toBe(true);
    await mergePatients(transaction, act, {
      ...{ idUser: kept, idOther: merged, version: 1, otherVersion: 1, take: [] },
    });
  });
  await importing;
  expect(await find(kept)).toMatchObject({ phone: '55 1234 5678', deletedAt: null });
  expect(await find(merged)).toMatchObject({ phone: null, mergedInto: kept });
});

test('E-10.2153: a simultaneous merge and import lose nothing', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { name, emails, kept, gone: mergedOne } = await addTwo();
    const rows = emails.map((email, index) => [name, email, `55 1234 567${index}`] as const);
    const [answer] = await Promise.all([merge(kept, mergedOne), importRows(...rows)]);
    if (answer.status !== 200) {
      expect(answer).toMatchObject({ status: 409, code: 'STALE_VERSION' });
      await completeMerge(kept, mergedOne);
    }
    expect(await find(kept)).toMatchObject({
      phone: expect.stringMatching(/^55 1234 567[01]$/),
      deletedAt: null,
    });
    expect(await db().$count(patients, eq(patients.name, name))).toBe(2);
  }
});
