import { eq, sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { mails } from '../../schema/operation/mail.ts';
import { INVITED, SUSPENDED, staff, staffLinks, staffTwoFactors } from '../../schema/staff.ts';
import { EVERY_RIGHT } from '../../testing/accounts/everybody.ts';
import {
  getSessionCookie,
  signIn,
  startApplication,
  TEST_OUTBOX,
  type TestOptions,
} from '../../testing/application.ts';
import { createWatchedDatabase } from '../../testing/query-plans.ts';
import { smtpError, startMailServer, type TestMailServer } from '../../testing/services/mail.ts';
import { mailSender } from '../mail/send.ts';
import { openMailServer } from '../mail/server.ts';
import { createPasswordLinkMaker } from './public.ts';

const ORIGIN = 'https://simiente.example';
const NEW_PASSWORD = 'bugambilia junto al muro';
const never = new AbortController().signal;

type Started = Awaited<ReturnType<typeof startApplication>>;

const start = (options: TestOptions = {}) =>
  startApplication({ outbox: TEST_OUTBOX, staffRoles: EVERY_RIGHT, ...options });

/** Sends the queued e-mails to a mail server, as the job does. */
function send({ database: { db } }: Started, { port }: TestMailServer, sealedUpTo = () => 0) {
  const server = { host: '127.0.0.1', port, secure: false, user: null, password: null };
  return mailSender({
    db,
    send: openMailServer(server),
    from: 'simiente@simiente.example',
    origin: ORIGIN,
    timeZone: 'America/Mexico_City',
    outbox: TEST_OUTBOX,
    sealedUpTo,
    backupJob: null,
    makeLink: createPasswordLinkMaker(TEST_OUTBOX),
    findDelivery: async () => null,
    findAppointment: async () => null,
  }).run(never);
}

function requestLink({ app }: Started, email: string, remoteAddress = '203.0.113.7') {
  return app.inject({
    method: 'POST',
    url: '/v1/account-link/request',
    payload: { email },
    remoteAddress,
  });
}

/** The token of the link in the last message. */
function tokenIn({ messages }: TestMailServer): string {
  const [, token = ''] =
    /\/(?:contrasena|invitacion)#([\w-]{22})/.exec(messages.at(-1)?.text ?? '') ?? [];
  return token;
}

const use = ({ app }: Started, token: string, password = NEW_PASSWORD) =>
  app.inject({ method: 'POST', url: '/v1/account-link/use', payload: { token, password } });

describe('E-10.332: a forgotten password', () => {
  test('a link by e-mail replaces the password once, ends sessions and keeps the second step', async () => {
    const started = await start();
    const { app, database, staff: person } = started;
    const server = await startMailServer(onTestFinished);
    await database.db.insert(staffTwoFactors).values({
      id: 'tfa',
      userId: person.id,
      secret: 'x',
      backupCodes: '[]',
      enabledAt: new Date(),
    });
    const answer = await requestLink(started, person.email.toUpperCase());
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { status: 200, data: { received: true } },
    ]);
    expect(await send(started, server)).toEqual({ sent: 1, failed: 0 });
    expect(server.messages[0]?.subject).toBe('Elige una contraseña nueva');
    const token = tokenIn(server);
    // Neither the token nor the typed text is in the database.
    const { rows } = await database.pool.query(
      'select (select json_agg(m) from mails m) as mails, (select json_agg(l) from staff_links l) as links',
    );
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).not.toContain('SIMIENTE.EXAMPLE');

    const used = await use(started, token);
    expect(used.json().data).toEqual({ email: person.email });
    expect((await person.request({ url: '/v1/account/get-one' })).statusCode).toBe(401);
    expect((await signIn(app, { email: person.email })).statusCode).toBe(401);
    const factors = await database.db.select().from(staffTwoFactors);
    expect(factors).toHaveLength(1);
    expect((await use(started, token)).json().code).toBe('LINK_USED');
    const [row] = await database.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, 'account.link_requested'));
    expect(row).toMatchObject({
      actorKind: 'anonymous',
      subjectId: person.id,
      address: '203.0.113.7',
    });
  });

  test('a link expires after 30 minutes, and an expired message is not sent', async () => {
    const started = await start();
    const server = await startMailServer(onTestFinished, {
      answer: (count) => (count === 1 ? null : smtpError(451, 'later')),
    });
    const { db } = started.database;
    await requestLink(started, started.staff.email);
    await send(started, server);
    const [link] = await db
      .select({
        minutes: sql<number>`round(extract(epoch from expires_at - created_at) / 60)::int`,
      })
      .from(staffLinks);
    expect(link?.minutes).toBe(30);
    await db.update(staffLinks).set({ expiresAt: sql`now()` });
    expect((await use(started, tokenIn(server))).json().code).toBe('LINK_EXPIRED');

    await requestLink(started, started.staff.email);
    expect(await send(started, server)).toEqual({ sent: 0, failed: 1 });
    await db
      .update(mails)
      .set({
        dueAt: sql`now()`,
        facts: sql`facts || jsonb_build_object('until', '2026-01-01T00:00:00.000Z')`,
      })
      .where(sql`sent_at is null`);
    await send(started, server);
    const faults = await db
      .select({ fault: mails.fault })
      .from(mails)
      .where(sql`failed_at is not null`);
    expect(faults).toEqual([{ fault: 'EXPIRED' }]);
  });

  test('every attempt to send a message uses the same link', async () => {
    const started = await start();
    const server = await startMailServer(onTestFinished, {
      answer: (count) => (count === 1 ? smtpError(451, 'later') : null),
    });
    await requestLink(started, started.staff.email);
    await send(started, server);
    const before = await started.database.db.select().from(staffLinks);
    await started.database.db.update(mails).set({ dueAt: sql`now()` });
    expect(await send(started, server)).toEqual({ sent: 1, failed: 0 });
    expect(await started.database.db.select().from(staffLinks)).toEqual(before);
    expect((await use(started, tokenIn(server))).statusCode).toBe(200);
  });

  test('an unknown e-mail, a suspended account and an invitation get no message and leave no trace', async () => {
    const started = await start();
    const server = await startMailServer(onTestFinished);
    const { db } = started.database;
    const suspended = await started.signInAs('suspendida@simiente.example');
    const invited = await started.signInAs('invitada@simiente.example');
    await db.update(staff).set({ status: SUSPENDED }).where(eq(staff.id, suspended.id));
    await db.update(staff).set({ status: INVITED }).where(eq(staff.id, invited.id));
    const answers = [];
    for (const email of ['nadie@simiente.example', suspended.email, invited.email]) {
      answers.push((await requestLink(started, email)).body);
    }
    expect(new Set(answers).size).toBe(1);
    expect(await send(started, server)).toEqual({ sent: 0, failed: 0 });
    expect(await db.select().from(mails)).toEqual([]);
    expect(await db.select().from(staffLinks)).toEqual([]);
  });

  test('known and unknown e-mails take the same number of queries', async () => {
    const { database, sent } = await createWatchedDatabase();
    const started = await start({ database });
    const work = async (email: string, address: string) => {
      sent.length = 0;
      const { statusCode, body, headers } = await requestLink(started, email, address);
      const { date: _date, 'x-request-id': _id, ...rest } = headers;
      return { statusCode, body, rest, queries: sent.map(({ text }) => text) };
    };
    // A connection's first request may run more queries.
    await work('antes@simiente.example', '203.0.113.1');
    const known = await work(started.staff.email, '203.0.113.2');
    const unknown = await work('nadie@simiente.example', '203.0.113.3');
    expect(known.queries.length).toBeGreaterThan(2);
    expect(unknown).toEqual(known);
    expect(known.queries.join('\n')).not.toMatch(/\bfrom "?staff/i);
  });

  test('requests above the limit of an e-mail or a network get the usual answer without a message', async () => {
    const started = await start({
      passwordRequestLimits: {
        account: { max: 2, windowSeconds: 3600 },
        network: { max: 4, windowSeconds: 900 },
      },
    });
    const { email } = started.staff;
    const statuses = [];
    for (let index = 0; index < 5; index += 1)
      statuses.push((await requestLink(started, email)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
    expect(await started.database.db.select().from(mails)).toHaveLength(2);
    expect((await requestLink(started, email, '198.51.100.1')).statusCode).toBe(200);
    expect(await started.database.db.select().from(mails)).toHaveLength(2);
  });

  test('the call does not exist without a mail server', async () => {
    const started = await start({ outbox: null });
    expect((await requestLink(started, started.staff.email)).json().code).toBe('NOT_FOUND');
    expect((await requestLink(started, 'no es correo')).statusCode).toBe(400);
  });
});

test('E-10.333: with a mail server an invitation is sent by e-mail, and its link is not shown', async () => {
  const started = await start();
  const server = await startMailServer(onTestFinished);
  const invited = await started.staff.request({
    method: 'POST',
    url: '/v1/accounts/invite',
    payload: { name: 'Eva Sol', email: 'eva@simiente.example', roles: ['recepcion'] },
  });
  expect([invited.statusCode, invited.json().data.link]).toEqual([200, null]);
  await send(started, server);
  expect(server.envelopes).toEqual([
    { from: 'simiente@simiente.example', to: ['eva@simiente.example'] },
  ]);
  expect(server.messages[0]?.text).toContain(`${ORIGIN}/invitacion#`);
  expect((await use(started, tokenIn(server))).statusCode).toBe(200);
  const entered = await signIn(started.app, {
    email: 'eva@simiente.example',
    password: NEW_PASSWORD,
  });
  expect(getSessionCookie(entered)).not.toBe('');
});
