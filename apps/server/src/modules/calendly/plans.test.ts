import { expect, test } from 'vitest';
import { startApplication } from '../../testing/application.ts';
import { queryAsOwner } from '../../testing/database.ts';
import {
  createWatchedDatabase,
  explain,
  getIndexes,
  getNodeTypes,
} from '../../testing/query-plans.ts';
import {
  calendlyWebhook,
  signedWebhook,
  TEST_CALENDLY_SECRET,
} from '../../testing/services/calendly.ts';
import { CALENDLY_WEBHOOK_PATH } from './webhook.ts';

test('an index finds the webhooks of a booking among 10 000', async () => {
  const { database, sent } = await createWatchedDatabase();
  const { app } = await startApplication({ database, calendlyWebhookSecret: TEST_CALENDLY_SECRET });
  await queryAsOwner(
    database,
    `insert into inbox_messages (kind, digest, event, payload)
     select 'calendly_delivery', 'd' || n, 'invitee.created', jsonb_build_object('payload', jsonb_build_object(
       'uri', 'https://calendly.example/' || n, 'old_invitee', null, 'new_invitee', null))
     from generate_series(1, 10000) as n`,
  );
  await queryAsOwner(database, 'vacuum analyze inbox_messages');
  sent.length = 0;
  const answer = await app.inject({
    method: 'POST',
    url: CALENDLY_WEBHOOK_PATH,
    ...signedWebhook(calendlyWebhook({ invitee: 'PLAN' })),
  });
  expect(answer.statusCode).toBe(200);
  const chain = sent.find(({ text }) => text.includes('old_invitee'));
  const nodes = chain ? await explain(database.pool, chain) : [];
  expect(getIndexes(nodes).toSorted()).toEqual([
    'inbox_messages_new',
    'inbox_messages_old',
    'inbox_messages_uri',
  ]);
  expect(getNodeTypes(nodes)).not.toContain('Seq Scan');
});
