import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEvents } from '../../../schema/audit.ts';
import { patients } from '../../../schema/patients.ts';
import { sharedApplication } from '../../../testing/application.ts';
import { addBranch, addExamOrder, addPatient } from '../../../testing/records.ts';
import {
  laboratorySender,
  makeMessage,
  valuesByAnalyte,
} from '../../../testing/results/laboratory-messages.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const { db, laboratory, post, findSets, findOnlySet, listWaiting } = laboratorySender(testApp);

const withIds = (message: string, ids: string) =>
  message.replace(/PID\|1\|\|[^|]*/, `PID|1||${ids}`);

async function createFolio(patientId: string, exams: string[]) {
  const branchId = await addBranch(db(), laboratory(), { exams });
  const orderId = await addExamOrder(
    db(),
    { patientId, branchId, partnerId: laboratory() },
    { exams },
  );
  const { body } = await testApp().staff.get('/v1/exam-orders/list?limit=100');
  const { orders } = (body as { data: { orders: { idOrder: string; folio: string }[] } }).data;
  return orders.find(({ idOrder }) => idOrder === orderId)?.folio ?? '';
}

describe('the patient of an HL7 message', () => {
  test('H-A13, E-10.772: a number of the laboratory does not contradict a folio', async () => {
    const patient = await addPatient(db(), { name: 'Ana Ríos' });
    const folio = await createFolio(patient, ['Seminograma']);
    await post(withIds(makeMessage({ folio, name: 'Ríos^Ana' }), '88123^^^LAB&1.2.3&ISO^MR'));
    expect((await findOnlySet(patient)).order?.folio).toBe(folio);
  });

  test('H-A13, E-10.1375: a number of the laboratory in place of a folio does not hold a result with our id', async () => {
    const patient = await addPatient(db());
    const other = await addPatient(db());
    const taken = Number((await createFolio(other, ['Seminograma'])).replace(/\D/g, ''));
    await post(makeMessage({ patient, folio: '990088123' }));
    await post(makeMessage({ patient, folio: String(taken), collectedAt: '202601150840' }));
    expect(await findSets(patient)).toHaveLength(2);
    expect(await findSets(other)).toEqual([]);
    // A bare number without an id identifies no patient, and a whole folio of another person puts it on hold.
    await post(makeMessage({ folio: String(taken), collectedAt: '202601160840' }));
    const folio = `OE-${String(taken).padStart(6, '0')}`;
    await post(makeMessage({ patient, folio, collectedAt: '202601170840' }));
    expect((await listWaiting()).map(({ reason }) => reason).toSorted()).toEqual([
      'bare-folio',
      'folio-of-another',
    ]);
  });

  test('E-10.3261: a folio or an id that belongs to a patient in the trash is reported as such', async () => {
    const patient = await addPatient(db(), { name: 'Ana Ríos' });
    const folio = await createFolio(patient, ['Seminograma']);
    await db().update(patients).set({ deletedAt: new Date() }).where(eq(patients.id, patient));
    await post(makeMessage({ folio }));
    await post(makeMessage({ patient, collectedAt: '202601170840' }));
    expect((await listWaiting()).map(({ reason }) => reason)).toEqual([
      'deleted-patient',
      'deleted-patient',
    ]);
  });

  test('H-A13: our id is found among other ids', async () => {
    const patient = await addPatient(db());
    await post(withIds(makeMessage(), `88123^^^LAB^MR~${patient}^^^SIMIENTE^PI`));
    await findOnlySet(patient);
  });

  test('H-A13, E-10.772: a number is remembered when its result is assigned, for its laboratory and authority', async () => {
    const patient = await addPatient(db(), { name: 'Ana Ríos' });
    const send = (day: number, ids: string, name = 'Ríos^Ana') =>
      post(
        withIds(makeMessage({ name, collectedAt: `202601${day}0840`, filler: `N-${day}` }), ids),
      );
    await send(11, '77^^^LAB^MR');
    const [first] = await listWaiting();
    expect(first).toMatchObject({ reason: 'unknown-patient', evidence: { patient: '77 (LAB)' } });
    await testApp().staff.request({
      method: 'POST',
      url: '/v1/result/assign-received',
      payload: { idReceived: first?.idReceived, idUser: patient },
    });
    await send(12, '77^^^LAB^MR');
    expect(await findSets(patient)).toHaveLength(2);
    // A number of another authority is unknown, and another name outweighs a known number.
    await send(13, '77^^^OTRO^MR');
    await send(14, '77^^^LAB^MR', 'Peña^Luz');
    expect((await listWaiting()).map(({ reason }) => reason).toSorted()).toEqual([
      'patient-differs',
      'unknown-patient',
    ]);
  });

  test('E-10.3482: two assigning authorities that begin alike before an escaped subcomponent separator are different', async () => {
    const patient = await addPatient(db(), { name: 'Ana Ríos' });
    await post(withIds(makeMessage({ filler: 'N-1' }), '77^^^A \\T\\ B&1.2.3&ISO^MR'));
    const [first] = await listWaiting();
    expect(first?.evidence.patient).toBe('77 (A & B)');
    await testApp().staff.request({
      method: 'POST',
      url: '/v1/result/assign-received',
      payload: { idReceived: first?.idReceived, idUser: patient },
    });
    const later = makeMessage({ filler: 'N-2', collectedAt: '202601120840' });
    await post(withIds(later, '77^^^A \\T\\ C^MR'));
    expect(await findSets(patient)).toHaveLength(1);
    expect((await listWaiting()).map(({ evidence }) => evidence.patient)).toEqual(['77 (A & C)']);
  });

  test.each(['CULSEM^Otro nombre', '^CULTIVO DE SEMEN', '^Cultivo semen'])(
    'H-A13, E-10.773: an order is closed by %s',
    async (study) => {
      const patient = await addPatient(db());
      const folio = await createFolio(patient, ['CULSEM']);
      const rest = ['OBX|1|ST|growth^Desarrollo^SIMIENTE||Sin desarrollo||||||F'];
      await post(makeMessage({ folio, study, rest }));
      expect(await findOnlySet(patient)).toMatchObject({
        examType: 'Cultivo_Semen',
        order: { folio },
      });
    },
  );

  test.each(['Espermatobioscopia directa', 'ESPERMOGRAMA'])(
    'H-A17, E-10.1376: an order for «%s» is answered by a Seminograma',
    async (name) => {
      const patient = await addPatient(db());
      const idBranch = await addBranch(db(), laboratory(), { exams: [name] });
      const orderAnswer = await testApp().staff.request({
        method: 'POST',
        url: '/v1/exam-orders',
        payload: { idUser: patient, idBranch, exams: [name] },
      });
      const { folio } = orderAnswer.json().data.order;
      await post(makeMessage({ folio, study: '^Análisis de semen' }));
      expect(await findOnlySet(patient)).toMatchObject({
        examType: 'Seminograma',
        order: { folio },
      });
    },
  );
});

