import { createHmac } from 'node:crypto';

export const TEST_CALENDLY_SECRET = 'a signing key of the tests, forty letters';

/** The parts of a webhook that a test sets; the rest is as Calendly sends it. */
export interface WebhookFacts {
  readonly event?: string;
  /** The last part of the booking's URI. */
  readonly invitee: string;
  readonly oldInvitee?: string | null;
  readonly newInvitee?: string | null;
  readonly rescheduled?: boolean;
  readonly name?: string;
  readonly email?: string;
  readonly startsAt?: string;
  /** Without it the event has no length. */
  readonly endsAt?: string;
  readonly hosts?: readonly string[];
  /** Another location than a link of Zoom. */
  readonly location?: object;
  readonly bookedAt?: string;
  readonly joinUrl?: string | null;
  readonly type?: string;
}

/** Calendly's URI of a booking. */
export function inviteeUri(id: string): string {
  return `https://api.calendly.com/scheduled_events/EV${id}/invitees/${id}`;
}

const uriOrNull = (id: string | null | undefined) => (id ? inviteeUri(id) : null);

/** The body of a webhook in Calendly's v2 form, with unused fields. */
export function calendlyWebhook(facts: WebhookFacts) {
  const { event = 'invitee.created', invitee, startsAt = '2026-12-01T17:00:00.000000Z' } = facts;
  const bookedAt = facts.bookedAt ?? '2026-11-02T15:00:00.123456Z';
  const joinUrl = facts.joinUrl === undefined ? `https://meet.example/${invitee}` : facts.joinUrl;
  const isCancelled = event === 'invitee.canceled';
  return {
    event,
    created_at: bookedAt,
    created_by: 'https://api.calendly.com/users/AAAA',
    payload: {
      uri: inviteeUri(invitee),
      name: facts.name ?? 'Rosa Méndez',
      first_name: null,
      last_name: null,
      email: facts.email ?? 'rosa@correo.example',
      status: isCancelled ? 'canceled' : 'active',
      timezone: 'America/Mexico_City',
      rescheduled: facts.rescheduled ?? false,
      old_invitee: uriOrNull(facts.oldInvitee),
      new_invitee: uriOrNull(facts.newInvitee),
      created_at: bookedAt,
      updated_at: bookedAt,
      questions_and_answers: [{ answer: 'Ninguna', position: 0, question: '¿Alguna alergia?' }],
      tracking: { utm_source: null },
      ...(isCancelled ? { cancellation: { canceled_by: 'Rosa', reason: '' } } : {}),
      scheduled_event: {
        uri: `https://api.calendly.com/scheduled_events/EV${invitee}`,
        name: facts.type ?? 'Validación de receta',
        status: isCancelled ? 'canceled' : 'active',
        start_time: startsAt,
        end_time: facts.endsAt ?? startsAt,
        event_type: 'https://api.calendly.com/event_types/TTTT',
        event_memberships: (facts.hosts ?? []).map((email) => ({
          user: 'https://api.calendly.com/users/AAAA',
          user_email: email,
          user_name: 'Anfitrión',
        })),
        location: facts.location ?? { type: 'zoom', status: 'pushed', join_url: joinUrl },
      },
    },
  };
}

/** The signature header of a body. `at` is in milliseconds. */
export function calendlySignature(
  body: string,
  { secret = TEST_CALENDLY_SECRET, at = Date.now() }: { secret?: string; at?: number } = {},
): string {
  const time = Math.floor(at / 1000);
  const digest = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return `t=${time},v1=${digest}`;
}

/** A webhook as a request to CALENDLY_WEBHOOK_PATH. */
export function signedWebhook(webhook: unknown) {
  const payload = typeof webhook === 'string' ? webhook : JSON.stringify(webhook);
  return {
    payload,
    headers: {
      'content-type': 'application/json',
      'calendly-webhook-signature': calendlySignature(payload),
    },
  };
}
