import { readValue } from '@simiente/contract/results/fields';
import { expect, test } from 'vitest';
import { sharedApplication } from '../../../testing/application.ts';
import { addPartner, addPatient, addReceivedResult } from '../../../testing/records.ts';
import { laboratoryFiles } from '../../../testing/results/laboratory-files.ts';
import {
  laboratorySender,
  makeMessage,
  parseAcknowledgment,
  valuesByAnalyte,
} from '../../../testing/results/laboratory-messages.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const db = () => testApp().database.db;
const { deliver, received } = laboratoryFiles(testApp);
const { post, findOnlySet, findSets, listWaiting } = laboratorySender(testApp);

async function assign(idReceived: string | undefined, idUser: string, more: object = {}) {
  const answer = await testApp().staff.request({
    method: 'POST',
    url: '/v1/result/assign-received',
    payload: { idReceived, idUser, ...more },
  });
  expect(answer.statusCode).toBe(200);
}

test('H-A8, E-10.1302: an implausible value of a file waits until a user assigns it', async () => {
  const idUser = await addPatient(db());
  const file = `ID;Volumen (mL);Concentración;PR\n${idUser};300;10;30\n`;
  expect(await deliver(file)).toMatchObject({
    entered: 0,
    waitingLines: [{ line: 2, reason: 'implausible' }],
  });
  expect(await findSets(idUser)).toEqual([]);
  const [row] = await received();
  expect(row?.values[0]).toMatchObject({
    value: '300',
    note: 'Volumen 300 mL está fuera de lo posible (0 a 20 mL).',
  });
  await assign(row?.idReceived, idUser);
  expect(valuesByAnalyte(await findOnlySet(idUser))).toMatchObject({ volume: '300' });
});

test('E-10.4077: a waiting value with a note also shows why it is implausible', async () => {
  const read = readValue({ analyte: 'volume', value: '300', unit: 'mL' });
  const note = 'Otro informe llegó antes.';
  const idLaboratory = await addPartner(db());
  await addReceivedResult(db(), idLaboratory, {
    values: 'value' in read ? [{ ...read.value, note }] : [],
  });
  const [row] = await received('waiting', idLaboratory);
  expect(row?.values[0]?.note).toBe(`${note} Volumen 300 mL está fuera de lo posible (0 a 20 mL).`);
});

test('H-A8, E-10.1302: an implausible value of a message waits, also as a change or an addition, and is stored once it is accepted', async () => {
  const patient = await addPatient(db());
  const send = async (...values: readonly string[]) => {
    const rest = values.map((value) => `OBX|1|NM|${value}|mUI/mL|||||F`);
    return parseAcknowledgment(
      await post(makeMessage({ patient, filler: patient, study: '^Hormonal', rest })),
    );
  };
  const [fsh, lh] = ['15067-2^FSH^LN||', '10501-5^LH^LN||'];
  const [, text] = await send(`${fsh}5100`);
  expect(text).toMatch(/fuera de lo posible/);
  expect(await findSets(patient)).toEqual([]);
  const [first] = await listWaiting();
  await assign(first?.idReceived, patient);
  expect(valuesByAnalyte(await findOnlySet(patient))).toEqual({ fsh: '5100' });

  await send(`${fsh}5.1`);
  await send(`${fsh}6100`, `${lh}7100`);
  expect(valuesByAnalyte(await findOnlySet(patient))).toEqual({ fsh: '5.1' });
  const [change] = await listWaiting();
  expect(change).toMatchObject({
    reason: 'implausible',
    values: [{ value: '6100' }, { value: '7100' }],
  });
  const { idResultSet } = await findOnlySet(patient);
  await assign(change?.idReceived, patient, { idResultSet });
  expect(valuesByAnalyte(await findOnlySet(patient))).toEqual({ fsh: '6100', lh: '7100' });
  // After a repeated message nothing waits.
  await send(`${fsh}6100`, `${lh}7100`);
  expect(await listWaiting()).toEqual([]);
});
