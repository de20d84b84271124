import type { ListedOrder } from '@simiente/contract/exam-orders/calls';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { examOrders } from '../../../schema/exam-orders.ts';
import { resultSets } from '../../../schema/results.ts';
import { sharedApplication } from '../../../testing/application.ts';
import { addBranch, addExamOrder, addPatient } from '../../../testing/records.ts';
import {
  laboratorySender,
  makeMessage,
  parseAcknowledgment,
  valuesByAnalyte,
} from '../../../testing/results/laboratory-messages.ts';
import { sendResultsFile } from '../../../testing/results/send-file.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const { db, laboratory, post, findSets, findOnlySet } = laboratorySender(testApp);

async function createOrder(exams: string[]) {
  const patientId = await addPatient(db());
  const branchId = await addBranch(db(), laboratory(), { exams });
  const orderId = await addExamOrder(
    db(),
    { patientId, branchId, partnerId: laboratory() },
    { exams },
  );
  const order = async () => {
    const { body } = await testApp().staff.get('/v1/exam-orders/list?limit=100');
    const { orders } = (body as { data: { orders: ListedOrder[] } }).data;
    const found = orders.find(({ idOrder }) => idOrder === orderId);
    if (found === undefined) throw new Error('The order is listed');
    return found;
  };
  return { patientId, orderId, order, folio: (await order()).folio };
}

const makeCancelledStudy = (folio: string, filler: string, study: string, rest: string[]) =>
  makeMessage({ folio, filler, study, rest }).replace(
    /(OBR\|[^\r]*)/,
    (obr) => `${obr}${'|'.repeat(18)}X`,
  );
const NOTE = 'NTE|1||Muestra derramada en el traslado.';
const fsh = (status: string) => `OBX|1|NM|15067-2^FSH^LN||5.1|mUI/mL|||||${status}`;

test('H-A4, E-10.767: a cancelled study has no result, and its order is rejected with the reason until it is requested again', async () => {
  const { patientId, orderId, order, folio } = await createOrder(['Seminograma']);
  expect(
    parseAcknowledgment(await post(makeCancelledStudy(folio, 'X-1', '^Seminograma', [NOTE]))),
  ).toEqual(['AA', '']);
  expect(await findSets(patientId)).toEqual([]);
  const rejection = 'Muestra derramada en el traslado.';
  expect(await order()).toMatchObject({
    state: 'rechazada',
    studies: [{ state: 'rechazada', rejection }],
  });
  const listed = await testApp().staff.get('/v1/exam-orders/list?state=rechazada&limit=100');
  expect(JSON.stringify(listed.body)).toContain(folio);
  const again = await testApp().staff.request({
    method: 'POST',
    url: '/v1/exam-orders/request-again',
    payload: { idOrder: orderId },
  });
  expect(again.json()).toMatchObject({
    data: { order: { state: 'pedido', studies: [{ state: 'pedido', rejection: null }] } },
  });
  await post(makeMessage({ folio, filler: 'X-2' }));
  expect((await order()).state).toBe('recibido');
});

test.each([
  [
    'each OBX is X',
    (folio: string) =>
      makeMessage({ folio, filler: 'Y-1', study: '^Hormonal', rest: [fsh('X'), NOTE] }),
  ],
  [
    'comments come as OBX',
    (folio: string) =>
      makeCancelledStudy(folio, 'Y-1', '^Hormonal', [
        'OBX|1|TX|C^Comentario^L||Muestra derramada en el traslado.||||||F',
      ]),
  ],
])('H-A4: a study is rejected if %s', async (_what, message) => {
  const { patientId, order, folio } = await createOrder(['Perfil Hormonal']);
  expect(parseAcknowledgment(await post(message(folio)))).toEqual(['AA', '']);
  expect(await findSets(patientId)).toEqual([]);
  expect((await order()).studies[0]?.rejection).toContain('Muestra derramada en el traslado.');
});

