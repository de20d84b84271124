import { desc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { patients } from '../../schema/patients.ts';
import { sharedApplication } from '../../testing/application.ts';
import { prospectChanges } from '../../testing/calls/prospect-changes.ts';
import { whileDeleted } from '../../testing/calls/while-deleted.ts';
import { addPatient, addProspect } from '../../testing/records.ts';

const testApp = sharedApplication();
const { convert, findRow, findAudit } = prospectChanges(testApp);
const db = () => testApp().database.db;

let personCount = 0;
/** Data of a person whom no other test uses. */
function luis() {
  personCount += 1;
  return {
    name: `Luis Gómez ${personCount}`,
    email: `luis${personCount}@correo.mx`,
    phone: `+52 55 1000 ${String(personCount).padStart(4, '0')}`,
    status: 'contacted',
    notes: 'Llamar',
  };
}

const patientsNamed = (name: string) => db().select().from(patients).where(eq(patients.name, name));

describe('a prospect in a conversion', () => {
  test('E-7.122: becomes a patient with their data, linked both ways', async () => {
    const person = luis();
    const idProspect = await addProspect(db(), person);
    const { status, data } = await convert({ idProspect });
    expect(status).toBe(200);
    const [patient] = await patientsNamed(person.name);
    expect(patient).toMatchObject({ email: person.email, phone: person.phone, status: 1 });
    expect(data?.prospect).toMatchObject({
      status: 'converted',
      notes: 'Llamar',
      version: 2,
      patient: { idUser: patient?.id, name: person.name },
    });
    expect(await findRow(idProspect)).toMatchObject({
      patientId: patient?.id,
      convertedBy: testApp().staff.id,
      convertedAt: expect.any(Date),
    });
    const { body } = await testApp().staff.get(`/v1/prospects/of-patient?idUser=${patient?.id}`);
    expect(body).toMatchObject({ data: { prospects: [{ idProspect }] } });
  });

  test('leaves two audit rows, of the patient and of the conversion, without names', async () => {
    const person = luis();
    const idProspect = await addProspect(db(), person);
    const { data } = await convert({ idProspect });
    const patientId = data?.prospect.patient?.idUser;
    expect(await findAudit(idProspect)).toMatchObject([
      { action: 'prospect.converted', patientId, details: { isNew: true, version: 2 } },
    ]);
    expect(await findAudit(patientId ?? '')).toMatchObject([
      { action: 'patient.created', patientId },
    ]);
    const rows = await db().select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(2);
    expect(JSON.stringify(rows)).not.toMatch(/Gómez|@correo/);
  });

  test('may be corrected in the conversion', async () => {
    const idProspect = await addProspect(db(), { ...luis(), email: 'sin arroba', phone: 'ext. 9' });
    const rejected = await convert({ idProspect });
    expect(rejected).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
    expect(rejected.issues?.map(({ path }) => path)).toEqual(['email', 'phone']);
    const { data } = await convert({ idProspect, name: 'Otro Nombre', email: null, phone: null });
    expect(data?.prospect.patient?.name).toBe('Otro Nombre');
    expect(await patientsNamed('Otro Nombre')).toMatchObject([{ email: null, phone: null }]);
  });

  test('keeps a hostile name as text; an overlong name is rejected', async () => {
    const name = '=HYPERLINK("https://mal.example")<img src=x onerror=alert(1)>';
    const idProspect = await addProspect(db(), { name });
    expect((await convert({ idProspect })).data?.prospect.patient?.name).toBe(name);
    const long = await addProspect(db(), { name: 'x'.repeat(500) });
    expect((await convert({ idProspect: long })).issues).toEqual([
      { path: 'name', message: expect.stringContaining('200') },
    ]);
    const { data } = await convert({ idProspect: long, name: 'Corto' });
    expect(data?.prospect).toMatchObject({ status: 'converted', patient: { name: 'Corto' } });
  });

  test('may be linked to an existing patient', async () => {
    const idProspect = await addProspect(db(), luis());
    const idUser = await addPatient(db(), { name: 'Ya estaba' });
    const { data } = await convert({ idProspect, idUser });
    expect(data?.prospect).toMatchObject({
      status: 'converted',
      patient: { idUser, name: 'Ya estaba' },
    });
    expect(await findAudit(idProspect)).toMatchObject([
      { action: 'prospect.converted', patientId: idUser, details: { isNew: false } },
    ]);
  });

  test('can be converted again after the patient is deleted', async () => {
    const person = luis();
    const idProspect = await addProspect(db(), person);
    const first = await convert({ idProspect });
    const deletedPatientId = first.data?.prospect.patient?.idUser ?? '';
    await db()
      .update(patients)
      .set({ deletedAt: new Date() })
      .where(eq(patients.id, deletedPatientId));
    const { status, data } = await convert({ idProspect });
    expect(status).toBe(200);
    expect(data?.prospect.patient?.idUser).not.toBe(deletedPatientId);
  });
});

describe('an existing patient with the same e-mail or phone', () => {
  test.each(['email', 'phone'] as const)(
    'E-7.122: prevents the conversion until it is confirmed (%s)',
    async (field) => {
      const person = luis();
      await addPatient(db(), {
        name: 'Quizá la misma',
        [field]:
          field === 'email'
            ? person.email.toUpperCase()
            : person.phone.slice(4).replaceAll(' ', ''),
      });
      const idProspect = await addProspect(db(), person);
      expect(await convert({ idProspect })).toMatchObject({
        status: 409,
        code: 'POSSIBLE_DUPLICATES',
      });
      expect(await findRow(idProspect)).toMatchObject({
        status: 'contacted',
        patientId: null,
        version: 1,
      });
      expect(await patientsNamed(person.name)).toEqual([]);
      const { status } = await convert({ idProspect, despiteDuplicates: true });
      expect(status).toBe(200);
      expect(await patientsNamed(person.name)).toHaveLength(1);
    },
  );
});

describe('a second conversion of a prospect', () => {
  test('is rejected with the patient of the first one', async () => {
    const idProspect = await addProspect(db(), luis());
    const first = await convert({ idProspect });
    const other = await addPatient(db());
    for (const again of [{}, { idUser: other }, { despiteDuplicates: true }]) {
      expect(await convert({ idProspect, ...again })).toMatchObject({
        status: 409,
        code: 'PROSPECT_CONVERTED',
        details: { current: { patient: first.data?.prospect.patient } },
      });
    }
  });

  test('E-7.122, T-H4: creates no second patient when both are simultaneous', async () => {
    const person = luis();
    const idProspect = await addProspect(db(), person);
    const other = await addPatient(db());
    const answers = await Promise.all(
      [{}, {}, { despiteDuplicates: true }, { idUser: other }, { idUser: other }].map((way) =>
        convert({ idProspect, ...way }),
      ),
    );
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    expect(
      answers.filter(({ code }) => code === 'PROSPECT_CONVERTED' || code === 'POSSIBLE_DUPLICATES'),
    ).toHaveLength(4);
    const linked = winners[0]?.data?.prospect.patient?.idUser;
    expect(await findRow(idProspect)).toMatchObject({ patientId: linked, version: 2 });
    expect(await patientsNamed(person.name)).toHaveLength(linked === other ? 0 : 1);
    const actions = (await findAudit(idProspect)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'prospect.converted')).toHaveLength(1);
  });

  test('T-H4: creates one patient for several prospects with one e-mail, also simultaneously', async () => {
    const person = luis();
    const ids: string[] = [];
    for (let index = 0; index < 4; index += 1) ids.push(await addProspect(db(), person));
    const answers = await Promise.all(ids.map((idProspect) => convert({ idProspect })));
    const outcomes = answers.map(({ status, code }) => code ?? status);
    expect(outcomes.toSorted()).toEqual([200, ...Array(3).fill('POSSIBLE_DUPLICATES')]);
    expect(await patientsNamed(person.name)).toHaveLength(1);
  });

  test('T-H2: creates no second patient, and gets the same answer, for a repeated request', async () => {
    const person = luis();
    const idProspect = await addProspect(db(), person);
    const headers = { 'idempotency-key': `convert-${idProspect}` };
    const [first, second] = await Promise.all([
      convert({ idProspect }, headers),
      convert({ idProspect }, headers),
    ]);
    expect(first.status).toBe(200);
    expect(second).toEqual(first);
    expect(await convert({ idProspect }, headers)).toEqual(first);
    expect(await patientsNamed(person.name)).toHaveLength(1);
  });
});

