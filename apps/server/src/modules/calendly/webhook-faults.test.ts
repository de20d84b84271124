import { errorBody } from '@simiente/contract/common/errors';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../platform/database/database.ts';
import { auditEvents } from '../../schema/audit.ts';
import { startApplication } from '../../testing/application.ts';
import { createTestDatabase, queryAsOwner } from '../../testing/database.ts';
import {
  calendlyWebhook,
  signedWebhook,
  TEST_CALENDLY_SECRET,
} from '../../testing/services/calendly.ts';
import {
  deliver,
  findAppointments,
  findWebhooks,
  post,
} from '../../testing/services/calendly-webhook.ts';
import { startProxy } from '../../testing/services/proxy.ts';

describe('a fault while a webhook is applied', () => {
  const startOwn = () => startApplication({ calendlyWebhookSecret: TEST_CALENDLY_SECRET });

  test('E-10.6: changes nothing, is answered 200, and can be replayed', async () => {
    const application = await startOwn();
    const { database, staff } = application;
    await queryAsOwner(
      database,
      `create function reject() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
       create trigger reject before insert on audit_events for each row
         when (new.action = 'appointment.created') execute function reject();`,
    );
    await deliver(application, { invitee: 'F1', name: 'Rosa Méndez' });
    expect(await findAppointments(application, 'F1')).toEqual([]);
    const [webhook] = await findWebhooks(application, 'F1');
    expect(webhook).toMatchObject({ outcome: 'failed', reason: 'fault', attempts: 1 });

    const idMessage = String(webhook?.id);
    const replay = () =>
      staff.request({
        method: 'POST',
        url: '/v1/inbox/calendly/replay',
        payload: { idMessage },
      });
    expect((await replay()).json().data).toEqual({
      outcome: 'failed',
      reason: 'Ocurrió una falla al procesarla.',
    });
    await queryAsOwner(database, 'drop trigger reject on audit_events');
    const [first, again] = [await replay(), await replay()];
    const [appointment] = await findAppointments(application, 'F1');
    expect(appointment).toBeDefined();
    expect(first.json().data).toEqual({ outcome: 'applied', reason: null });
    expect(again.json()).toEqual(first.json());
    expect(await findWebhooks(application, 'F1')).toMatchObject([{ attempts: 3 }]);
    const audited = await database.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, 'delivery.replayed'));
    expect(audited.map(({ actorId, subjectId }) => [actorId, subjectId])).toEqual(
      Array(3).fill([staff.id, idMessage]),
    );
  });

  test('is corrected when Calendly delivers again', async () => {
    const application = await startOwn();
    await queryAsOwner(
      application.database,
      `create function reject() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
       create trigger reject before insert on recipe_appointments for each row execute function reject();`,
    );
    await deliver(application, { invitee: 'F2' });
    await queryAsOwner(application.database, 'drop trigger reject on recipe_appointments');
    await deliver(application, { invitee: 'F2' });
    expect(await findAppointments(application, 'F2')).toHaveLength(1);
    expect(await findWebhooks(application, 'F2')).toMatchObject([
      { outcome: 'applied', reason: null, attempts: 2 },
    ]);
  });

  test('E-10.6, T-H3: returns a 503 if the database is unavailable, so that Calendly retries', async () => {
    const database = await createTestDatabase();
    const wire = await startProxy(database.app);
    const through = openDatabase({ ...wire.config, max: 5 }, pino({ level: 'silent' }));
    onTestFinished(() => through.close());
    const application = await startApplication({
      database: { ...database, ...through },
      calendlyWebhookSecret: TEST_CALENDLY_SECRET,
    });
    const request = signedWebhook(calendlyWebhook({ invitee: 'F3' }));
    await wire.cut();
    const answer = await post(application, request);
    expect([answer.statusCode, answer.json()]).toEqual([503, errorBody('UNAVAILABLE')]);
    expect(answer.headers['retry-after']).toBeDefined();
    await wire.reopen();
    expect((await post(application, request)).statusCode).toBe(200);
    expect(await findAppointments(application, 'F3')).toHaveLength(1);
  });
});
