import { errorBody } from '@simiente/contract/common/errors';
import { ORDER_PDF_PATH } from '@simiente/contract/exam-orders/calls';
import { beforeAll, describe, expect, test } from 'vitest';
import { examOrderDownloads } from '../../schema/exam-orders.ts';
import {
  sharedApplication,
  signIn,
  startApplication,
  type TestOptions,
} from '../../testing/application.ts';
import { formRequest, makePdf } from '../../testing/files/uploads.ts';
import {
  addBranch,
  addExam,
  addExamOrder,
  addFile,
  addPartner,
  addPatient,
} from '../../testing/records.ts';
import { closedRoutes, getRouteName } from '../../testing/routes.ts';

const testApp = sharedApplication();
let patientId: string;
let orderId: string;
let fileId: string;

beforeAll(async () => {
  const { database, store } = testApp();
  patientId = await addPatient(database.db);
  const partnerId = await addPartner(database.db);
  const branchId = await addBranch(database.db, partnerId, { exams: ['SEM'] });
  orderId = await addExamOrder(database.db, { patientId, branchId, partnerId });
  fileId = await addFile(database.db, store);
  await addExam(database.db, patientId, { fileId });
});

describe('T-B5: a change requested by another site', () => {
  const elsewhere: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:81' },
    { origin: 'https://localhost' },
    { origin: 'http://evil.example', 'x-forwarded-host': 'evil.example' },
    { origin: 'http://localhost.evil.example' },
    { origin: 'nonsense' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];

  /** Rows of each table except the two that log rejections, so that any other effect is detected. */
  async function countAllRows() {
    const { rows } = await testApp().database.pool.query<{ name: string; content: string }>(
      `select table_name as name, query_to_xml(format('select count(*) from %I', table_name), true, true, '')::text as content
       from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
         and table_name not in ('rate_limits', 'audit_events') order by 1`,
    );
    expect(rows.length).toBeGreaterThan(15);
    const acts = await testApp().database.pool.query<{ n: number }>(
      `select count(*)::int as n from audit_events where action not like '%refused'`,
    );
    return [...rows, ...acts.rows];
  }

  const bodies: Record<string, string>[] = [
    { type: 'application/json', text: '{"idUsers":["1"],"ids":["1"]}' },
    { type: 'text/plain', text: '{"idUsers":["1"],"ids":["1"]}' },
    { type: 'application/x-www-form-urlencoded', text: 'idUsers=1' },
    { type: 'multipart/form-data; boundary=x', text: '--x--' },
  ];

  test.each(elsewhere)(
    '%j is rejected with 403 on every route, also for a sign-in, and has no effect',
    async (from) => {
      const { app, staff } = testApp();
      const before = await countAllRows();
      const routes = [
        ...closedRoutes(app),
        { method: 'POST', path: '/api/auth/sign-in/email' },
        { method: 'POST', path: '/api/auth/sign-out' },
        { method: 'POST', path: '/v1/prospects' },
      ] as const;
      for (const route of routes) {
        const reads = route.method === 'GET' || route.method === 'HEAD';
        for (const { type, text } of reads ? [{}] : bodies) {
          const answer = await app.inject({
            method: route.method,
            url: route.path.replace(':id', route.path.includes('exam-orders') ? orderId : fileId),
            ...(text === undefined ? {} : { payload: text }),
            headers: {
              cookie: staff.cookie,
              host: 'localhost',
              ...from,
              ...(type === undefined ? {} : { 'content-type': type }),
            },
          });
          expect(answer.statusCode, `${getRouteName(route)} ${type}`).toBe(403);
          if (route.method !== 'HEAD') expect(answer.json()).toEqual(errorBody('CROSS_ORIGIN'));
          expect(answer.headers).not.toHaveProperty('set-cookie');
          expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
        }
      }
      expect(await countAllRows()).toEqual(before);
    },
  );

  test('a link on another site to an order or a file reads nothing; a typed address does', async () => {
    const { staff, database } = testApp();
    const downloads = () => database.db.$count(examOrderDownloads);
    const read = (url: string, site: string) =>
      staff.request({ url, headers: { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' } });
    const pdf = ORDER_PDF_PATH.replace(':id', orderId);
    expect((await read(pdf, 'cross-site')).statusCode).toBe(403);
    expect((await read(`/v1/files/${fileId}`, 'cross-site')).statusCode).toBe(403);
    expect(await downloads()).toBe(0);
    for (const site of ['none', 'same-origin']) {
      expect((await read(pdf, site)).statusCode).toBe(200);
      expect((await read(`/v1/files/${fileId}`, site)).statusCode).toBe(200);
    }
    expect(await downloads()).toBe(2);
  });

  test('a form with a file and the cookie is rejected without an origin', async () => {
    const { staff, app } = testApp();
    const { headers, payload } = await formRequest({ idUser: patientId }, { bytes: makePdf() });
    const { 'sec-fetch-site': _, ...silent } = headers ?? {};
    const url = '/v1/exam/create';
    const answer = await staff.request({ method: 'POST', url, payload, headers: silent });
    expect([answer.statusCode, answer.json()]).toEqual([403, errorBody('CROSS_ORIGIN')]);
    // No page can borrow a bearer token, which browsers do not send by themselves.
    const bearer = (await signIn(app, { email: staff.email })).headers['set-auth-token'];
    const own = await app.inject({
      method: 'POST',
      url,
      payload,
      headers: { ...silent, authorization: `Bearer ${String(bearer)}` },
    });
    expect(own.json()).toMatchObject({ code: 'BAD_REQUEST', issues: [{ path: 'examType' }] });
  });

  test('a change requested by our own origin is made', async () => {
    const id = await addPatient(testApp().database.db);
    const answer = await testApp().staff.request({
      method: 'POST',
      url: '/v1/user/delete',
      payload: { idUsers: [id] },
      headers: {
        host: 'clinica.example',
        origin: 'http://clinica.example',
        'sec-fetch-site': 'same-origin',
      },
    });
    expect(answer.statusCode).toBe(200);
  });

  describe('behind a proxy that ends TLS', () => {
    const HOST = 'clinica.example';
    const publicUrl = 'https://simiente.example/entrada';
    const trustProxy = 'loopback';
    test.each<[boolean, TestOptions, Record<string, string>]>([
      [true, { publicUrl }, { origin: 'https://simiente.example', host: '10.0.0.7:3000' }],
      [true, { publicUrl }, { origin: `https://${HOST}`, host: HOST }],
      [false, { publicUrl }, { origin: `http://${HOST}`, host: HOST }],
      [false, { publicUrl }, { origin: 'http://simiente.example', host: 'simiente.example' }],
      [false, { publicUrl }, { origin: 'https://simiente.example:8443', host: HOST }],
      [true, { trustProxy }, { origin: `https://${HOST}`, 'x-forwarded-proto': 'https' }],
      [false, { trustProxy }, { origin: `http://${HOST}`, 'x-forwarded-proto': 'https' }],
      [false, {}, { origin: `https://${HOST}`, 'x-forwarded-proto': 'https' }],
      [false, { trustProxy }, { origin: 'null', 'x-forwarded-proto': 'about' }],
      [
        false,
        { trustProxy },
        { origin: 'http://evil.example', 'x-forwarded-host': 'evil.example' },
      ],
    ])('a sign-in is accepted: %j, with %j and %j', async (isOurs, options, headers) => {
      const { app, staff } = await startApplication(options);
      const answer = await signIn(
        app,
        { email: staff.email },
        { headers: { host: HOST, ...headers } },
      );
      expect(answer.statusCode).toBe(isOurs ? 200 : 403);
    });
  });

  test.each([
    ['application/x-www-form-urlencoded', `idUsers=1`],
    ['multipart/form-data; boundary=x', '--x--'],
    ['text/plain', '{"idUsers":["1"]}'],
    ['application/xml', '<a/>'],
    ['text/html', '<a>'],
    [';;', '{}'],
    ['application/jsonp', '{}'],
  ])('E-7.1: a body of type %s returns a 415', async (type, payload) => {
    for (const url of ['/v1/user/delete', '/v1/trash/restore', '/api/auth/sign-in/email']) {
      const answer = await testApp().staff.request({
        method: 'POST',
        url,
        payload,
        headers: { 'content-type': type },
      });
      expect(answer.statusCode, url).toBe(415);
      expect(answer.json()).toEqual(errorBody('UNSUPPORTED_MEDIA_TYPE'));
    }
  });
});
