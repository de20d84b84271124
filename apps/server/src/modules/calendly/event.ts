import { parseWireDate } from '@simiente/contract/common/dates';
import * as z from 'zod';

/** The events about an appointment. */
export const usedEvents = ['invitee.created', 'invitee.canceled'] as const;

/** One event of one booking. */
export interface CalendlyEvent {
  readonly event: (typeof usedEvents)[number];
  /** Calendly's id of the booking. A move ends one and makes another. */
  readonly uri: string;
  /** The booking that this one replaced, and the one that replaced this one. */
  readonly oldUri: string | null;
  readonly newUri: string | null;
  /** A cancellation that is half of a move. */
  readonly rescheduled: boolean;
  readonly name: string;
  readonly email: string;
  readonly bookedAt: Date;
  readonly type: string;
  readonly startsAt: Date;
  /** The way to the meeting: a link, a phone number or a place. */
  readonly joinUrl: string | null;
}

const date = z.string().transform((text, context) => {
  const parsed = parseWireDate(text);
  if (parsed instanceof Date) return parsed;
  context.addIssue({ code: 'custom', message: 'not a date' });
  return z.NEVER;
});
/** An index has it. */
const uri = z.string().min(1).max(500);
const uriOrNone = uri.nullish().transform((value) => value ?? null);

/** The parts of a v2 payload that are used; others are ignored. */
const schema = z.object({
  event: z.literal(usedEvents),
  created_at: date,
  payload: z.object({
    uri,
    old_invitee: uriOrNone,
    new_invitee: uriOrNone,
    rescheduled: z.boolean().nullish(),
    name: z.string(),
    email: z.string(),
    created_at: date.optional(),
    scheduled_event: z.object({
      name: z.string().nullish(),
      start_time: date,
      location: z.object({ join_url: z.string().nullish() }).nullish(),
    }),
  }),
});

/**
 * Parses a stored delivery.
 * @returns the event, or the paths of invalid fields, never their values
 */
export function readEvent(
  body: unknown,
): { readonly event: CalendlyEvent } | { readonly misfits: readonly string[] } {
  const { data, error } = schema.safeParse(body);
  if (error) {
    const paths = error.issues.map((issue) => issue.path.join('.') || 'body');
    return { misfits: [...new Set(paths)] };
  }
  const { payload } = data;
  const { scheduled_event: meeting } = payload;
  return {
    event: {
      event: data.event,
      uri: payload.uri,
      oldUri: payload.old_invitee,
      newUri: payload.new_invitee,
      rescheduled: payload.rescheduled ?? false,
      name: payload.name,
      email: payload.email.trim(),
      bookedAt: payload.created_at ?? data.created_at,
      type: meeting.name ?? '',
      startsAt: meeting.start_time,
      joinUrl: meeting.location?.join_url ?? null,
    },
  };
}

/** Deeper than Calendly's bodies are; jsonb has a limit of its own. */
const DEEPEST = 50;

/**
 * A body as jsonb can store it: characters that PostgreSQL cannot hold are replaced. A body that is no
 * object is stored as text, so that nothing signed is lost.
 */
export function storableBody(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null) return storableText(text);
    if (measureDepth(body) > DEEPEST) return storableText(text);
    // Re-serialized, whole characters are literal: an escape that is left is a NUL or half a character.
    const safe = JSON.stringify(body).replaceAll(/\\(u(?:0000|d[89a-f][\da-f]{2})|.)/g, (found) =>
      found.startsWith('\\u0000') || found.startsWith('\\ud') ? '\ufffd' : found,
    );
    return JSON.parse(safe) as unknown;
  } catch {
    return storableText(text);
  }
}

function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\ufffd');
}

function measureDepth(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return depth;
  return Math.max(depth, ...Object.values(value).map((inner) => measureDepth(inner, depth + 1)));
}

/** The event name of a delivery, for the list. */
export function eventName(body: unknown): string {
  const name = typeof body === 'object' && body !== null && 'event' in body ? body.event : '';
  return typeof name === 'string' && name !== '' && name.length <= 100 ? name : 'unknown';
}

/** A URL that may be opened as a page; null for one that could run code when it is clicked. */
export function webUrl(text: string | null): string | null {
  const parsed = text === null ? null : URL.parse(text);
  return parsed?.protocol === 'https:' || parsed?.protocol === 'http:' ? parsed.href : null;
}
