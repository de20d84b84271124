import { and, eq, isNull, like } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forLength } from '../../../../../scripts/test-length.mjs';
import { recipeAppointments } from '../../schema/appointments.ts';
import { auditEvents } from '../../schema/audit.ts';
import { bookingField, inboxMessages } from '../../schema/operation/inbox.ts';
import { replacedFiles } from '../../schema/operation/replaced-files.ts';
import { sharedApplication } from '../../testing/application.ts';
import { addFile, addPatient } from '../../testing/records.ts';
import {
  calendlyWebhook,
  inviteeUri,
  signedWebhook,
  TEST_CALENDLY_SECRET,
  type WebhookFacts,
} from '../../testing/services/calendly.ts';
import { CALENDLY_WEBHOOK_PATH } from './webhook.ts';

const testApp = sharedApplication({ calendlyWebhookSecret: TEST_CALENDLY_SECRET });

let lastChain = 0;
function newChain(): string {
  lastChain += 1;
  return `CH${lastChain}x`;
}

async function deliver(...all: readonly WebhookFacts[]) {
  for (const facts of all) {
    const answer = await testApp().app.inject({
      method: 'POST',
      url: CALENDLY_WEBHOOK_PATH,
      ...signedWebhook(calendlyWebhook(facts)),
    });
    expect(answer.statusCode, answer.body).toBe(200);
  }
}

/** The visible appointments of a chain. */
async function readShown(chain: string) {
  return testApp()
    .database.db.select()
    .from(recipeAppointments)
    .where(
      and(
        like(recipeAppointments.calendlyInviteeUri, `%/${chain}%`),
        isNull(recipeAppointments.deletedAt),
      ),
    );
}

const toStart = (step: number) => new Date(Date.UTC(2026, 11, 1 + step, 17)).toISOString();
const bookedAt = (step: number) => new Date(Date.UTC(2026, 10, 1 + step, 9)).toISOString();

/** Calendly's events of a booking that is moved several times, and possibly cancelled. */
function makeEvents(chain: string, moves: number, isCancelled: boolean, email?: string) {
  const makeFacts = (step: number): WebhookFacts => ({
    invitee: `${chain}${step}`,
    startsAt: toStart(step),
    bookedAt: bookedAt(step),
    oldInvitee: step === 0 ? null : `${chain}${step - 1}`,
    ...(email === undefined ? {} : { email }),
  });
  const all: WebhookFacts[] = [makeFacts(0)];
  for (let step = 1; step <= moves; step += 1) {
    const before = { ...makeFacts(step - 1), newInvitee: `${chain}${step}`, rescheduled: true };
    all.push({ ...before, event: 'invitee.canceled' }, makeFacts(step));
  }
  if (isCancelled) all.push({ ...makeFacts(moves), event: 'invitee.canceled' });
  return all;
}

function expected(chain: string, moves: number, isCancelled: boolean) {
  return {
    calendlyInviteeUri: inviteeUri(`${chain}${moves}`),
    status: isCancelled ? 'cancelled' : 'pending',
    startsAt: new Date(toStart(moves)),
    meetingUrl: `https://meet.example/${chain}${moves}`,
    createdAt: new Date(bookedAt(0)),
  };
}

