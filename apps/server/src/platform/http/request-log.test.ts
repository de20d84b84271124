import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import {
  getSessionCookie,
  signIn,
  startApplication,
  TEST_PASSWORD,
} from '../../testing/application.ts';
import { queryAsOwner } from '../../testing/database.ts';
import {
  addExam,
  addFertilityTest,
  addFile,
  addPatient,
  addReport,
} from '../../testing/records.ts';

/** The application and all its log lines, of any level. */
async function startLogged() {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
  const started = await startApplication({ log });
  return { ...started, lines };
}

// The phone as each request writes it, because its four last digits may be in a timestamp.
const SECRETS =
  /zenaida|xochitl|77771234|7777 1234|55(?: |%20)7777|azoospermia|mariana|contraseña|pista|%3B|session_token|bearer/i;

describe('T-F4: the request log', () => {
  test('a request is logged in one line with its declared route, never with its URL', async () => {
    const { staff, lines, database } = await startLogged();
    const id = await addPatient(database.db, { name: 'Zenaida Xochitl' });
    lines.length = 0;
    await staff.request({ url: `/v1/user/get-one?idUser=${id}` });
    await staff.request({ url: `/v1/files/${id}` });
    await staff.request({ url: '/zenaida?x=1' });
    await staff.request({ url: '/v1/user/list?search=zenaida&limit=0' });
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { method: 'GET', route: '/v1/user/get-one', status: 200, msg: 'request' },
      { method: 'GET', route: '/v1/files/:id', status: 404, msg: 'request' },
      { method: 'GET', route: 'unknown', status: 404, msg: 'request' },
      { method: 'GET', route: '/v1/user/list', status: 400, msg: 'request' },
    ]);
    expect(lines.join('')).not.toContain(id);
  });

  test('the log contains no patient data, password, token or query', async () => {
    const { app, database, staff, lines } = await startLogged();
    const { db } = database;
    const id = await addPatient(db, {
      name: 'Zenaida Xochitl',
      email: 'zenaida@correo.example',
      phone: '+52 55 7777 1234',
    });
    await addReport(db, id, 'exam_ai', 'azoospermia');
    await addFertilityTest(db, id, 'zenaidax');
    const fileId = await addFile(db, null, { name: 'Zenaida.pdf' });
    await addExam(db, id, { fileId });

    const requestAll = async (headers: Record<string, string>) => {
      for (const url of [
        '/v1/user/get-all',
        '/v1/user/list?search=zenaida%20xochitl&pista=1',
        '/v1/user/list?search=+52%2055%207777&sort=name',
        '/v1/user/duplicates?email=zenaida@correo.example&phone=5577771234',
        '/v1/user/list?cursor=zenaida',
        `/v1/user/get-one?idUser=${id}`,
        `/v1/user/get-one?idUser=zenaida%3B`,
        `/v1/user/get-medical-history-patient?idUser=${id}`,
        `/v1/files/${fileId}`,
        '/v1/files/zenaida',
        '/v1/zenaida',
        '/%zenaida',
        `/v1/files/${'zenaida'.repeat(300)}`,
      ]) {
        await app.inject({ url, headers });
      }
      for (const payload of [
        JSON.stringify({ idUsers: [id] }),
        JSON.stringify({ idUsers: ['zenaida'] }),
        JSON.stringify({ zenaida: 'xochitl' }),
        '{"zenaida',
      ]) {
        await app.inject({
          method: 'POST',
          url: '/v1/user/delete',
          headers: { ...headers, 'content-type': 'application/json' },
          payload,
        });
      }
    };
    const bearer = (await signIn(app, { email: staff.email })).headers['set-auth-token'];
    await requestAll({ cookie: staff.cookie });
    await requestAll({});
    await requestAll({ authorization: `Bearer ${String(bearer)}`, 'user-agent': 'zenaida' });
    const answer = await signIn(app, { email: staff.email }, { headers: { cookie: staff.cookie } });
    await signIn(app, { email: staff.email, password: 'contraseña equivocada' });
    await signIn(app, { email: 'zenaida@correo.example', password: TEST_PASSWORD });

    // Faults quote their cause, and without the audit table every call is a fault.
    await queryAsOwner(database, `revoke insert on audit_events from "${database.app.user}"`);
    await requestAll({ cookie: getSessionCookie(answer) });
    await signIn(app, { email: staff.email });
    await queryAsOwner(database, 'drop table exams, patients cascade');
    await requestAll({ cookie: getSessionCookie(answer) });

    const faults = lines.filter((line) => line.includes('request failed'));
    expect(faults.length).toBeGreaterThan(5);
    expect(faults.join('')).toContain('42501');
    expect(lines.join('')).not.toMatch(SECRETS);
    for (const token of [staff.cookie, getSessionCookie(answer), String(bearer)]) {
      const [secret] = /[A-Za-z0-9]{32}/.exec(token) ?? [];
      expect(secret).toBeDefined();
      expect(lines.join('')).not.toContain(secret);
    }
  });

  test('T-F5: a request cannot add a forged line to the log', async () => {
    const { app, lines } = await startLogged();
    lines.length = 0;
    await app.inject({
      url: '/v1/x%0A%7B%22level%22:60%7D?a=%0D%0A',
      headers: { 'user-agent': '{"level":60,"msg":"forjada"}', 'x-request-id': 'forjada' },
    });
    expect(lines).toHaveLength(1);
    expect(lines.join('')).not.toMatch(/forjada|"level":60/);
    for (const line of lines) expect(JSON.parse(line)).toHaveProperty('reqId');
  });
});