test('H-A4: a rejected part of a study is shown among its values', async () => {
  const { patientId, order, folio } = await createOrder(['Perfil Hormonal']);
  const rest = [
    fsh('F'),
    `OBR|2|${folio}|Z-2|^Hormonal|||202601140840${'|'.repeat(18)}X`,
    'NTE|1||LH: suero insuficiente.',
  ];
  expect(
    parseAcknowledgment(
      await post(makeMessage({ folio, filler: 'Z-1', study: '^Hormonal', rest })),
    ),
  ).toEqual(['AA', '']);
  expect(valuesByAnalyte(await findOnlySet(patientId))).toEqual({
    fsh: '5.1',
    'Rechazado por el laboratorio': 'LH: suero insuficiente.',
  });
  expect((await order()).state).toBe('recibido');
});

test('H-A4: a study that is cancelled after its results withdraws them and reopens its order', async () => {
  const { patientId, order, folio } = await createOrder(['Seminograma']);
  await post(makeMessage({ folio, filler: 'V-1' }));
  expect((await order()).state).toBe('recibido');
  await post(makeCancelledStudy(folio, 'V-1', '^Seminograma', [NOTE]));
  const set = await findOnlySet(patientId);
  expect(
    set.values.filter(({ derived }) => derived === null).map(({ withdrawn }) => withdrawn),
  ).toEqual([true]);
  expect((await order()).state).toBe('rechazada');
});

test('H-A2, E-10.2355: a value that could not be obtained does not affect other values of its study', async () => {
  const patient = await addPatient(db());
  const lh = (status: string) => `OBX|2|NM|10501-5^LH^LN||4|mUI/mL|||||${status}`;
  const facts = { patient, filler: 'U-1', study: '^Hormonal' };
  await post(makeMessage({ ...facts, rest: [fsh('F'), lh('F')] }));
  const sentAt = '20260116100000-0600';
  expect(
    parseAcknowledgment(await post(makeMessage({ ...facts, sentAt, rest: [lh('X')] })))[0],
  ).toBe('AA');
  const { values } = await findOnlySet(patient);
  expect(values.map(({ analyte, withdrawn }) => [analyte, withdrawn])).toEqual([
    ['fsh', false],
    ['lh', true],
  ]);
});

test('H-A4: a rejection without an open order, or with values, is not acknowledged', async () => {
  const patient = await addPatient(db());
  const message = makeMessage({ patient, filler: 'W-1', rest: [NOTE] });
  const whole = message.replace(/(OBR\|[^\r]*)/, (obr) => `${obr}${'|'.repeat(18)}X`);
  expect(parseAcknowledgment(await post(whole))).toEqual([
    'AE',
    'Rechaza un estudio sin orden abierta: Seminograma. Muestra derramada en el traslado.',
  ]);
  const { folio } = await createOrder(['Perfil Hormonal']);
  expect(
    parseAcknowledgment(await post(makeCancelledStudy(folio, 'W-2', '^Hormonal', [fsh('F')]))),
  ).toEqual(['AE', 'OBR-25 cancela el estudio y trae un valor: FSH.']);
});

test('E-10.3511: a check of messages has the outcome of their import, without their orders', async () => {
  const { patientId, orderId, folio } = await createOrder(['Hormonal', 'Seminograma']);
  const facts = { folio, filler: 'checked', study: '^Hormonal' };
  await post(makeMessage({ ...facts, rest: [fsh('F')] }));
  await db()
    .update(resultSets)
    .set({ status: 'validado', validatedAt: new Date() })
    .where(eq(resultSets.patientId, patientId));
  const changes = [
    makeMessage({ ...facts, sentAt: '20260115100000-0600', rest: [fsh('C').replace('5.1', '6')] }),
    makeMessage({ ...facts, sentAt: '20260116100000-0600', rest: [fsh('C').replace('5.1', '6')] }),
    makeCancelledStudy(folio, 'checked', '^Hormonal', [NOTE]),
    makeCancelledStudy(folio, 'other', '^Seminograma', [NOTE]),
  ].join('');
  const send = (call: 'check' | 'import') =>
    sendResultsFile(testApp().staff, laboratory(), call, changes, { name: 'lote.hl7' });
  const checked = await db().transaction(async (transaction) => {
    await transaction.select().from(examOrders).where(eq(examOrders.id, orderId)).for('update');
    return (await send('check')).data?.checked?.outcome;
  });
  expect(checked).toMatchObject({ total: 4, changed: 3, repeated: 1, refused: 0 });
  expect(valuesByAnalyte(await findOnlySet(patientId))).toEqual({ fsh: '5.1' });
  expect((await send('import')).data?.outcome).toEqual(checked);
});
