import type { PossibleDuplicate } from '@simiente/contract/patients/calls';
import { desc } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import {
  sharedApplication,
  startApplication,
  type TestApplication,
} from '../../testing/application.ts';
import { patientList } from '../../testing/calls/patient-list.ts';
import { queryAsOwner } from '../../testing/database.ts';
import {
  createWatchedDatabase,
  explain,
  getIndexes,
  getNodeTypes,
} from '../../testing/query-plans.ts';

const testApp = sharedApplication();
const { replacePatients } = patientList(testApp);

const search = (contact: object, { staff }: Pick<TestApplication, 'staff'> = testApp()) =>
  staff.request({ method: 'POST', url: '/v1/user/duplicates', payload: contact });

async function searchDuplicates(contact: Record<string, string>): Promise<PossibleDuplicate[]> {
  const answer = await search(contact);
  expect(answer.statusCode).toBe(200);
  return answer.json<{ data: { duplicates: PossibleDuplicate[] } }>().data.duplicates;
}

const findMatches = async (contact: Record<string, string>) =>
  (await searchDuplicates(contact)).map(({ name, matched }) => [name, ...matched]);

describe('the search of duplicates by e-mail', () => {
  test.each(['ana@correo.mx', 'ANA@Correo.MX', ' ana@correo.mx '])(
    '%j matches Ana’s, in any case',
    async (email) => {
      await replacePatients([
        { name: 'Ana', email: 'Ana@correo.mx' },
        { name: 'Otra', email: 'ana@correo.mx.example' },
        { name: 'Nadie', email: null },
      ]);
      expect(await findMatches({ email })).toEqual([['Ana', 'email']]);
    },
  );

  test('matches the e-mail of a legacy record with accents and capitals', async () => {
    await replacePatients([{ name: 'José', email: 'JOSÉ.PEÑA@Correo.mx' }]);
    expect(await findMatches({ email: 'josé.peña@correo.mx' })).toEqual([['José', 'email']]);
    expect(await findMatches({ email: 'jose.pena@correo.mx' })).toEqual([]);
  });

  test('E-10.1852: matches an e-mail with its domain in Punycode', async () => {
    await replacePatients([{ name: 'Ana', email: 'Ana+citas@ñandú.mx' }]);
    expect(await findMatches({ email: 'ana+citas@xn--and-6ma2c.mx' })).toEqual([['Ana', 'email']]);
    expect(await findMatches({ email: 'ana+citas@ÑANDÚ.mx' })).toEqual([['Ana', 'email']]);
    expect(await findMatches({ email: 'ana@ñandú.mx' })).toEqual([]);
  });

  test.each(['%', '_na@correo.mx', "' or 1=1 --", 'ana', '@correo.mx'])(
    'T-C4: %j matches literally',
    async (email) => {
      await replacePatients([{ name: 'Ana', email: 'ana@correo.mx' }]);
      expect(await findMatches({ email })).toEqual([]);
    },
  );
});

describe('the search of duplicates by phone', () => {
  test.each([
    '5512345678',
    '55 1234 5678',
    '(55) 1234-5678',
    '+52 55 1234 5678',
    '+5215512345678',
    '0052 55.1234.5678',
  ])('%j matches Ana’s, with or without the country code', async (phone) => {
    await replacePatients([
      { name: 'Ana', phone: '+52 55 1234 5678' },
      { name: 'Otra', phone: '+52 55 1234 5679' },
      { name: 'Nadie', phone: null },
    ]);
    expect(await findMatches({ phone })).toEqual([['Ana', 'phone']]);
  });

  test('matches seven digits, and not six', async () => {
    await replacePatients([
      { name: 'Siete', phone: '123-45-67' },
      { name: 'Seis', phone: '123456' },
      { name: 'Ninguno', phone: 'no tiene' },
    ]);
    expect(await findMatches({ phone: '1234567' })).toEqual([['Siete', 'phone']]);
    for (const phone of ['123456', '1', '', 'no tiene'])
      expect(await findMatches({ phone })).toEqual([]);
  });
});

