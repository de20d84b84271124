import { errorBody } from '@simiente/contract/common/errors';
import { describe, expect, test } from 'vitest';
import { sharedApplication } from '../../testing/application.ts';
import { addFailedMessage, addFailedWebhook, addPartner } from '../../testing/records.ts';

const testApp = sharedApplication();

describe('the list of failed webhooks', () => {
  const addWebhook = (row: Parameters<typeof addFailedWebhook>[1]) =>
    addFailedWebhook(testApp().database.db, {
      reason: null,
      receivedAt: new Date(Date.now() - 3_600_000),
      ...row,
    });

  test('E-10.10, E-10.1373: has failed or interrupted webhooks, latest first, with the reason in Spanish', async () => {
    const failedId = await addWebhook({
      outcome: 'failed',
      reason: 'payload-mismatch: payload.email',
      attempts: 2,
    });
    await addWebhook({ outcome: 'applied' });
    await addWebhook({ outcome: 'ignored', reason: 'already-known' });
    const cutOff = await addWebhook({ outcome: 'received', payload: 'no JSON' });
    await addWebhook({ outcome: 'received', receivedAt: new Date() });
    const { body } = await testApp().staff.get('/v1/inbox/calendly?limit=1');
    expect(body).toMatchObject({
      data: {
        total: 2,
        messages: [
          { idMessage: cutOff, sender: null, reason: 'Se interrumpió antes de terminar.' },
        ],
      },
    });
    const { nextCursor } = (body as { data: { nextCursor: string } }).data;
    const next = await testApp().staff.get(`/v1/inbox/calendly?limit=1&cursor=${nextCursor}`);
    expect(next.body).toMatchObject({
      data: {
        nextCursor: null,
        messages: [
          {
            idMessage: failedId,
            title: 'Cita nueva o modificada',
            sender: 'Rosa Mendez',
            attempts: 2,
            reason: 'La notificación no tiene el formato esperado (payload.email).',
          },
        ],
      },
    });
    expect((await testApp().staff.get('/v1/recipe/attention')).body).toMatchObject({
      data: { failedDeliveries: 2 },
    });
  });

  test('H-A9, E-10.1448: a webhook that is discarded with a reason leaves the list, once', async () => {
    const idMessage = await addWebhook({ outcome: 'failed', reason: 'fault' });
    const discard = (reason: string) =>
      testApp().staff.request({
        method: 'POST',
        url: '/v1/inbox/calendly/discard',
        payload: { idMessage, reason },
      });
    const isListed = async () => {
      const { body } = await testApp().staff.get('/v1/inbox/calendly?limit=100');
      return JSON.stringify(body).includes(`"idMessage":"${idMessage}"`);
    };
    expect((await discard(' ')).statusCode).toBe(400);
    expect(await isListed()).toBe(true);
    expect((await discard('La cita se agendó por teléfono')).statusCode).toBe(200);
    expect(await isListed()).toBe(false);
    expect((await discard('Otra vez')).statusCode).toBe(404);
  });

  test('H-A9, E-10.1551: the calls of Calendly cannot read a laboratory’s message', async () => {
    const { db } = testApp().database;
    const idMessage = await addFailedMessage(db, await addPartner(db, { type: 'Laboratorio' }));
    const url = '/v1/inbox/calendly';
    const { body } = await testApp().staff.get(`${url}?limit=100`);
    expect(JSON.stringify(body)).not.toContain('Laboratorio');
    const seen = await testApp().staff.get(`${url}/message?idMessage=${idMessage}`);
    expect(seen.status).toBe(404);
    for (const act of ['discard', 'replay']) {
      const payload = { idMessage, ...(act === 'discard' && { reason: 'Era otro' }) };
      const answer = await testApp().staff.request({
        method: 'POST',
        url: `${url}/${act}`,
        payload,
      });
      expect(answer.statusCode).toBe(404);
    }
    const laboratory = await testApp().staff.get(
      `/v1/inbox/laboratory/message?idMessage=${idMessage}`,
    );
    expect(laboratory.status).toBe(200);
  });

  test.each(['0', '999999999999999', '9999999999999999999', 'nada', '1.5'])(
    'a replay with the unknown or invalid id %s returns 404',
    async (idMessage) => {
      const answer = await testApp().staff.request({
        method: 'POST',
        url: '/v1/inbox/calendly/replay',
        payload: { idMessage },
      });
      expect([answer.statusCode, answer.json()]).toEqual([404, errorBody('NOT_FOUND')]);
    },
  );
});
