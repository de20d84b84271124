import type { ExamOrder } from '@simiente/contract/exam-orders/calls';
import {
  branchExamNames,
  examCodes,
  examTypesByCode,
  partnerExamNames,
} from '@simiente/contract/exams/catalogue';
import { studiesByName } from '@simiente/contract/results/analytes/study-names';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sharedApplication } from '../../testing/application.ts';
import { addBranch, addExamOrder, addPartner, addPatient } from '../../testing/records.ts';

const testApp = sharedApplication();
const db = () => testApp().database.db;

test('E-10.440: every code and name of the catalogue maps to the type of exam that answers it', async () => {
  const names = examCodes.flatMap((code) => [code, branchExamNames[code], partnerExamNames[code]]);
  const patientId = await addPatient(db());
  const partnerId = await addPartner(db(), { type: 'Laboratorio' });
  const branchId = await addBranch(db(), partnerId);
  const exams = [...names, 'inhibina b', 'Cultivo de uretra'];
  await addExamOrder(db(), { patientId, branchId, partnerId }, { exams });
  const { body } = await testApp().staff.get(`/v1/exam-orders?idUser=${patientId}`);
  const [order] = (body as { data: { orders: ExamOrder[] } }).data.orders;
  expect(order?.studies.map(({ examType }) => examType)).toEqual([
    ...examCodes.flatMap((code) => Array(3).fill(examTypesByCode[code])),
    'Inhibina_B',
    'Cultivo de uretra',
  ]);
});

test('H-A17, E-10.1446: the database recognises every name of a study that the contract recognises', async () => {
  const names = [...studiesByName.keys()];
  const { rows } = await db().execute<{ type: string }>(
    sql`select exam_type_of(upper(name)) as type from unnest(${sql.param(names)}::text[]) as name`,
  );
  expect(rows.map(({ type }) => type)).toEqual([...studiesByName.values()]);
});
