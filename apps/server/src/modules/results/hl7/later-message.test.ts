import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { resultSets } from '../../../schema/results.ts';
import { sharedApplication } from '../../../testing/application.ts';
import { addPatient } from '../../../testing/records.ts';
import {
  laboratorySender,
  makeMessage,
  valuesByAnalyte,
} from '../../../testing/results/laboratory-messages.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const { db, post, findSets, findOnlySet, listWaiting } = laboratorySender(testApp);

describe('E-10.537: a later message of the same results', () => {
  const obx = (value: string, status: string) =>
    `OBX|1|NM|9780-8^Concentración^LN||${value}|10*6/mL|||||${status}`;
  const volume = (value: string, status: string) =>
    `OBX|2|NM|3160-9^Volumen^LN||${value}|mL|||||${status}`;

  async function validateSet(patient: string) {
    const set = await findOnlySet(patient);
    const answer = await testApp().staff.request({
      method: 'POST',
      url: '/v1/result/validate',
      payload: { idResultSet: set.idResultSet },
    });
    expect(answer.statusCode).toBe(200);
  }

  test('corrects validated results with C, and they need another validation', async () => {
    const patient = await addPatient(db());
    const filler = 'R-100';
    await post(makeMessage({ patient, filler, rest: [obx('14', 'F'), volume('2', 'F')] }));
    await validateSet(patient);
    await post(makeMessage({ patient, filler, rest: [obx('41', 'C')] }));
    const set = await findOnlySet(patient);
    expect(set).toMatchObject({ status: 'corregido', validatedAt: null });
    expect(set.values[1]).toMatchObject({
      analyte: 'concentration',
      value: '41',
      earlier: [{ value: '14', reason: 'El laboratorio envió otro valor.', replacedBy: null }],
    });
    expect(valuesByAnalyte(set)).toMatchObject({ volume: '2' });
  });

  test.each(['D', 'W'])(
    'withdraws a value with %s, and the value stays readable',
    async (status) => {
      const patient = await addPatient(db());
      const filler = `R-${status}`;
      await post(makeMessage({ patient, filler, rest: [obx('14', 'F'), volume('2', 'F')] }));
      await post(makeMessage({ patient, filler, rest: [volume('', status)] }));
      const set = await findOnlySet(patient);
      expect(set.values.find(({ analyte }) => analyte === 'volume')).toMatchObject({
        withdrawn: true,
        value: '2',
      });
    },
  );

  test('marks a value as preliminary with P until a final one, which is not a correction', async () => {
    const patient = await addPatient(db());
    const filler = 'R-P';
    await post(makeMessage({ patient, filler, rest: [obx('14', 'P')] }));
    expect((await findOnlySet(patient)).values[0]).toMatchObject({
      value: '14',
      preliminary: true,
    });
    await post(makeMessage({ patient, filler, rest: [obx('14', 'F')] }));
    const set = await findOnlySet(patient);
    expect(set).toMatchObject({ status: 'capturado', corrections: [] });
    expect(set.values[0]).toMatchObject({ value: '14', preliminary: false });
  });

  test('has no effect if it was sent before a message that was applied already', async () => {
    const patient = await addPatient(db());
    const filler = 'R-O';
    const at = (hour: number) => `202601141${hour}0000-0600`;
    await post(makeMessage({ patient, filler, sentAt: at(2), rest: [obx('15', 'C')] }));
    await post(makeMessage({ patient, filler, sentAt: at(1), rest: [obx('14', 'F')] }));
    expect((await findOnlySet(patient)).values[0]).toMatchObject({ value: '15', earlier: [] });
  });

  const reportedAt = (at: string, message: string) =>
    message.replace(/OBR.*/, (segment) => `${segment}${'|'.repeat(15)}${at}`);

  test.each([
    ['of an earlier report (OBR-22)', '14', '202601141000', '202601141000'],
    ['of an earlier report that came first', '13', '202601141000', '202601141100'],
    ['without a report time, of the corrected value', '14', '', ''],
    ['without a report time, of another value', '16', '', ''],
  ])(
    'E-10.4008, E-10.4017: waits beside a correction if it has F and is %s',
    async (_, value, first, last) => {
      const patient = await addPatient(db());
      const facts = { patient, filler: `R-OLD-${value}${first}` };
      const at = (hour: number) => `2026011${hour}0000-0600`;
      const send = (hour: number, obr22: string, rest: string) =>
        post(reportedAt(obr22, makeMessage({ ...facts, sentAt: at(hour), rest: [rest] })));
      await send(410, first, obx('14', 'F'));
      await validateSet(patient);
      await send(412, last && '202601141200', obx('15', 'C'));
      await send(413, last, obx(value, 'F'));
      expect(await findOnlySet(patient)).toMatchObject({
        values: [{ value: '15', withdrawn: false }],
        waiting: { reason: 'corrected-here', values: [{ value }] },
      });
    },
  );

  test('E-10.4008: changes the value if it has F and a new value, or C and an earlier one', async () => {
    const patient = await addPatient(db());
    for (const rest of [obx('14', 'F'), obx('15', 'C'), obx('16', 'F'), obx('14', 'C')]) {
      await post(
        reportedAt('202601141000', makeMessage({ patient, filler: 'R-NEW', rest: [rest] })),
      );
    }
    expect(await findOnlySet(patient)).toMatchObject({ values: [{ value: '14' }], waiting: null });
  });

  test.each([
    ['9780-8^Concentración', '14.5|10*6/mL|15 - 200', '14500000|/mL|15000000 - 200000000'],
    ['15067-2^FSH', '5|mUI/mL|', '5|UI/L|'],
    ['2986-8^Testosterona', '350|ng/dL|300-1000', '3.5|ng/mL|3-10'],
    ['2986-8^Testosterona total', '10.0|nmol/L|10.4-34.7', '288|ng/dL|300-1000'],
  ])(
    'E-10.4009, E-10.4018: changes nothing if it has the same amount of %s in another unit',
    async (...sent) => {
      const [name, first, second] = sent;
      const patient = await addPatient(db());
      const send = (rest: string, status = 'F') =>
        post(
          makeMessage({
            patient,
            filler: `R-${name}`,
            rest: [`OBX|1|NM|${name}^LN||${rest}||||${status}`],
          }),
        );
      await send(first);
      await validateSet(patient);
      const before = await findOnlySet(patient);
      await send(second);
      await send(second, 'C');
      expect(await findOnlySet(patient)).toEqual(before);
      await send(second.replace(/^\d/, '9'), 'C');
      expect((await findOnlySet(patient)).status).toBe('corregido');
    },
  );

  test('creates another set if it has the same number on another day', async () => {
    const patient = await addPatient(db());
    const filler = 'R-1';
    await post(makeMessage({ patient, filler, rest: [obx('14', 'F')] }));
    const day = '20260110';
    await post(makeMessage({ patient, filler, collectedAt: day, rest: [obx('30', 'F')] }));
    expect((await findSets(patient)).map((set) => valuesByAnalyte(set).concentration)).toEqual([
      '14',
      '30',
    ]);
  });

  test('E-10.2886: waits if a user deleted the study, so that a restoration finds no duplicate', async () => {
    const patient = await addPatient(db());
    const filler = 'R-T';
    await post(makeMessage({ patient, filler, rest: [obx('14', 'F')] }));
    const { idExam } = await findOnlySet(patient);
    const request = (url: string, payload: object) =>
      testApp().staff.request({ method: 'POST', url, payload });
    const reason = 'Duplicado';
    expect((await request('/v1/user/delete', { idUsers: [idExam], reason })).statusCode).toBe(200);
    await post(makeMessage({ patient, filler, rest: [obx('41', 'C')] }));
    expect(await findSets(patient)).toEqual([]);
    expect(await listWaiting()).toMatchObject([
      { reason: 'same-sample', values: [{ value: '41' }] },
    ]);
    await request('/v1/trash/restore', { ids: [idExam] });
    expect(valuesByAnalyte(await findOnlySet(patient))).toEqual({ concentration: '14' });
  });

  test('changes both waiting and assigned results', async () => {
    const patient = await addPatient(db());
    const filler = 'R-W';
    const person = { patient: 'expediente-9', name: 'Ríos^Ana', filler };
    await post(makeMessage({ ...person, rest: [obx('14', 'P'), volume('2', 'F')] }));
    await post(makeMessage({ ...person, rest: [obx('15', 'C')] }));
    const [received, ...others] = await listWaiting();
    expect(others).toEqual([]);
    expect(received?.values.map(({ value }) => value)).toEqual(['15', '2']);
    await testApp().staff.request({
      method: 'POST',
      url: '/v1/result/assign-received',
      payload: { idReceived: received?.idReceived, idUser: patient },
    });
    await post(makeMessage({ ...person, rest: [obx('16', 'C')] }));
    expect(valuesByAnalyte(await findOnlySet(patient))).toEqual({
      volume: '2',
      concentration: '16',
    });
    expect(await listWaiting()).toEqual([]);
    expect(
      await db()
        .select({ filler: resultSets.fillerNumber })
        .from(resultSets)
        .where(eq(resultSets.patientId, patient)),
    ).toEqual([{ filler }]);
  });

  test.each([
    ['', false],
    ['C', true],
  ])(
    'E-10.4087: final values of another day are the same sample only if OBR-25 is «C», not «%s»',
    async (status, isSame) => {
      const patient = await addPatient(db());
      const facts = { patient, filler: `R-day${status}`, rest: [obx('14', 'F')] };
      await post(makeMessage({ ...facts, collectedAt: '202601130840' }));
      const later = makeMessage(facts).replace(/OBR.*/, (obr) => obr + '|'.repeat(18) + status);
      await post(later);
      const days = (await findSets(patient)).map(({ collectedAt }) => collectedAt?.slice(0, 10));
      expect(days).toEqual(isSame ? ['2026-01-14'] : ['2026-01-14', '2026-01-13']);
    },
  );
});
