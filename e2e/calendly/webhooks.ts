import type { APIRequestContext } from '@playwright/test';
import {
  calendlyWebhook,
  signedWebhook,
  type WebhookFacts,
} from '@simiente/server/testing/services/calendly';
import { expect } from '../product/test.ts';

/** Sends a signed webhook in Calendly's form. */
export async function deliver(request: APIRequestContext, facts: WebhookFacts): Promise<void> {
  await send(request, calendlyWebhook(facts));
}

/** A webhook that cannot be applied: it has no start. */
export async function sendInvalid(request: APIRequestContext, facts: WebhookFacts): Promise<void> {
  const webhook = calendlyWebhook(facts);
  const { start_time: _, ...meeting } = webhook.payload.scheduled_event;
  await send(request, { ...webhook, payload: { ...webhook.payload, scheduled_event: meeting } });
}

async function send(request: APIRequestContext, webhook: object): Promise<void> {
  const { payload, headers } = signedWebhook(webhook);
  const answer = await request.post('/v1/webhooks/calendly', { data: payload, headers });
  expect(answer.status()).toBe(200);
}