describe('a later message about a sample that waits for its patient', () => {
  const values = [
    'OBX|1|NM|15067-2^FSH^LN||4.2|mUI/mL|||||F',
    'OBX|2|NM|10501-5^LH^LN||5.1|mUI/mL|||||F',
  ];
  const makeSexed = (sex: string, facts: Parameters<typeof makeMessage>[0]) =>
    makeMessage({ study: '^Hormonal', rest: values, ...facts }).replace(
      /(PID\|[^\r]*)/,
      `$1||19900101|${sex}`,
    );
  const findActs = async (patient: string) => {
    const rows = await db().select().from(auditEvents).where(eq(auditEvents.patientId, patient));
    return rows.map(({ action }) => action);
  };
  const addMan = () =>
    addPatient(db(), { name: 'Raúl Ríos', sex: 'male', birthDate: '1990-01-01' });

  test('E-10.3712: the right sex stores the sample, and settles the earlier one', async () => {
    const patient = await addMan();
    const facts = { patient, name: 'Ríos^Raúl', filler: 'R-1' };
    await post(makeSexed('F', facts));
    expect((await listWaiting()).map(({ reason }) => reason)).toEqual(['patient-differs']);
    await post(makeSexed('M', facts));
    expect(valuesByAnalyte(await findOnlySet(patient))).toEqual({ fsh: '4.2', lh: '5.1' });
    expect(await listWaiting()).toEqual([]);
    expect(await findActs(patient)).toContain('received_result.assigned');
  });

  test.each([
    ['a name', { name: 'Pérez^Ana' }],
    ['an id', { patient: 'usr_unknown' }],
  ])(
    'E-10.3712: %s that is corrected and sent again settles the earlier message',
    async (_, wrong) => {
      const patient = await addMan();
      const facts = { patient, name: 'Ríos^Raúl', filler: 'R-2' };
      await post(makeSexed('M', { ...facts, ...wrong }));
      expect(await listWaiting()).toHaveLength(1);
      await post(makeSexed('M', facts));
      await findOnlySet(patient);
      expect(await listWaiting()).toEqual([]);
    },
  );

  test('E-10.3712: a partial correction stores all values of the waiting sample', async () => {
    const patient = await addMan();
    const facts = { patient, name: 'Ríos^Raúl', filler: 'R-3' };
    await post(makeSexed('F', facts));
    const rest = ['OBX|1|NM|15067-2^FSH^LN||4.4|mUI/mL|||||C'];
    await post(makeSexed('M', { ...facts, rest }));
    expect(valuesByAnalyte(await findOnlySet(patient))).toEqual({ fsh: '4.4', lh: '5.1' });
    expect(await listWaiting()).toEqual([]);
  });

  test.each([
    ['without a time', '', '', '4.4|mUI/mL|||||C'],
    ['with only a day', '20260114', '20260114', '4.4|mUI/mL|||||C'],
    ['with another day', '202601140840', '202601150840', '4.4|mUI/mL|||||C'],
    ['with a withdrawn value', '202601140840', '202601140840', '|mUI/mL|||||D'],
  ])('E-10.3733: a correction %s settles the waiting sample', async (_, first, second, fsh) => {
    const patient = await addMan();
    const facts = { patient, name: 'Ríos^Raúl', filler: 'R-8' };
    await post(makeSexed('F', { ...facts, collectedAt: first }));
    const rest = [`OBX|1|NM|15067-2^FSH^LN||${fsh}`];
    await post(makeSexed('M', { ...facts, collectedAt: second, rest }));
    expect(valuesByAnalyte(await findOnlySet(patient))).toMatchObject({ lh: '5.1' });
    expect(await listWaiting()).toEqual([]);
    expect(await findActs(patient)).toContain('received_result.assigned');
  });

  test('E-10.3712: a record whose sex was corrected gets the sample when it is sent again', async () => {
    const patient = await addMan();
    const facts = { patient, name: 'Ríos^Raúl', filler: 'R-4' };
    await post(makeSexed('F', facts));
    await db().update(patients).set({ sex: 'female' }).where(eq(patients.id, patient));
    await post(makeSexed('F', facts));
    await findOnlySet(patient);
    expect(await listWaiting()).toEqual([]);
  });

  test('E-10.3712: a reused number of another sample stays waiting', async () => {
    const patient = await addMan();
    await post(makeSexed('M', { name: 'Pérez^Ana', filler: 'R-5' }));
    const collectedAt = '202601140910';
    await post(makeSexed('M', { patient, name: 'Ríos^Raúl', filler: 'R-5', collectedAt }));
    await findOnlySet(patient);
    expect(await listWaiting()).toHaveLength(1);
  });

  test('E-10.3712: a value that the stored sample lacks keeps the earlier one waiting', async () => {
    const patient = await addMan();
    await post(makeSexed('M', { name: 'Pérez^Ana', filler: 'R-6' }));
    const rest = values.slice(0, 1);
    await post(makeSexed('M', { patient, name: 'Ríos^Raúl', filler: 'R-6', rest }));
    expect(await listWaiting()).toHaveLength(1);
  });

  test('E-10.3712: a sample that waits again for another reason waits once', async () => {
    const patient = await addMan();
    const facts = { patient, name: 'Ríos^Raúl', filler: 'R-7' };
    const rest = ['OBX|1|NM|15067-2^FSH^LN||4200|mUI/mL|||||F'];
    await post(makeSexed('F', { ...facts, rest }));
    await post(makeSexed('M', { ...facts, rest }));
    expect((await listWaiting()).map(({ reason }) => reason)).toEqual(['implausible']);
  });
});

describe('several ids of one patient', () => {
  test('E-10.3713: the ids of a merged patient and of the kept one name the same person', async () => {
    const patient = await addPatient(db());
    const merged = await addPatient(db());
    const other = await addPatient(db());
    await db()
      .update(patients)
      .set({ mergedInto: patient, deletedAt: new Date() })
      .where(eq(patients.id, merged));
    await post(withIds(makeMessage(), `${merged}^^^SIMIENTE~${patient}^^^SIMIENTE`));
    await findOnlySet(patient);
    for (const id of [other, 'usr_unknown']) {
      await post(withIds(makeMessage({ collectedAt: '202601150840' }), `${patient}~${id}`));
    }
    await post(withIds(makeMessage({ collectedAt: '202601160840' }), ''));
    expect((await listWaiting()).map(({ reason }) => reason).toSorted()).toEqual([
      'patient-differs',
      'patient-differs',
      'unknown-patient',
    ]);
  });
});