test('E-10.1800: a CURP matches by itself, and a date of birth with a similar name', async () => {
  await replacePatients([
    { name: 'Héctor Manuel Barragán Tello', birthDate: '1992-03-12', curp: 'BATH920312HJCRLC08' },
    { name: 'Rosa Solís', birthDate: '1992-03-12' },
  ]);
  expect(await findMatches({ curp: ' bath920312hjcrlc08' })).toEqual([
    ['Héctor Manuel Barragán Tello', 'curp'],
  ]);
  for (const name of ['Hector Barragan Tello', 'Tello Barragán, Héctor M.', 'hector tello']) {
    expect(await findMatches({ name, birthDate: '1992-03-12' })).toEqual([
      ['Héctor Manuel Barragán Tello', 'birthDate'],
    ]);
  }
  expect(await findMatches({ name: 'Héctor Barragán', birthDate: '1992-03-13' })).toEqual([]);
  expect(await findMatches({ birthDate: '1992-03-12' })).toEqual([]);
  expect(await findMatches({ name: 'Héctor Barragán' })).toEqual([]);
});

test('E-7.82: patients who match both come first, then the newest, at most ten', async () => {
  const at = (day: number) => new Date(Date.UTC(2026, 2, day));
  await replacePatients([
    { name: 'vieja', email: 'a@x.mx', createdAt: null },
    { name: 'nueva', phone: '5512345678', createdAt: at(9) },
    { name: 'ambos', email: 'A@x.mx', phone: '55 1234 5678', createdAt: at(1) },
    ...Array.from({ length: 9 }, (_, index) => ({
      name: `n${index}`,
      email: 'a@x.mx',
      createdAt: at(8),
    })),
  ]);
  const all = await findMatches({ email: 'a@x.mx', phone: '5512345678' });
  expect(all).toHaveLength(10);
  expect(all.slice(0, 2)).toEqual([
    ['ambos', 'email', 'phone'],
    ['nueva', 'phone'],
  ]);
  expect(all.map(([name]) => name)).not.toContain('vieja');
});

test('a deleted patient is not a duplicate', async () => {
  await replacePatients([{ name: 'Ida', email: 'ida@x.mx', deletedAt: new Date() }]);
  expect(await findMatches({ email: 'ida@x.mx' })).toEqual([]);
});

test('the search leaves one audit row with its fields and count, without values', async () => {
  await replacePatients([{ name: 'Ana', email: 'ana@x.mx' }]);
  await searchDuplicates({ email: 'ana@x.mx', phone: '5512345678' });
  const { db } = testApp().database;
  const [last, before] = await db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(2);
  expect(last).toMatchObject({
    action: 'patients.duplicates_searched',
    patientId: null,
    details: { by: ['email', 'phone'], count: 1 },
  });
  expect(JSON.stringify(last)).not.toMatch(/ana@|5512345678/);
  expect(before?.requestId).not.toBe(last?.requestId);
});

test.each([
  { email: 'a\u0000b' },
  { email: 'a'.repeat(300) },
  { phone: '1'.repeat(41) },
  { name: 'a\u0000b' },
  { birthDate: '28/02/1990' },
])('%j returns a 400', async (contact) => {
  expect((await search(contact)).statusCode).toBe(400);
});

test('T-F4: an e-mail or a phone in the URL is ignored, because URLs are logged', async () => {
  const answer = await testApp().staff.request({ url: '/v1/user/duplicates?email=ana@x.mx' });
  expect(answer.statusCode).toBe(404);
});

test('E-2.181: the search of duplicates uses both indexes with 10 000 patients', async () => {
  const { database, sent } = await createWatchedDatabase();
  const { staff } = await startApplication({ database });
  await queryAsOwner(
    database,
    `insert into patients (id, name, email, phone, created_at)
     select 'usr_' || n, 'Paciente ' || n, 'P' || n || '@correo.example',
       '+52 55 ' || lpad(n::text, 8, '0'), now() - n * interval '7 minutes'
     from generate_series(1, 10000) as n`,
  );
  await queryAsOwner(database, 'vacuum analyze patients');
  for (const [contact, indexes] of [
    [{ email: 'p77@correo.example' }, ['patients_email']],
    [{ phone: '5500000077' }, ['patients_phone']],
    [{ email: 'p77@correo.example', phone: '5500000099' }, ['patients_email', 'patients_phone']],
  ] as const) {
    sent.length = 0;
    const answer = await search(contact, { staff });
    expect(answer.json()).toMatchObject({ data: { duplicates: { length: indexes.length } } });
    const query = sent.find(({ text }) => text.includes('from "patients"'));
    const all = query ? await explain(database.pool, query) : [];
    // The table of merges is empty.
    const nodes = all.filter(({ 'Relation Name': table }) => table !== 'patient_merges');
    for (const index of indexes) expect(getIndexes(nodes)).toContain(index);
    expect(getNodeTypes(nodes)).not.toContain('Seq Scan');
  }
});
