import { errorBody } from '@simiente/contract/common/errors';
import { describe, expect, test } from 'vitest';
import { calendlyDeliveries } from '../../schema/operation/webhooks.ts';
import { sharedApplication } from '../../testing/application.ts';
import { newId } from '../../testing/records.ts';

const running = sharedApplication();

describe('the list of failed deliveries', () => {
  const addDelivery = async (row: Partial<typeof calendlyDeliveries.$inferInsert>) => {
    const [added] = await running()
      .database.db.insert(calendlyDeliveries)
      .values({
        digest: newId('digest'),
        event: 'invitee.created',
        payload: { payload: { name: 'Rosa Mendez' } },
        receivedAt: new Date(Date.now() - 3_600_000),
        ...row,
      })
      .returning({ id: calendlyDeliveries.id });
    return String(added?.id);
  };

  test('E-10.10, E-10.1373: has failed or interrupted ones, latest first, with the reason in Spanish', async () => {
    const misfit = await addDelivery({
      outcome: 'failed',
      reason: 'payload-mismatch: payload.email',
      attempts: 2,
    });
    await addDelivery({ outcome: 'applied' });
    await addDelivery({ outcome: 'ignored', reason: 'already-known' });
    const cutOff = await addDelivery({ outcome: 'received', payload: 'no JSON' });
    await addDelivery({ outcome: 'received', receivedAt: new Date() });
    const { body } = await running().staff.get('/v1/webhooks/calendly-failures?limit=1');
    expect(body).toMatchObject({
      data: {
        total: 2,
        deliveries: [
          { idDelivery: cutOff, who: null, reason: 'Se interrumpió antes de terminar.' },
        ],
      },
    });
    const { nextCursor } = (body as { data: { nextCursor: string } }).data;
    const next = await running().staff.get(
      `/v1/webhooks/calendly-failures?limit=1&cursor=${nextCursor}`,
    );
    expect(next.body).toMatchObject({
      data: {
        nextCursor: null,
        deliveries: [
          {
            idDelivery: misfit,
            event: 'invitee.created',
            who: 'Rosa Mendez',
            attempts: 2,
            reason: 'La notificación no tiene el formato esperado (payload.email).',
          },
        ],
      },
    });
    expect((await running().staff.get('/v1/recipe/attention')).body).toMatchObject({
      data: { failedDeliveries: 2 },
    });
  });

  test('H-A9, E-10.1448: lose one that is discarded with a reason, once', async () => {
    const idDelivery = await addDelivery({ outcome: 'failed', reason: 'fault' });
    const discard = (reason: string) =>
      running().staff.request({
        method: 'POST',
        url: '/v1/webhooks/calendly-discard',
        payload: { idDelivery, reason },
      });
    const isListed = async () => {
      const { body } = await running().staff.get('/v1/webhooks/calendly-failures?limit=100');
      return JSON.stringify(body).includes(`"idDelivery":"${idDelivery}"`);
    };
    expect((await discard(' ')).statusCode).toBe(400);
    expect(await isListed()).toBe(true);
    expect((await discard('La cita se agendó por teléfono')).statusCode).toBe(200);
    expect(await isListed()).toBe(false);
    expect((await discard('Otra vez')).statusCode).toBe(404);
  });

  test.each(['0', '999999999999999', '9999999999999999999', 'nada', '1.5'])(
    'a delivery %s cannot be replayed',
    async (idDelivery) => {
      const answer = await running().staff.request({
        method: 'POST',
        url: '/v1/webhooks/calendly-replay',
        payload: { idDelivery },
      });
      expect([answer.statusCode, answer.json()]).toEqual([404, errorBody('NOT_FOUND')]);
    },
  );
});