describe('a moved booking of Calendly', () => {
  test.each([
    ['the cancellation first', [0, 1, 2]],
    ['the creation first', [0, 2, 1]],
  ])('E-10.3: keeps its id, patient and prescription when Calendly sends %s', async (_, order) => {
    const { db } = testApp().database;
    const chain = newChain();
    const email = `${chain}@correo.example`.toLowerCase();
    const patientId = await addPatient(db, { email });
    const [booked, ...moveEvents] = order.map((index) => makeEvents(chain, 1, false, email)[index]);
    await deliver(booked as WebhookFacts);
    const [before] = await readShown(chain);
    const prescriptionFileId = await addFile(db, null);
    await db
      .update(recipeAppointments)
      .set({ prescriptionFileId, prescriptionExplanation: 'Tomar con agua.' })
      .where(eq(recipeAppointments.id, before?.id ?? ''));
    await deliver(...(moveEvents as WebhookFacts[]));
    expect(await readShown(chain)).toEqual([
      expect.objectContaining({
        ...expected(chain, 1, false),
        id: before?.id,
        patientId,
        prescriptionFileId,
        prescriptionExplanation: 'Tomar con agua.',
        version: 2,
      }),
    ]);
    const audited = await db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.subjectId, before?.id ?? ''))
      .orderBy(auditEvents.id);
    expect(audited.map(({ action, actorKind }) => [action, actorKind])).toEqual([
      ['appointment.created', 'system'],
      ['appointment.updated', 'system'],
    ]);
    expect(audited[1]).toMatchObject({
      patientId,
      details: {
        changes: {
          startsAt: { from: toStart(0), to: toStart(1) },
          calendlyInviteeUri: {
            from: { digest: expect.any(String) },
            to: { digest: expect.any(String) },
          },
        },
        version: 2,
      },
    });
  });

  test('is restored after the first event of the move cancelled it', async () => {
    const chain = newChain();
    const [booked, firstEvent, moved] = makeEvents(chain, 1, false) as [
      WebhookFacts,
      WebhookFacts,
      WebhookFacts,
    ];
    await deliver(booked, { ...firstEvent, rescheduled: false });
    expect(await readShown(chain)).toMatchObject([{ status: 'cancelled' }]);
    await deliver(moved);
    expect(await readShown(chain)).toMatchObject([expected(chain, 1, false)]);
  });

  test('creates an appointment if the earlier booking is unknown', async () => {
    const chain = newChain();
    const [, , moved] = makeEvents(chain, 1, false);
    await deliver(moved as WebhookFacts);
    expect(await readShown(chain)).toMatchObject([
      { ...expected(chain, 1, false), createdAt: new Date(bookedAt(1)) },
    ]);
  });

  test('creates nothing while only the first of its two events has arrived', async () => {
    const chain = newChain();
    const [, firstEvent] = makeEvents(chain, 1, false);
    await deliver(firstEvent as WebhookFacts);
    expect(await readShown(chain)).toEqual([]);
  });

  test('moved twice, with the middle event last, is one appointment with the data of both moves', async () => {
    const { db } = testApp().database;
    const chain = newChain();
    const [first, , second, , third] = makeEvents(chain, 2, false) as WebhookFacts[];
    await deliver(first as WebhookFacts, third as WebhookFacts);
    const two = await readShown(chain);
    expect(two).toHaveLength(2);
    const patientId = await addPatient(db);
    const later = two.find(({ calendlyInviteeUri: uri }) => uri === inviteeUri(`${chain}2`));
    await db
      .update(recipeAppointments)
      .set({ patientId })
      .where(eq(recipeAppointments.id, later?.id ?? ''));
    await deliver(second as WebhookFacts);
    expect(await readShown(chain)).toMatchObject([{ ...expected(chain, 2, false), patientId }]);
  });
});

