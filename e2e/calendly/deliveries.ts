import type { APIRequestContext } from '@playwright/test';
import {
  calendlyDelivery,
  type DeliveryFacts,
  signedDelivery,
} from '@simiente/server/testing/services/calendly';
import { expect } from '../product/test.ts';

/** Sends a signed delivery in Calendly's form. */
export async function deliver(request: APIRequestContext, facts: DeliveryFacts): Promise<void> {
  await send(request, calendlyDelivery(facts));
}

/** A delivery that cannot be applied: it has no start. */
export async function deliverMisfit(
  request: APIRequestContext,
  facts: DeliveryFacts,
): Promise<void> {
  const delivery = calendlyDelivery(facts);
  const { start_time: _, ...meeting } = delivery.payload.scheduled_event;
  await send(request, { ...delivery, payload: { ...delivery.payload, scheduled_event: meeting } });
}

async function send(request: APIRequestContext, delivery: object): Promise<void> {
  const { payload, headers } = signedDelivery(delivery);
  const answer = await request.post('/v1/webhooks/calendly', { data: payload, headers });
  expect(answer.status()).toBe(200);
}
