import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { inboxMessages } from '../../../schema/operation/inbox.ts';
import { partners } from '../../../schema/partners.ts';
import { sharedApplication } from '../../../testing/application.ts';
import { addPatient } from '../../../testing/records.ts';
import {
  laboratorySender,
  makeMessage,
  parseAcknowledgment,
  valuesByAnalyte,
} from '../../../testing/results/laboratory-messages.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const { db, laboratory, post, findOnlySet } = laboratorySender(testApp);

describe('the time in an HL7 message', () => {
  test.each([
    ['2026011408', '2026-01-14T14:00:00.000Z', true],
    ['202601140840', '2026-01-14T14:40:00.000Z', true],
    ['20260114084012.1234', '2026-01-14T14:40:12.000Z', true],
    ['20260114', '2026-01-14T06:00:00.000Z', false],
    ['20260114084000-0800', '2026-01-14T16:40:00.000Z', true],
    ['2026-01-14', '2026-01-14T06:00:00.000Z', false],
    ['2026-01-14 08:40', '2026-01-14T14:40:00.000Z', true],
    ['2026-01-14T08:40:12.123456Z', '2026-01-14T08:40:12.000Z', true],
    ['20260114T084000-08:00', '2026-01-14T16:40:00.000Z', true],
    ['""', null, false],
  ])(
    'H-A6, E-10.768, E-10.3789: %s is read with the written precision',
    async (collectedAt, at, timeKnown) => {
      const patient = await addPatient(db());
      const message = makeMessage({ patient, collectedAt });
      expect(parseAcknowledgment(await post(message))).toEqual(['AA', '']);
      expect(await findOnlySet(patient)).toMatchObject({
        collectedAt: at,
        collectedTimeKnown: timeKnown,
      });
    },
  );

  test.each(['20260230', '21990101', '2026', 'ayer'])(
    'H-A6, E-10.768: %s is left out with a note, and the values are kept',
    async (collectedAt) => {
      const patient = await addPatient(db());
      expect(parseAcknowledgment(await post(makeMessage({ patient, collectedAt })))[0]).toBe('AA');
      const set = await findOnlySet(patient);
      expect(set.collectedAt).toBeNull();
      expect(valuesByAnalyte(set)).toMatchObject({
        concentration: '14.5',
        'Fechas que no se guardaron': expect.stringContaining(`OBR-7: «${collectedAt}»`),
      });
    },
  );

  test('H-A6: is accepted if it is a few minutes ahead of our clock', async () => {
    const patient = await addPatient(db());
    const at = new Date(Date.now() + 5 * 60_000);
    const collectedAt = `${at.toISOString().replaceAll(/\D/g, '').slice(0, 12)}+0000`;
    await post(makeMessage({ patient, collectedAt }));
    expect((await findOnlySet(patient)).collectedAt?.slice(0, 16)).toBe(
      at.toISOString().slice(0, 16),
    );
  });

  test('H-A6, E-10.769: is in the zone of the laboratory if it has no offset', async () => {
    const patient = await addPatient(db());
    await db()
      .update(partners)
      .set({ timeZone: 'America/Tijuana' })
      .where(eq(partners.id, laboratory()));
    await post(makeMessage({ patient, sentAt: '20260114100000' }));
    expect((await findOnlySet(patient)).collectedAt).toBe('2026-01-14T16:40:00.000Z');
  });
});

describe('an HL7 message that failed', () => {
  const failingMessage = (version: string) =>
    makeMessage({ version, patient: 'usr_none', name: 'Ríos^Ana', filler: `R-${version}` });
  async function findFailed() {
    const rows = await db()
      .select()
      .from(inboxMessages)
      .where(eq(inboxMessages.laboratoryId, laboratory()));
    const [row] = rows.filter(({ outcome }) => outcome === 'failed');
    if (row === undefined) throw new Error('No message failed');
    return row;
  }
  const findListed = async (id: number) => {
    const { body } = await testApp().staff.get('/v1/inbox/laboratory?limit=100');
    const { messages } = (body as { data: { messages: { idMessage: string }[] } }).data;
    return messages.some(({ idMessage }) => idMessage === String(id));
  };

  test('H-A6, E-10.770, E-10.1373: shows its patient, studies and segments, and is discarded with a reason', async () => {
    await post(failingMessage('9.9'));
    const { id } = await findFailed();
    const { body } = await testApp().staff.get(`/v1/inbox/laboratory/message?idMessage=${id}`);
    expect(body).toMatchObject({
      data: {
        facts: expect.arrayContaining([
          { name: 'Paciente', text: expect.stringMatching(/^Ana Ríos · usr_none/) },
          { name: 'Estudios', text: 'Seminograma' },
        ]),
        segments: expect.arrayContaining([expect.stringMatching(/^OBX\|1\|NM\|9780-8/)]),
      },
    });
    const discard = (reason: string) =>
      testApp().staff.request({
        method: 'POST',
        url: '/v1/inbox/laboratory/discard',
        payload: { idMessage: String(id), reason },
      });
    expect((await discard(' ')).statusCode).toBe(400);
    expect((await discard('Se repitió por error')).statusCode).toBe(200);
    expect(await findListed(id)).toBe(false);
    expect(await findFailed()).toMatchObject({ settledReason: 'Se repitió por error' });
    expect((await discard('Otra vez')).statusCode).toBe(404);
  });

  test('H-A6, E-10.771: leaves the list when its reports are sent again and applied', async () => {
    const patient = await addPatient(db(), { name: 'Ana Ríos' });
    await post(failingMessage('9.8'));
    const { id } = await findFailed();
    // Another filler number makes it a different report.
    await post(makeMessage({ patient, name: 'Ríos^Ana', filler: 'R-other' }));
    expect(await findListed(id)).toBe(true);
    const collectedAt = '202601150840';
    await post(makeMessage({ patient, name: 'Ríos^Ana', filler: 'R-9.8', collectedAt }));
    expect(await findListed(id)).toBe(false);
  });
});
