import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { SYSTEM_ACT } from '../../platform/act.ts';
import type { Database } from '../../platform/database/database.ts';
import { inboxMessages } from '../../schema/operation/inbox.ts';
import { createTestDatabase, queryAsOwner } from '../../testing/database.ts';
import { calendlyWebhook } from '../../testing/services/calendly.ts';
import { processWebhook } from './process-webhook.ts';

const act = { ...SYSTEM_ACT, digest: () => 'digest' };

/** A database that runs a function between one transaction and the next. */
function runBetweenTransactions(db: Database, between: () => Promise<unknown>): Database {
  let transactionCount = 0;
  return Object.create(db, {
    transaction: {
      value: async (...args: Parameters<Database['transaction']>) => {
        transactionCount += 1;
        if (transactionCount === 2) await between();
        return db.transaction(...args);
      },
    },
  }) as Database;
}

test('E-10.6: a failure does not overwrite the success of another attempt', async () => {
  const database = await createTestDatabase();
  const { db } = database;
  const [row] = await db
    .insert(inboxMessages)
    .values({
      kind: 'calendly_delivery',
      digest: 'one',
      event: 'invitee.created',
      payload: calendlyWebhook({ invitee: 'TWICE' }),
    })
    .returning();
  const id = row?.id ?? 0;
  const log = { error: vi.fn() };
  await queryAsOwner(
    database,
    `create function reject() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
     create trigger reject before insert on recipe_appointments for each row execute function reject();`,
  );
  const slow = runBetweenTransactions(db, async () => {
    await queryAsOwner(database, 'drop trigger reject on recipe_appointments');
    await processWebhook({ db, log }, act, id);
  });
  const result = await processWebhook({ db: slow, log }, act, id);
  expect(log.error).toHaveBeenCalledOnce();
  const [kept] = await db.select().from(inboxMessages).where(eq(inboxMessages.id, id));
  expect(kept).toMatchObject({ outcome: 'applied', reason: null, attempts: 1 });
  expect(result).toMatchObject({
    outcome: 'applied',
    reason: null,
    appointmentId: kept?.appointmentId,
  });
});