describe('two appointments of one Calendly booking', () => {
  /** The first and the last booking of a chain, each with an appointment, and the event that links them. */
  async function addSeparate() {
    const chain = newChain();
    const [first, , second, , third] = makeEvents(chain, 2, false) as WebhookFacts[];
    await deliver(first as WebhookFacts, third as WebhookFacts);
    const rows = await readShown(chain);
    const findIdAt = (step: number) =>
      rows.find(({ calendlyInviteeUri: uri }) => uri === inviteeUri(`${chain}${step}`))?.id ?? '';
    return { chain, sooner: findIdAt(0), later: findIdAt(2), link: second as WebhookFacts };
  }

  test('E-10.3: are merged with both prescriptions and their histories', async () => {
    const { db } = testApp().database;
    const { chain, sooner, later, link } = await addSeparate();
    const patientId = await addPatient(db);
    const set = (id: string, row: Partial<typeof recipeAppointments.$inferInsert>) =>
      db
        .update(recipeAppointments)
        .set({ patientId, ...row })
        .where(eq(recipeAppointments.id, id));
    const file = (name: string) => addFile(db, null, { name });
    await set(sooner, {
      prescriptionFileId: await file('una.pdf'),
      prescriptionExplanation: 'Una.',
    });
    await set(later, {
      prescriptionFileId: await file('otra.pdf'),
      prescriptionExplanation: 'Otra.',
    });
    await db.insert(replacedFiles).values({
      fileId: await file('antes.pdf'),
      recipeAppointmentId: later,
      replacedAt: new Date('2026-11-01T10:00:00Z'),
    });
    await deliver(link);
    expect(await readShown(chain)).toMatchObject([{ ...expected(chain, 2, false), id: sooner }]);
    const { body } = await testApp().staff.get(
      `/v1/user/get-medical-history-patient?idUser=${patientId}`,
    );
    expect(body).toMatchObject({
      data: {
        appointments: {
          recipeAppointments: [
            {
              id: sooner,
              prescriptionExplanation: 'Una.\n\nOtra.',
              prescriptions: ['una.pdf', 'otra.pdf', 'antes.pdf'].map((fileName) => ({ fileName })),
            },
          ],
        },
      },
    });
  });

  test('are left to staff, who can retry, if they have different patients', async () => {
    const { database, staff } = testApp();
    const { db } = database;
    const { chain, sooner, later, link } = await addSeparate();
    const setNewPatient = async (id: string) =>
      db
        .update(recipeAppointments)
        .set({ patientId: await addPatient(db) })
        .where(eq(recipeAppointments.id, id));
    await setNewPatient(sooner);
    await setNewPatient(later);
    const before = await readShown(chain);
    await deliver(link);
    expect(await readShown(chain)).toEqual(before);
    const isLinkMessage = eq(bookingField(inboxMessages.payload, 'uri'), inviteeUri(link.invitee));
    const [failed] = await db.select().from(inboxMessages).where(isLinkMessage);
    expect(failed).toMatchObject({ outcome: 'failed', reason: 'two-patients' });

    const request = (method: 'PUT' | 'POST', url: string, payload: object) =>
      staff.request({ method, url, payload });
    await request('PUT', '/v1/recipe/unassign-patient', { idAppointment: later });
    await request('POST', '/v1/inbox/calendly/replay', { idMessage: String(failed?.id) });
    const owner = before.find(({ id }) => id === sooner)?.patientId;
    expect(await readShown(chain)).toMatchObject([
      { ...expected(chain, 2, false), id: sooner, patientId: owner },
    ]);
  });
});

describe('a cancellation by Calendly', () => {
  test('E-10.4: cancels the booking once, even if it is delivered twice', async () => {
    const chain = newChain();
    const all = makeEvents(chain, 0, true);
    await deliver(...all, ...all);
    expect(await readShown(chain)).toMatchObject([{ status: 'cancelled', version: 2 }]);
  });

  test('E-10.4: cancels the booking even if it arrives before the creation', async () => {
    const chain = newChain();
    const [booked, cancelled] = makeEvents(chain, 0, true) as [WebhookFacts, WebhookFacts];
    await deliver(cancelled);
    expect(await readShown(chain)).toMatchObject([{ status: 'cancelled' }]);
    await deliver(booked);
    expect(await readShown(chain)).toMatchObject([expected(chain, 0, true)]);
  });
});

test('E-10.3: the events of a booking give the same result in any order, with repetitions and simultaneous webhooks', async () => {
  const chains = fc
    .record({
      moves: fc.integer({ min: 0, max: 3 }),
      isCancelled: fc.boolean(),
      batch: fc.integer({ min: 1, max: 4 }),
    })
    .chain((facts) => {
      const length = makeEvents('x', facts.moves, facts.isCancelled).length;
      const indices = Array.from({ length }, (_, index) => index);
      return fc
        .tuple(fc.subarray(indices), fc.subarray(indices))
        .chain(([some, others]) => {
          const all = [...indices, ...some, ...others];
          return fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length });
        })
        .map((order) => ({ ...facts, order }));
    });
  await fc.assert(
    fc.asyncProperty(chains, async ({ moves, isCancelled, batch, order }) => {
      const chain = newChain();
      const all = makeEvents(chain, moves, isCancelled);
      for (let at = 0; at < order.length; at += batch) {
        const now = order.slice(at, at + batch).map((index) => all[index] as WebhookFacts);
        await Promise.all(now.map((facts) => deliver(facts)));
      }
      const rows = await readShown(chain);
      expect(rows).toHaveLength(1);
      expect(rows[0]).toMatchObject(expected(chain, moves, isCancelled));
    }),
    { numRuns: forLength(40, 120) },
  );
});
