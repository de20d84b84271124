import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { examOrderStudies, examOrders } from '../../../schema/exam-orders.ts';
import { exams } from '../../../schema/exams.ts';
import { patientMerges } from '../../../schema/merges.ts';
import { sharedApplication } from '../../../testing/application.ts';
import { mergeRequests } from '../../../testing/calls/merge-requests.ts';
import { makePdf } from '../../../testing/files/uploads.ts';
import {
  addBranch,
  addExam,
  addExamOrder,
  addPatient,
  addPatients,
} from '../../../testing/records.ts';
import { laboratorySender, makeMessage } from '../../../testing/results/laboratory-messages.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const { db, laboratory, post, findSets, findOnlySet } = laboratorySender(testApp);
const { completeMerge, undo } = mergeRequests(testApp);

async function createFolio(patientId: string) {
  const studies = { exams: ['Seminograma'] };
  const partnerId = laboratory();
  const branchId = await addBranch(db(), partnerId, studies);
  const orderId = await addExamOrder(db(), { patientId, branchId, partnerId }, studies);
  const { body } = await testApp().staff.get('/v1/exam-orders/list?limit=100');
  const { orders } = (body as { data: { orders: { idOrder: string; folio: string }[] } }).data;
  return orders.find(({ idOrder }) => idOrder === orderId)?.folio ?? '';
}

const readStudies = (patientId: string) =>
  db()
    .select({ id: exams.id, attachedTo: exams.attachedTo })
    .from(exams)
    .where(eq(exams.patientId, patientId))
    .orderBy(exams.attachedTo);

test('E-10.3190: a result that arrives while two patients are merged follows its order when they are separated', async () => {
  const [kept, other] = [
    await addPatient(db(), { name: 'Ana Ríos' }),
    await addPatient(db(), { name: 'Ana Ríos' }),
  ];
  const folio = await createFolio(other);
  const id = await completeMerge(kept, other);
  await post(makeMessage({ folio, name: 'Ríos^Ana' }));
  await findOnlySet(kept);
  expect(await undo(id)).toMatchObject({ status: 200 });
  expect(await findSets(kept)).toEqual([]);
  expect((await findOnlySet(other)).order?.folio).toBe(folio);
});

test('E-10.3290: the second document of such a result follows it', async () => {
  const names = [{ name: 'Ana Ríos' }, { name: 'Ana Ríos' }];
  const [kept = '', other = ''] = await addPatients(db(), names);
  const folio = await createFolio(other);
  const id = await completeMerge(kept, other);
  const rest = ['Informe', 'Anexo'].map((name) => {
    const data = makePdf(name).toString('base64');
    return `OBX|1|ED|PDF^${name}||LIS^application^pdf^Base64^${data}||||||F`;
  });
  rest.push('OBX|2|NM|9780-8^Concentración^LN||14.5|10*6/mL|≥ 16|L|||F');
  await post(makeMessage({ folio, name: 'Ríos^Ana', rest }));
  expect(await undo(id)).toMatchObject({ status: 200 });
  const { idExam } = await findOnlySet(other);
  expect(await readStudies(kept)).toEqual([]);
  expect(await readStudies(other)).toEqual([
    { id: expect.any(String), attachedTo: idExam },
    { id: idExam, attachedTo: null },
  ]);
});

test.each([{ absent: [] }, { absent: ['keptExams'] }])(
  'E-10.3190, E-10.3461: an earlier study that answered the order of the other patient is unlinked from it, if the merge lacks $absent',
  async ({ absent }) => {
    const names = [{ name: 'Ana Ríos' }, { name: 'Ana Ríos' }];
    const [kept = '', other = ''] = await addPatients(db(), names);
    const exam = await addExam(db(), kept, { type: 'Seminograma' });
    const attached = await addExam(db(), other, { attachedTo: exam });
    await createFolio(other);
    const id = await completeMerge(kept, other);
    const [order] = await db().select().from(examOrders).where(eq(examOrders.patientId, kept));
    await db()
      .update(examOrderStudies)
      .set({ examId: exam })
      .where(eq(examOrderStudies.orderId, order?.id ?? ''));
    for (const key of absent) {
      await db()
        .update(patientMerges)
        .set({ moved: sql`${patientMerges.moved} - ${key}::text` });
    }
    expect(await undo(id)).toMatchObject({ status: 200 });
    const [reopened] = await db().select().from(examOrders).where(eq(examOrders.patientId, other));
    expect(reopened?.statusGroup).toBe('pedido');
    expect(await readStudies(kept)).toEqual([{ id: exam, attachedTo: null }]);
    expect(await readStudies(other)).toEqual([{ id: attached, attachedTo: null }]);
  },
);

test('E-10.3422: a result whose transaction began before the merge follows its order when it is undone', async () => {
  const names = [{ name: 'Ana Ríos' }, { name: 'Ana Ríos' }];
  const [kept = '', other = ''] = await addPatients(db(), names);
  const folio = await createFolio(other);
  const id = await completeMerge(kept, other);
  await post(makeMessage({ folio, name: 'Ríos^Ana' }));
  const early = { insertedAt: new Date('2026-01-01T00:00:00Z') };
  await db().update(exams).set(early).where(eq(exams.patientId, kept));
  expect(await undo(id)).toMatchObject({ status: 200 });
  expect(await findSets(kept)).toEqual([]);
  expect((await findOnlySet(other)).order?.folio).toBe(folio);
});
