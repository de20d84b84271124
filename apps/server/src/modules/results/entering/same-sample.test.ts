import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { examOrderStudies } from '../../../schema/exam-orders.ts';
import { sharedApplication } from '../../../testing/application.ts';
import * as make from '../../../testing/records.ts';
import { resultCalls, semen } from '../../../testing/results/result-calls.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const db = () => testApp().database.db;
const { enterPaper, findSets, send, doctor } = resultCalls(testApp);

test('E-10.3030: results of the same study and time warn of each other, also after a restoration', async () => {
  const first = await enterPaper();
  const { idUser } = first;
  const remove = { idUsers: [first.idExam], reason: 'Duplicado' };
  const post = (url: string, payload: object) =>
    testApp().staff.request({ method: 'POST', url, payload });
  const listWarned = async () =>
    (await findSets(idUser)).map(({ checks }) => checks.some(({ check }) => check === 'twin'));
  await post('/v1/user/delete', remove);
  await send('create', { idUser, ...semen });
  expect(await listWarned()).toEqual([false]);
  await post('/v1/trash/restore', { ids: [first.idExam] });
  expect(await listWarned()).toEqual([true, true]);
  const other = { ...semen, values: [{ analyte: 'ph', value: '7.8' }] };
  await send('create', { idUser, ...other });
  expect((await listWarned()).filter(Boolean)).toHaveLength(2);
});

test('E-10.3031: a moved result answers the only open order for its study and laboratory', async () => {
  const partnerId = await make.addPartner(db(), { type: 'Laboratorio' });
  const branchId = await make.addBranch(db(), partnerId);
  const move = async (orderLaboratory: string) => {
    const right = await make.addPatient(db());
    const facts = { patientId: right, branchId, partnerId: orderLaboratory };
    const orderId = await make.addExamOrder(db(), facts);
    const { idResultSet } = await enterPaper({ idLaboratory: partnerId });
    const input = { idResultSet, idUser: right, reason: 'De otra persona' };
    expect(await send('move', input, doctor())).toMatchObject({ status: 200 });
    const [study] = await db()
      .select()
      .from(examOrderStudies)
      .where(eq(examOrderStudies.orderId, orderId));
    const [moved] = await findSets(right);
    return study?.examId === moved?.idExam;
  };
  expect(await move(partnerId)).toBe(true);
  expect(await move(await make.addPartner(db(), { type: 'Laboratorio' }))).toBe(false);
});
