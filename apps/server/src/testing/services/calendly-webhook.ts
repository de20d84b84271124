import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { CALENDLY_WEBHOOK_PATH } from '../../modules/calendly/webhook.ts';
import { recipeAppointments } from '../../schema/appointments.ts';
import { inboxMessages } from '../../schema/operation/inbox.ts';
import type { startApplication } from '../application.ts';
import { calendlyWebhook, inviteeUri, signedWebhook, type WebhookFacts } from './calendly.ts';

type Application = Awaited<ReturnType<typeof startApplication>>;

export interface WebhookRequest {
  readonly payload: string;
  readonly headers: Record<string, string>;
}

let lastInvitee = 0;
/** A booking that no other test uses. */
export function newInvitee(): string {
  lastInvitee += 1;
  return `INV${lastInvitee}`;
}

export function post({ app }: Pick<Application, 'app'>, { payload, headers }: WebhookRequest) {
  return app.inject({ method: 'POST', url: CALENDLY_WEBHOOK_PATH, payload, headers });
}

/** Sends a webhook as Calendly does, and expects it to be accepted. */
export async function deliver(to: Pick<Application, 'app'>, facts: WebhookFacts): Promise<void> {
  const answer = await post(to, signedWebhook(calendlyWebhook(facts)));
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json()).toEqual({ status: 200, data: { received: true } });
}

export async function findAppointments(
  { database }: Pick<Application, 'database'>,
  invitee: string,
) {
  return database.db
    .select()
    .from(recipeAppointments)
    .where(eq(recipeAppointments.calendlyInviteeUri, inviteeUri(invitee)));
}

export async function findWebhooks({ database }: Pick<Application, 'database'>, invitee: string) {
  const rows = await database.db.select().from(inboxMessages).orderBy(inboxMessages.id);
  return rows.filter(({ payload }) => JSON.stringify(payload).includes(`/${invitee}"`));
}