describe('rejection of a conversion', () => {
  test('a missing or deleted prospect returns a 404', async () => {
    const deleted = await addProspect(db(), { ...luis(), deletedAt: new Date() });
    for (const idProspect of [deleted, 'prs_nadie']) {
      expect(await convert({ idProspect })).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    }
  });

  test('a patient who does not exist, is deleted, or is being deleted returns a 404', async () => {
    const idProspect = await addProspect(db(), luis());
    const deleted = await addPatient(db(), { deletedAt: new Date() });
    for (const idUser of [deleted, 'usr_nadie', idProspect]) {
      expect(await convert({ idProspect, idUser })).toMatchObject({ status: 404 });
    }
    const going = await addPatient(db());
    const lateAnswer = await whileDeleted(db(), going, () =>
      convert({ idProspect, idUser: going }),
    );
    expect(lateAnswer).toMatchObject({ status: 404 });
    expect(await findRow(idProspect)).toMatchObject({ status: 'contacted', version: 1 });
  });

  test.each([
    { idProspect: '' },
    { name: '' },
    { email: 'x' },
    { phone: '1' },
    { status: 2 },
    { idUser: null },
  ])('%j returns a 400', async (wrong) => {
    const idProspect = await addProspect(db(), luis());
    expect(await convert({ idProspect, ...wrong })).toMatchObject({ status: 400 });
  });
});
