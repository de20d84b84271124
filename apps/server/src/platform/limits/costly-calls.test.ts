import { errorBody } from '@simiente/contract/common/errors';
import { filePath } from '@simiente/contract/common/paths';
import { ORDER_PDF_PATH } from '@simiente/contract/exam-orders/calls';
import { recordPath } from '@simiente/contract/patient-record/calls';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { CALENDLY_WEBHOOK_PATH } from '../../modules/calendly/webhook.ts';
import { examOrderDownloads } from '../../schema/exam-orders.ts';
import { startApplication, TEST_SECRET } from '../../testing/application.ts';
import { requestExport } from '../../testing/calls/list-exports.ts';
import {
  addBranch,
  addExam,
  addExamOrder,
  addFile,
  addPartner,
  addPatient,
} from '../../testing/records.ts';
import {
  calendlyWebhook,
  signedWebhook,
  TEST_CALENDLY_SECRET,
} from '../../testing/services/calendly.ts';

const TWICE = { max: 2, windowSeconds: 600 };
const options = {
  costLimits: {
    export: TWICE,
    pdf: TWICE,
    'patient-record': TWICE,
    'all-patients': TWICE,
    file: TWICE,
  },
  calendlyWebhookSecret: TEST_CALENDLY_SECRET,
  unsignedLimit: TWICE,
};

/** An application, and another process on its database. */
async function startTwo() {
  const first = await startApplication(options);
  const { database, store } = first;
  const second = await buildApp({
    ...options,
    database,
    store,
    uploadFolder: '',
    secret: TEST_SECRET,
    log: pino({ level: 'silent' }),
    webFolder: null,
  });
  onTestFinished(() => second.close());
  return { ...first, second };
}

test('PDFs of orders are counted per user over all processes', async () => {
  const { app, second, database, staff, signInAs } = await startTwo();
  const patientId = await addPatient(database.db);
  const partnerId = await addPartner(database.db);
  const branchId = await addBranch(database.db, partnerId, { exams: ['SEM'] });
  const orderId = await addExamOrder(database.db, { patientId, branchId, partnerId });
  const url = ORDER_PDF_PATH.replace(':id', orderId);
  const other = await signInAs('otra@simiente.example');
  const get = (server: typeof app, cookie: string) => server.inject({ url, headers: { cookie } });

  for (const server of [app, second]) {
    expect((await get(server, staff.cookie)).statusCode).toBe(200);
  }
  for (const server of [app, second]) {
    const rejected = await get(server, staff.cookie);
    expect([rejected.statusCode, rejected.json()]).toEqual([429, errorBody('TOO_MANY_REQUESTS')]);
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(500);
  }
  expect(await database.db.$count(examOrderDownloads)).toBe(2);
  expect((await get(second, other.cookie)).statusCode).toBe(200);
});

test('exports are counted per user over all processes', async () => {
  const { staff } = await startTwo();
  const fetchOne = async () => {
    const url = await requestExport(staff, 'prospects');
    return (await staff.request({ url })).statusCode;
  };
  expect([await fetchOne(), await fetchOne(), await fetchOne()]).toEqual([200, 200, 429]);
});

test('T-K5: whole records, the list of all patients and files are limited, each with a separate counter', async () => {
  const { app, second, database, staff, store, signInAs } = await startTwo();
  const patientId = await addPatient(database.db);
  const fileId = await addFile(database.db, store);
  await addExam(database.db, patientId, { fileId });
  const other = await signInAs('otra@simiente.example');
  for (const url of [recordPath(patientId), '/v1/user/get-all', filePath(fileId)]) {
    const get = async (server: typeof app, { cookie }: typeof staff) =>
      (await server.inject({ url, headers: { cookie } })).statusCode;
    const statuses: number[] = [];
    for (const server of [app, second, app, second]) statuses.push(await get(server, staff));
    expect(statuses, url).toEqual([200, 200, 429, 429]);
    expect(await get(second, other), url).toBe(200);
  }
});

test('a request without a session is rejected with a 401, and does not count', async () => {
  const { app, staff } = await startTwo();
  for (let time = 0; time < 4; time += 1) {
    expect((await app.inject({ url: '/v1/exports/exp_1' })).statusCode).toBe(401);
  }
  expect((await staff.request({ url: '/v1/exports/exp_1' })).statusCode).toBe(404);
});

test('unsigned webhooks are counted per address, and signed ones of Calendly are accepted', async () => {
  const { app, second } = await startTwo();
  const from = (remoteAddress: string) => ({
    method: 'POST' as const,
    url: CALENDLY_WEBHOOK_PATH,
    remoteAddress,
  });
  const statuses: number[] = [];
  for (const server of [app, second, app, second]) {
    statuses.push((await server.inject({ ...from('192.0.2.7'), payload: {} })).statusCode);
  }
  expect(statuses).toEqual([401, 401, 429, 429]);
  expect((await app.inject({ ...from('192.0.2.8'), payload: {} })).statusCode).toBe(401);
  const signed = signedWebhook(calendlyWebhook({ invitee: 'LIMITS' }));
  expect((await app.inject({ ...from('192.0.2.7'), ...signed })).statusCode).toBe(200);
});
