import { errorBody } from '@simiente/contract/common/errors';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { startApplication, type TestOptions } from '../../testing/application.ts';
import { queryAsOwner } from '../../testing/database.ts';
import { addPatient } from '../../testing/records.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
const PROXY_ID = '8f14e45f-ea6d-4c1b-9a2e-000000000001';

async function start(options: TestOptions = {}) {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
  const started = await startApplication({ log, ...options });
  lines.length = 0;
  return {
    ...started,
    findLines: (id: unknown) => lines.filter((line) => line.includes(String(id))),
  };
}

describe('T-F5: a request’s id', () => {
  test('is in the answer, the audit and each log line', async () => {
    const { staff, database, findLines } = await start();
    const patientId = await addPatient(database.db);
    const answer = await staff.request({ url: `/v1/user/get-one?idUser=${patientId}` });
    const id = answer.headers['x-request-id'];
    expect(id).toMatch(UUID);
    expect(findLines(id).map((line) => JSON.parse(line))).toMatchObject([
      { reqId: id, route: '/v1/user/get-one', status: 200 },
    ]);
    const rows = await database.db.select().from(auditEvents);
    expect(rows.filter(({ requestId }) => requestId === id)).toHaveLength(1);
  });

  test.each([
    '/health/live',
    '/v1/user/list',
    '/no/existe',
    '/%zz',
    `/v1/files/${'x'.repeat(300)}`,
  ])('is in the answer to %s', async (url) => {
    const { app } = await start();
    expect((await app.inject({ url })).headers['x-request-id']).toMatch(UUID);
  });

  test('is in the answer and the log if the call fails', async () => {
    const { staff, database, findLines } = await start();
    await queryAsOwner(database, 'drop table patients cascade');
    const answer = await staff.request({ url: '/v1/user/list' });
    const { requestId, ...body } = answer.json();
    expect(body).toEqual(errorBody('INTERNAL'));
    expect(requestId).toBe(answer.headers['x-request-id']);
    expect(findLines(requestId).join('')).toContain('42P01');
  });

  test.each<[string | false, string, string, boolean]>([
    [false, '127.0.0.1', PROXY_ID, false],
    ['loopback', '127.0.0.1', PROXY_ID, true],
    ['loopback', '::1', PROXY_ID, true],
    ['loopback', '::ffff:127.0.0.1', PROXY_ID, true],
    ['loopback', '10.0.0.7', PROXY_ID, false],
    ['10.0.0.0/8', '10.0.0.7', PROXY_ID, true],
    ['10.0.0.7, fd00::/8', '10.0.0.7', PROXY_ID, true],
    ['10.0.0.7, fd00::/8', 'fd00::1', PROXY_ID, true],
    ['10.0.0.7, fd00::/8', '10.0.0.8', PROXY_ID, false],
    ['uniquelocal', '192.168.3.4', PROXY_ID, true],
    ['loopback', '127.0.0.1', 'corto', false],
    ['loopback', '127.0.0.1', 'x'.repeat(101), false],
    ['loopback', '127.0.0.1', 'Íñigo Zúñiga', false],
    ['loopback', '127.0.0.1', '{"level":60,"msg":"forjada"}', false],
  ])(
    'trusting %s, the id in a request from %s, %s, is used: %s',
    async (trustProxy, remoteAddress, proxyId, isUsed) => {
      const { app, findLines } = await start({ trustProxy });
      const answer = await app.inject({
        url: '/health/live',
        remoteAddress,
        headers: { 'x-request-id': proxyId },
      });
      const id = String(answer.headers['x-request-id']);
      if (isUsed) expect(id).toBe(proxyId);
      else expect(id).toMatch(UUID);
      expect(findLines(id)).toHaveLength(1);
      if (!isUsed) expect(findLines(proxyId)).toEqual([]);
    },
  );
});
