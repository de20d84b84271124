import { patient } from '@simiente/contract/patients/calls';
import { findMissingParts, sexes } from '@simiente/contract/patients/identification';
import { asc, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { patients } from '../../schema/patients.ts';
import { sharedApplication } from '../../testing/application.ts';
import { makeSender } from '../../testing/calls/patient-changes.ts';
import { getNames, patientList } from '../../testing/calls/patient-list.ts';
import { addPatient } from '../../testing/records.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const send = makeSender(testApp);
const { replacePatients, list, findNames } = patientList(testApp);
const db = () => testApp().database.db;

const identification = {
  birthDate: '1931-08-20',
  sex: 'male',
  curp: 'BOXW310820HNERXN09',
  street: 'Av. Vallarta 1200',
  colony: 'Americana',
  municipality: 'Guadalajara',
  state: 'Jalisco',
  zip: '44160',
  emergencyName: 'Ana Ruiz',
  emergencyPhone: '33 0078 4210',
  emergencyRelation: 'Hermana',
} as const;

const create = (fields: object) =>
  send('POST', '/v1/user/create', { name: 'Luis Ríos', email: null, phone: null, ...fields });
const update = (fields: object) => send('PUT', '/v1/user/update', fields);

describe('the identification of a patient', () => {
  test('E-10.291: is optional on creation, and read with the patient', async () => {
    await replacePatients([]);
    const bare = await create({});
    expect(bare.data?.patient).toMatchObject({ curp: null, birthDate: null, street: null });
    const { data } = await create({ ...identification, curp: ' boxw310820hnerxn09 ' });
    const idUser = data?.patient?.idUser;
    const { body } = await testApp().staff.get(`/v1/user/get-one?idUser=${idUser}`);
    expect(body).toMatchObject({ data: { idUser, ...identification } });
    expect(patient.safeParse((body as { data: unknown }).data).error).toBeUndefined();
  });

  test('E-10.291: is left out of lists', async () => {
    await replacePatients([{ name: 'Luis', ...identification }]);
    expect(JSON.stringify(await list())).not.toContain(identification.curp);
  });

  test('T-F1, E-10.291: is edited field by field, and audited without values', async () => {
    const idUser = await addPatient(db(), identification);
    const { data } = await update({ idUser, version: 1, street: 'Calle Reforma 8', zip: null });
    expect(data?.patient).toMatchObject({
      ...identification,
      street: 'Calle Reforma 8',
      zip: null,
    });
    const rows = await db()
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.patientId, idUser))
      .orderBy(asc(auditEvents.id));
    const changed = { from: { digest: expect.any(String) } };
    expect(rows[0]?.details).toMatchObject({ changes: { street: changed, zip: changed } });
    expect(JSON.stringify(rows)).not.toMatch(/Reforma|Vallarta|\b44160\b/);
    const { body } = await testApp().staff.get(`/v1/audit/accesses?idUser=${idUser}`);
    expect(JSON.stringify(body)).not.toMatch(/Reforma|Vallarta/);
  });

  test('E-10.290: an invalid CURP returns a 422 with the reason, and changes nothing', async () => {
    const idUser = await addPatient(db(), { name: 'Sin CURP' });
    const rejected = await update({ idUser, name: 'Otro', curp: 'BOXW310820HNERXN08' });
    expect(rejected).toMatchObject({
      status: 422,
      code: 'CURP_INVALID',
      issues: [{ path: 'curp' }],
    });
    expect((await create({ curp: 'x' })).code).toBe('CURP_INVALID');
    const [row] = await db().select().from(patients).where(eq(patients.id, idUser));
    expect(row).toMatchObject({ name: 'Sin CURP', curp: null, version: 1 });
  });

  test('E-10.1853: has an address abroad, and a change of country checks the state', async () => {
    const abroad = { country: 'Estados Unidos', state: 'Texas', zip: '78040-1234' };
    const { data } = await create({ ...abroad, identityDocument: 'Pasaporte G12345678' });
    expect(data?.patient).toMatchObject({ ...abroad, identityDocument: 'Pasaporte G12345678' });
    const idUser = data?.patient?.idUser;
    const rejected = await update({ idUser, country: null });
    expect(rejected).toMatchObject({ status: 400, issues: [{ path: 'state' }, { path: 'zip' }] });
    expect((await update({ idUser, zip: 'SW1A 1AA' })).status).toBe(200);
  });

  test('E-10.292: a birth date in the clinic’s future is rejected', async () => {
    const rejected = await create({ birthDate: '2199-01-01' });
    expect(rejected).toMatchObject({ status: 400, issues: [{ path: 'birthDate' }] });
    expect((await create({ birthDate: '1900-01-01' })).status).toBe(400);
  });
});

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 12 });
const text = fc.constantFrom('', ...'abcdefghijkÑ');

test('E-10.293, E-10.1853: the filter of incomplete patients and the contract agree on any patient', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          birthDate: optional(fc.constant('1990-01-01')),
          sex: optional(fc.constantFrom(...sexes)),
          curp: optional(text),
          identityDocument: optional(text),
          street: optional(text),
          municipality: optional(text),
          state: optional(text),
          phone: optional(fc.constantFrom('', 'no tiene', '٣', ...Array(12).fill('33 0078 4209'))),
          emergencyName: optional(text),
          emergencyPhone: optional(text),
        }),
        { minLength: 1, maxLength: 40 },
      ),
      async (people) => {
        await db().delete(patients);
        // Generated patients may share an invalid CURP.
        const shared = { curpConflict: true };
        await replacePatients(
          people.map((person, index) => ({ ...person, ...shared, name: `Persona ${index}` })),
        );
        const incomplete = people.flatMap((person, index) =>
          findMissingParts(person).length > 0 ? [`Persona ${index}`] : [],
        );
        const page = await list({ incomplete: 'true', limit: '100' });
        expect(getNames(page).toSorted()).toEqual(incomplete.toSorted());
        expect(page.total).toBe(incomplete.length);
      },
    ),
    { numRuns: 15 },
  );
});

test('E-10.293: a patient leaves the filter when the identification is complete', async () => {
  const [idUser] = await replacePatients([
    { name: 'Casi', ...identification, phone: '33 0078 4209', zip: null, curp: null },
  ]);
  expect(getNames(await list({ incomplete: 'true' }))).toEqual(['Casi']);
  await update({ idUser, curp: identification.curp });
  expect(getNames(await list({ incomplete: 'true' }))).toEqual([]);
});

test('E-10.294: a patient is found by the beginning of the CURP, also together with words of the name', async () => {
  await replacePatients([
    { name: 'Walter Bo', ...identification },
    { name: 'Otra', curp: 'HEGG560427MVZRRL04' },
  ]);
  for (const search of ['BOXW31', 'boxw310820hnerxn09', 'walter boxw31', 'Boxw3108']) {
    expect(await findNames(search), search).toEqual(['Walter Bo']);
  }
  for (const search of ['BOXW32', 'otra boxw31', 'OXW310820']) {
    expect(await findNames(search), search).toEqual([]);
  }
  const answer = await testApp().staff.request({
    method: 'POST',
    url: '/v1/search',
    payload: { text: 'hegg5604' },
  });
  expect(answer.json()).toMatchObject({ data: { results: [{ kind: 'patient', name: 'Otra' }] } });
});
