import type { ReceivedCandidate, ReceivedResult } from '@simiente/contract/results/received-calls';
import { describe, expect, test } from 'vitest';
import { sharedApplication } from '../../../testing/application.ts';
import {
  addBranch,
  addExamOrder,
  addPartner,
  addPatient,
  newId,
} from '../../../testing/records.ts';
import {
  laboratoryFiles,
  type SentFile,
  summary,
  USUAL_COLUMNS,
} from '../../../testing/results/laboratory-files.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const db = () => testApp().database.db;
const { laboratoryId, deliver, findSets, received } = laboratoryFiles(testApp);

describe('received results without a patient', () => {
  const file = (id: string, value = '2') =>
    `ID;Volumen (mL);Concentración;PR\n${id};${value};10;30\n`;

  const send = async (call: string, payload: object) => {
    const answer = await testApp().staff.request({
      method: 'POST',
      url: `/v1/result/${call}-received`,
      payload,
    });
    return answer.json<{ status: number; code?: string; data?: { received: ReceivedResult } }>();
  };

  test('E-10.435: a result waits with its evidence, and is assigned once', async () => {
    await deliver(file('paciente 7'));
    const [waiting] = await received();
    expect(waiting).toMatchObject({
      reason: 'unknown-patient',
      evidence: { patient: 'paciente 7', where: 'enero.csv, línea 2' },
      values: [{ analyte: 'volume', value: '2' }, {}, {}],
    });
    const idUser = await addPatient(db());
    const idReceived = waiting?.idReceived;
    const assigned = await send('assign', { idReceived, idUser, version: 1 });
    expect(assigned.data?.received).toMatchObject({ state: 'assigned', patient: { idUser } });
    expect(await findSets(idUser)).toMatchObject([
      { idResultSet: assigned.data?.received.idResultSet, status: 'capturado', source: 'csv' },
    ]);
    expect(await send('assign', { idReceived, idUser })).toMatchObject({
      status: 409,
      code: 'RECEIVED_DONE',
    });
    expect(summary(await deliver(file('paciente 7')))).toEqual([0, 0, 1, 0]);
    expect(await received()).toEqual([]);
  });

  test('E-10.435: undoing a discard restores the result, and it is never deleted', async () => {
    await deliver(file('nadie'));
    const idReceived = (await received())[0]?.idReceived;
    expect((await send('discard', { idReceived })).data?.received.state).toBe('discarded');
    expect(await received()).toEqual([]);
    expect(await received('discarded')).toHaveLength(1);
    expect(await send('discard', { idReceived })).toMatchObject({ code: 'RECEIVED_DONE' });
    expect((await send('restore', { idReceived })).data?.received.state).toBe('waiting');
    expect(await received()).toHaveLength(1);
  });

  async function createOrder(name = `Íñigo ${newId('n')}`, exams = ['SEM']) {
    const idUser = await addPatient(db(), { name, birthDate: '1990-10-12' });
    const branchId = await addBranch(db(), laboratoryId());
    await addExamOrder(db(), { patientId: idUser, branchId, partnerId: laboratoryId() }, { exams });
    const { body } = await testApp().staff.get(`/v1/exam-orders?idUser=${idUser}`);
    const { folio } = (body as { data: { orders: { folio: string }[] } }).data.orders[0] ?? {};
    return { idUser, name, folio: folio ?? '' };
  }
  const withFolio = { Folio: 'folio', Nombre: 'patientName', Vol: 'volume' };

  test('E-10.435: the folio decides first, and a name without other evidence decides nothing', async () => {
    const { idUser, name, folio } = await createOrder();
    const rows = ['Folio;Nombre;Vol', `${folio};${name};2`, `OE-999999;${name};3`];
    expect(summary(await deliver(rows.join('\n'), { columns: withFolio }))).toEqual([1, 1, 0, 0]);
    expect(await findSets(idUser)).toMatchObject([{ order: { folio } }]);
    const [waiting] = await received();
    expect(waiting).toMatchObject({ reason: 'unknown-folio', evidence: { name } });
    const found = await testApp().staff.get(
      `/v1/result/received-candidates?idReceived=${waiting?.idReceived}`,
    );
    const { patients } = (found.body as { data: { patients: ReceivedCandidate[] } }).data;
    expect(patients).toMatchObject([{ idUser, sameName: true, sameId: false, sameFolio: false }]);
    // A patient whom the evidence does not suggest is compared with it too.
    const stranger = await addPatient(db(), { name: 'Otra persona' });
    const nameOnlyAnswer = await testApp().staff.get(
      `/v1/result/received-candidates?idReceived=${waiting?.idReceived}&idUser=${stranger}`,
    );
    expect(nameOnlyAnswer.body).toMatchObject({
      data: { patients: [{ idUser: stranger, sameName: false }] },
    });
    const both = { ...withFolio, ID: 'patient' };
    const other = await addPatient(db());
    await deliver(`Folio;Nombre;Vol;ID\n${folio};x;4;${other}\n`, { columns: both });
    expect((await received()).map(({ reason }) => reason)).toContain('folio-of-another');
  });

  test('E-10.547: an assigned result closes the order of its whole folio, if patient and laboratory match the order', async () => {
    const orderAfter = async (toFolio: (folio: string) => string, from = laboratoryId()) => {
      const { idUser, folio } = await createOrder();
      const rows = ['Folio;Nombre;Vol', `${toFolio(folio)};Otro nombre;2`];
      await deliver(rows.join('\n'), { columns: withFolio, from });
      const idReceived = (await received('waiting', from))[0]?.idReceived;
      const assigned = await send('assign', { idReceived, idUser });
      expect(assigned).toMatchObject({ data: { received: { state: 'assigned' } } });
      return { order: (await findSets(idUser))[0]?.order ?? null, folio };
    };
    const closed = await orderAfter((folio) => folio);
    expect(closed.order).toMatchObject({ folio: closed.folio });
    expect((await orderAfter((folio) => String(Number(folio.slice(3))))).order).toBe(null);
    const { folio } = await createOrder();
    expect((await orderAfter(() => folio)).order).toBe(null);
    const from = await addPartner(db(), { type: 'Laboratorio' });
    expect((await orderAfter((own) => own, from)).order).toBe(null);
  });

  test('E-10.483: a folio decides alone only in our printed form, and if the order asks this laboratory for this study', async () => {
    const { idUser, folio } = await createOrder();
    const bare = String(Number(folio.slice(3)));
    const reasons = async (row: string, more: SentFile = {}) =>
      (
        await deliver(`Folio;Vol;ID\n${row}\n`, {
          columns: { Folio: 'folio', Vol: 'volume', ID: 'patient' },
          ...more,
        })
      ).waitingLines.map(({ reason }) => reason);
    expect(await reasons(`${bare};2;`)).toEqual(['bare-folio']);
    const from = await addPartner(db(), { type: 'Laboratorio' });
    expect(await reasons(`${folio};2;`, { from })).toEqual(['folio-not-asked']);
    expect(await reasons(`${folio};2;`, { examType: 'Inhibina_B' })).toEqual(['folio-not-asked']);
    expect(await findSets(idUser)).toEqual([]);
    // The patient's id identifies the sample too; the order of another laboratory stays open.
    expect(await reasons(`${folio};3;${idUser}`, { from })).toEqual([]);
    expect(await findSets(idUser)).toMatchObject([{ order: null }]);
    expect(await reasons(`${bare};4;${idUser}`)).toEqual([]);
    expect((await findSets(idUser))[0]).toMatchObject({ order: { folio } });
  });

  test('E-10.484: a row whose name or birth date differs from the patient’s waits, whether found by folio or by id', async () => {
    const { idUser, folio } = await createOrder('María José Íñiguez-Peña');
    const columns = {
      Folio: 'folio',
      ID: 'patient',
      Nombre: 'patientName',
      Nac: { field: 'birthDate', order: 'day' },
      Vol: 'volume',
    };
    let volume = 1;
    const reasons = async (who: string, name: string, birthDate: string) => {
      volume += 0.1;
      const row = `${who};"${name}";${birthDate};${volume.toFixed(1)}`;
      const { waitingLines } = await deliver(`Folio;ID;Nombre;Nac;Vol\n${row}\n`, { columns });
      return waitingLines.map(({ reason }) => reason);
    };
    for (const who of [`${folio};`, `;${idUser}`]) {
      for (const [name, birthDate] of [
        ['Otro', ''],
        ['María José López', ''],
        ['', '1990-10-13'],
        ['', '13/10/1990'],
        ['Maria Jose Iniguez Pena', '12-10-90'],
      ] as const) {
        expect(await reasons(who, name, birthDate), `${who} ${name}`).toEqual(['patient-differs']);
      }
      for (const [name, birthDate] of [
        ['ÍÑIGUEZ PEÑA, MARIA JOSE', '12/10/1990'],
        ['María José', '1990-10-12'],
        ['maria jose iniguez-pena de la o', ''],
        ['', ''],
        ['.', '12/10/1990 00:00'],
      ] as const) {
        expect(await reasons(who, name, birthDate), `${who} ${name}`).toEqual([]);
      }
    }
    expect(await findSets(idUser)).toHaveLength(10);
    const waiting = await received();
    const written = waiting.find(({ evidence }) => evidence.birthDate === '13/10/1990');
    expect(written).toMatchObject({ reason: 'patient-differs', evidence: { folio: null } });
    const found = await testApp().staff.get(
      `/v1/result/received-candidates?idReceived=${written?.idReceived}`,
    );
    const { patients } = (found.body as { data: { patients: ReceivedCandidate[] } }).data;
    expect(patients).toMatchObject([{ idUser, sameId: true, sameBirthDate: false }]);
  });

  test('E-10.435: different values of the same minute wait for a user', async () => {
    const id = await addPatient(db());
    const columns = { ...USUAL_COLUMNS, Fecha: 'collectedAt' };
    const at = (value: string, hour: string) =>
      `ID;Volumen (mL);Concentración;PR;Fecha\n${id};${value};10;30;2026-10-12 ${hour}\n`;
    expect(summary(await deliver(at('2', '08:00'), { columns }))).toEqual([1, 0, 0, 0]);
    expect(summary(await deliver(at('3', '08:00'), { columns }))).toEqual([0, 1, 0, 0]);
    expect(summary(await deliver(at('3', '09:00'), { columns }))).toEqual([1, 0, 0, 0]);
    expect((await received())[0]?.reason).toBe('other-values');
  });

  test('E-10.488: different values of the same day wait too, if one of the two has no hour', async () => {
    const columns = { ...USUAL_COLUMNS, Fecha: 'collectedAt' };
    const id = await addPatient(db());
    const sendOn = async (value: string, when: string) =>
      summary(
        await deliver(`ID;Volumen (mL);Concentración;PR;Fecha\n${id};${value};10;30;${when}\n`, {
          columns,
        }),
      ).slice(0, 2);
    expect(await sendOn('2', '2026-10-12')).toEqual([1, 0]);
    expect(await sendOn('3', '2026-10-12')).toEqual([0, 1]);
    expect(await sendOn('3', '2026-10-12 08:00')).toEqual([0, 1]);
    expect(await sendOn('3', '2026-10-13 08:00')).toEqual([1, 0]);
    expect(await sendOn('4', '13/10/2026')).toEqual([0, 1]);
    expect((await received()).map(({ reason }) => reason)).toEqual(
      Array.from({ length: 3 }, () => 'other-values'),
    );
  });
});
