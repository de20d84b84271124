import type { ResultSet } from '@simiente/contract/results/calls';
import { describe, expect, test } from 'vitest';
import { sharedApplication } from '../../../testing/application.ts';
import { addPartner, addPatient } from '../../../testing/records.ts';
import {
  laboratorySender,
  makeMessage,
  valuesByAnalyte,
} from '../../../testing/results/laboratory-messages.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const { db, post, issueToken, laboratory, findOnlySet, listWaiting } = laboratorySender(testApp);

const fsh = (value: string, status = 'F') =>
  `OBX|1|NM|FE^HORMONA FE^L||${value}|mUI/mL|1.5 - 12.4|HH|||${status}`;
const study = '^Perfil hormonal';

async function nameFirst(set: ResultSet, analyte: string | null) {
  const idValue = set.values[0]?.idValue;
  const { idResultSet, version } = set;
  return testApp().staff.request({
    method: 'POST',
    url: '/v1/result/name-value',
    payload: { idResultSet, idValue, analyte, version },
  });
}

async function assignCode() {
  const patient = await addPatient(db());
  await post(makeMessage({ patient, study, filler: 'T-1', rest: [fsh('5')] }));
  const answer = await nameFirst(await findOnlySet(patient), 'fsh');
  expect(answer.statusCode).toBe(200);
  return patient;
}

describe("E-10.2885: a laboratory's own code", () => {
  test('is read as the analyte to which a user assigned it, in this message and in the next ones', async () => {
    const taught = await assignCode();
    const set = await findOnlySet(taught);
    expect(set).toMatchObject({
      status: 'capturado',
      corrections: [{ reason: 'Se identificó: FSH.' }],
    });
    expect(set.values).toMatchObject([
      {
        analyte: 'fsh',
        name: null,
        value: '5',
        unit: 'mUI/mL',
        flag: 'within',
        laboratoryFlag: 'HH',
        laboratoryCode: 'FE · HORMONA FE',
        earlier: [{ analyte: null, name: 'HORMONA FE', value: '5' }],
      },
    ]);
    // A repeated value changes nothing, and a correction replaces it.
    const rest = [fsh('5')];
    const sentAt = '20260115100000-0600';
    await post(makeMessage({ patient: taught, study, filler: 'T-1', sentAt, rest }));
    expect((await findOnlySet(taught)).version).toBe(set.version);
    const next = await addPatient(db());
    await post(makeMessage({ patient: next, study, filler: 'T-2', rest: [fsh('6')] }));
    await post(makeMessage({ patient: next, study, filler: 'T-2', rest: [fsh('7', 'C')] }));
    expect(valuesByAnalyte(await findOnlySet(next))).toEqual({ fsh: '7' });
  });

  test('names nothing in another study, with another text or moment, or at another laboratory', async () => {
    await assignCode();
    const sent = [
      { study: '^Examen general de orina', rest: [fsh('6')] },
      { study, rest: [fsh('6').replace('HORMONA FE', 'HORMONA F.E.')] },
      { study, rest: [fsh('6').replace('||6', '|30 min|6')] },
    ];
    for (const facts of sent) {
      const patient = await addPatient(db());
      await post(makeMessage({ patient, ...facts }));
      expect((await findOnlySet(patient)).values[0]?.analyte).toBeNull();
    }
    const patient = await addPatient(db());
    const other = await issueToken(await addPartner(db(), { type: 'Laboratorio' }));
    await post(makeMessage({ patient, study, rest: [fsh('6')] }), other);
    const [value] = (await findOnlySet(patient)).values;
    expect([laboratory() !== other, value?.analyte]).toEqual([true, null]);
  });

  test('is read as the analyte in results that waited, when they are assigned', async () => {
    const facts = { patient: 'expediente-7', study, name: 'Ríos^Ana' };
    await post(makeMessage({ ...facts, filler: 'T-3', rest: [fsh('8')] }));
    await assignCode();
    const [received] = await listWaiting();
    const patient = await addPatient(db(), { name: 'Ana Ríos' });
    await testApp().staff.request({
      method: 'POST',
      url: '/v1/result/assign-received',
      payload: { idReceived: received?.idReceived, idUser: patient },
    });
    expect(valuesByAnalyte(await findOnlySet(patient))).toEqual({ fsh: '8' });
  });

  test('can be taken back, and one that does not fit its analyte is rejected', async () => {
    const patient = await assignCode();
    const set = await findOnlySet(patient);
    const wrong = await nameFirst(set, 'testosterone');
    expect([wrong.statusCode, JSON.stringify(wrong.body)]).toEqual([
      400,
      expect.stringContaining('no puede reportar este analito en esa unidad'),
    ]);
    expect((await nameFirst(set, null)).statusCode).toBe(200);
    expect(valuesByAnalyte(await findOnlySet(patient))).toEqual({ 'HORMONA FE': '5' });
    const next = await addPatient(db());
    await post(makeMessage({ patient: next, study, rest: [fsh('6')] }));
    expect(valuesByAnalyte(await findOnlySet(next))).toEqual({ 'HORMONA FE': '6' });
  });
});
