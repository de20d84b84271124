import { expect, test, vi } from 'vitest';
import { NO_REQUEST, type StaffActor } from '../../platform/act.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { sharedApplication, TEST_SECRET } from '../../testing/application.ts';
import { LONG_WAIT } from '../../testing/long-wait.ts';
import { addConsent } from '../../testing/records.ts';
import { deliveryRequests } from '../../testing/reports/report-visits.ts';
import { withdrawConsent } from '../consents/calls.ts';
import { deliverReport } from './calls.ts';
import { createDeliverySecrets } from './public.ts';

const testApp = sharedApplication();
const { addSealed, create, read } = deliveryRequests(testApp);

/** Context of the actions. */
const makeContext = () => {
  const { id } = testApp().staff;
  const capabilities: StaffActor['capabilities'] = new Set(['reports.read']);
  const actor = { kind: 'staff', id, capabilities } as StaffActor;
  return { actor, origin: NO_REQUEST };
};

const PARTS = { secrets: createDeliverySecrets([TEST_SECRET]), sendsMail: false };
const deliver = (transaction: Transaction, idVersion: string) =>
  deliverReport(transaction, makeContext(), { idVersion, linkBy: 'hand', codeBy: 'voice' }, PARTS);
const withdraw = (transaction: Transaction, idUser: string) =>
  withdrawConsent(transaction, makeContext(), {
    idUser,
    purpose: 'health_data',
    reason: 'Lo pidió',
  });

/** Sends a request while an action is uncommitted. The action commits once the request is answered or waits for it. */
async function during<Answer>(
  act: (transaction: Transaction) => Promise<unknown>,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const { db } = testApp().database;
  // Wrapped in an object, because a returned promise would be awaited within the transaction.
  const { pending } = await db.transaction(async (transaction) => {
    await act(transaction);
    const pending = send();
    let isAnswered = false;
    void pending.finally(() => {
      isAnswered = true;
    });
    await vi.waitFor(async () => {
      const { rows: waiting } = await db.execute(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(isAnswered || waiting.length === 1).toBe(true);
    }, LONG_WAIT);
    return { pending };
  });
  return pending;
}

test('E-10.574: one of two simultaneous deliveries of a report stays open', async () => {
  const { idUser, idVersion } = await addSealed();
  const second = await during(
    (transaction) => deliver(transaction, idVersion),
    () => create(idVersion),
  );
  expect(second.status).toBe(200);
  const { deliveries } = await read(idUser);
  expect(deliveries.map(({ state }) => state).toSorted()).toEqual(['open', 'replaced']);
});

test('E-10.577: a report is not delivered during a concurrent withdrawal of the consent', async () => {
  const { idUser, idVersion } = await addSealed();
  await addConsent(testApp().database.db, idUser);
  const rejected = await during(
    (transaction) => withdraw(transaction, idUser),
    () => create(idVersion),
  );
  expect(rejected).toMatchObject({ status: 409, code: 'CONSENT_WITHDRAWN' });
  expect((await read(idUser)).deliveries).toEqual([]);
});

test('E-10.577: a withdrawal of the consent closes open deliveries', async () => {
  const { idUser, idVersion } = await addSealed();
  await addConsent(testApp().database.db, idUser);
  const withdrawn = await during(
    (transaction) => deliver(transaction, idVersion),
    () =>
      testApp().staff.request({
        method: 'POST',
        url: '/v1/user/withdraw-consent',
        payload: { idUser, reason: 'Lo pidió' },
      }),
  );
  expect(withdrawn.statusCode).toBe(200);
  expect((await read(idUser)).deliveries).toMatchObject([{ state: 'consent' }]);
});
