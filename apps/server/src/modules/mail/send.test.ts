import { eq, sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { type MailKind, mailKinds, mails } from '../../schema/operation/mail.ts';
import { startApplication } from '../../testing/application.ts';
import { smtpError, startMailServer } from '../../testing/services/mail.ts';
import { never, ORIGIN, type Started, senderTo } from '../../testing/services/mail-sender.ts';
import { writeMessage } from './messages.ts';
import { openMailServer } from './server.ts';

async function queue(
  { database: { db } }: Started,
  staffId: string,
  kind: MailKind = 'new-device',
) {
  const id = `mail_${crypto.randomUUID()}`;
  const facts = {
    at: '2026-11-23T15:42:00.000Z',
    address: '203.0.113.22',
    userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0',
  };
  await db.insert(mails).values({ id, kind, staffId, facts });
  return id;
}

async function readState({ database: { db } }: Started, id: string) {
  const [mail] = await db
    .select({
      attempts: mails.attempts,
      isSent: sql<boolean>`${mails.sentAt} is not null`,
      isGivenUp: sql<boolean>`${mails.failedAt} is not null`,
      fault: mails.fault,
      address: mails.address,
      dueIn: sql<number>`round(extract(epoch from ${mails.dueAt} - now()) / 60)::int`,
    })
    .from(mails)
    .where(eq(mails.id, id));
  return mail;
}

const makeDue = ({ database: { db } }: Started) =>
  db.update(mails).set({ dueAt: sql`now() - interval '1 second'` });

const findAudit = ({ database: { db } }: Started, action: string) =>
  db.select().from(auditEvents).where(eq(auditEvents.action, action));

describe('E-10.330: an e-mail message', () => {
  test('reaches its account in Spanish, as text and HTML, and is in the ledger and the audit', async () => {
    const started = await startApplication();
    const server = await startMailServer(onTestFinished);
    const id = await queue(started, started.staff.id);
    expect(await senderTo(started, server).run(never)).toEqual({ sent: 1, failed: 0 });
    expect(server.envelopes).toEqual([
      { from: 'no-responder@clinica.example', to: [started.staff.email] },
    ]);
    const [message] = server.messages;
    expect(message?.subject).toBe('Inicio de sesión desde un dispositivo nuevo');
    expect(message?.from?.text).toContain('Clínica Almena');
    expect(message?.messageId).toBe(`<${id}@clinica.example>`);
    for (const body of [message?.text, message?.html || '']) {
      expect(body).toContain('Hola, Mariana Solórzano:');
      expect(body).toContain(
        'lunes, 23 de noviembre de 2026, 9:42 (hora de Ciudad de México), con Chrome en Windows, desde la dirección 203.0.113.22.',
      );
    }
    expect(await readState(started, id)).toMatchObject({
      attempts: 1,
      isSent: true,
      isGivenUp: false,
      fault: null,
      address: started.staff.email,
    });
    const [row] = await findAudit(started, 'mail.sent');
    expect(row).toMatchObject({
      actorKind: 'system',
      subjectId: started.staff.id,
      details: { mail: 'new-device', attempts: 1 },
    });
    expect(await senderTo(started, server).run(never)).toEqual({ sent: 0, failed: 0 });
    expect(server.messages).toHaveLength(1);
  });

  test.each(mailKinds.filter((kind) => kind !== 'appointment'))(
    '%s has no medical word, no markup from a name, and a complete link',
    (kind) => {
      const url = `${ORIGIN}/contrasena#abc_DEF-123`;
      const { subject, text, html } = writeMessage(kind, {
        name: 'Ana <script>alert(1)</script>\r\nBcc: otra@correo.example',
        origin: ORIGIN,
        timeZone: 'America/Mexico_City',
        url,
        until: '2026-11-23T16:12:00.000Z',
        at: '2026-11-23T15:42:00.000Z',
        address: '203.0.113.22',
        userAgent: null,
        code: '482163',
      });
      const all = `${subject}\n${text}\n${html}`;
      expect(all).not.toMatch(
        /paciente|informe|expediente|estudio|examen|fertilidad|cita|receta|médic|clínic|laboratorio|diagn/i,
      );
      expect(html).not.toContain('<script');
      expect(html).not.toMatch(/<img|src=|@import|url\(/);
      expect(text).not.toMatch(/^Bcc:/m);
      expect(subject).not.toMatch(/[\r\n]/);
      const hasLink = ['invitation', 'password', 'report-link'].includes(kind);
      expect(text.includes('482 163')).toBe(kind === 'report-code');
      expect(text.includes(url)).toBe(hasLink);
      expect(html.includes(`href="${url}"`)).toBe(hasLink);
    },
  );

  test('waits longer after each server failure, keeps the reason, and is finally given up', async () => {
    const started = await startApplication();
    const server = await startMailServer(onTestFinished, {
      answer: () => smtpError(451, 'Ana Pérez has no place here'),
    });
    const id = await queue(started, started.staff.id);
    const waits: (number | undefined)[] = [];
    for (let attempt = 1; attempt <= 15; attempt += 1) {
      await makeDue(started);
      expect(await senderTo(started, server).run(never)).toEqual({ sent: 0, failed: 1 });
      const state = await readState(started, id);
      expect(state).toMatchObject({ attempts: attempt, fault: 'EMESSAGE 451' });
      waits.push(state?.dueIn);
    }
    expect(waits.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    expect(await readState(started, id)).toMatchObject({ isSent: false, isGivenUp: true });
    const [row] = await findAudit(started, 'mail.failed');
    expect(row?.details).toEqual({ mail: 'new-device', attempts: 15, code: 'EMESSAGE 451' });
    await makeDue(started);
    expect(await senderTo(started, server).run(never)).toEqual({ sent: 0, failed: 0 });
    const rows = await started.database.pool.query('select * from mails');
    expect(JSON.stringify(rows.rows)).not.toContain('Ana Pérez');
  });

  test('is given up immediately if the server rejects it permanently, and the next one is sent', async () => {
    const started = await startApplication();
    const removedRecipient = await started.signInAs('ya-no@simiente.example');
    const server = await startMailServer(onTestFinished, {
      onRcptTo: ({ address }, _session, callback) =>
        callback(address === removedRecipient.email ? smtpError(550, 'no such user') : null),
    });
    const lost = await queue(started, removedRecipient.id);
    await makeDue(started);
    const queued = await queue(started, started.staff.id);
    expect(await senderTo(started, server).run(never)).toEqual({ sent: 1, failed: 1 });
    expect(await readState(started, lost)).toMatchObject({
      attempts: 1,
      isGivenUp: true,
      fault: 'EENVELOPE 550',
      address: removedRecipient.email,
    });
    expect(await readState(started, queued)).toMatchObject({ isSent: true });
  });

  test('stays queued while the server does not answer, which each run tries once, and is sent later', async () => {
    const started = await startApplication();
    const first = await startMailServer(onTestFinished);
    await first.close();
    const ids = [
      await queue(started, started.staff.id),
      await queue(started, started.staff.id, 'second-step-on'),
    ];
    expect(await senderTo(started, first).run(never)).toEqual({ sent: 0, failed: 1 });
    const states = await Promise.all(ids.map((id) => readState(started, id)));
    expect(states.map((state) => state?.attempts).toSorted()).toEqual([0, 1]);
    expect(states.map((state) => state?.fault)).toContain('ESOCKET');
    const again = await startMailServer(onTestFinished, { port: first.port });
    await makeDue(started);
    expect(await senderTo(started, again).run(never)).toEqual({ sent: 2, failed: 0 });
  });

  test('is retried after the server timed out', async () => {
    const started = await startApplication();
    const { promise: answered, resolve: answer } = Promise.withResolvers<null>();
    const server = await startMailServer(onTestFinished, { answer: () => answered });
    const id = await queue(started, started.staff.id);
    const sender = senderTo(started, server, {}, {}, 300);
    expect(await sender.run(never)).toEqual({ sent: 0, failed: 1 });
    expect(await readState(started, id)).toMatchObject({
      isSent: false,
      isGivenUp: false,
      fault: 'ETIMEDOUT',
    });
    answer(null);
  });

  test('is sent by the next process, with the same Message-ID, if its process died during the attempt', async () => {
    const started = await startApplication();
    const server = await startMailServer(onTestFinished);
    const id = await queue(started, started.staff.id);
    // State after a process was killed: counted, written to disk, and the message perhaps sent.
    await started.database.db
      .update(mails)
      .set({ attempts: 1, triedAt: sql`now()`, dueAt: sql`now() + interval '1 minute'` });
    expect(await senderTo(started, server).run(never)).toEqual({ sent: 0, failed: 0 });
    await makeDue(started);
    expect(await senderTo(started, server).run(never)).toEqual({ sent: 1, failed: 0 });
    expect(server.messages[0]?.messageId).toBe(`<${id}@clinica.example>`);
    expect(await readState(started, id)).toMatchObject({ attempts: 2, isSent: true });
  });

  test('is sent after signing in if the server has a user and a password', async () => {
    const started = await startApplication();
    const seen: unknown[] = [];
    const server = await startMailServer(onTestFinished, {
      authOptional: false,
      onAuth: ({ username, password }, _session, callback) => {
        seen.push([username, password]);
        callback(null, { user: username });
      },
    });
    await queue(started, started.staff.id);
    const login = { user: 'simiente', password: 'clave: con @ signos' };
    const sender = senderTo(started, server, {}, login);
    expect(await sender.run(never)).toEqual({ sent: 1, failed: 0 });
    expect(seen).toEqual([['simiente', 'clave: con @ signos']]);
  });
});

describe('E-10.330: the mail password for a server on another machine', () => {
  // This machine under an address that is not loopback.
  const host = '0.0.0.0';
  const letter = {
    from: 'simiente@simiente.example',
    to: 'ana@simiente.example',
    messageId: '<una@simiente.example>',
    subject: 'Hola',
    text: 'Hola',
    html: '<p>Hola</p>',
  };

  test.each([
    ['without TLS', ['STARTTLS']],
    ['with an untrusted certificate', []],
  ])('is not sent to a server %s', async (_what, disabledCommands) => {
    const given: unknown[] = [];
    const server = await startMailServer(onTestFinished, {
      disabledCommands,
      onAuth: (auth, _session, callback) => {
        given.push(auth.password);
        callback(null, { user: 'ana' });
      },
    });
    const whole = { host, port: server.port, secure: false };
    const send = openMailServer({ ...whole, user: 'ana', password: 'clave' });
    expect(await send(letter)).toMatchObject({ isServerFault: true });
    expect([given, server.messages]).toEqual([[], []]);
    // Without disabled commands there is nothing to test.
    if (disabledCommands.length === 0) return;
    expect(await openMailServer({ ...whole, user: null, password: null })(letter)).toBeNull();
    expect(server.messages).toHaveLength(1);
  });
});
