import type { MeetingPlace } from '@simiente/contract/appointments/calls';
import { parseWireDate } from '@simiente/contract/common/dates';
import { LONGEST_BOOKING } from '@simiente/contract/doctors/calls';
import * as z from 'zod';

/** A booking, from all its events and the events of the bookings that it replaced. */
export interface Booking {
  /** Current id of the booking in Calendly. */
  readonly uri: string;
  /** All current and earlier ids of the booking. */
  readonly uris: readonly string[];
  readonly cancelled: boolean;
  /** Time of the first booking. */
  readonly bookedAt: Date;
  readonly startsAt: Date;
  readonly type: string;
  readonly endsAt: Date | null;
  readonly joinUrl: string | null;
  readonly place: MeetingPlace | null;
  readonly hostEmails: readonly string[];
  readonly name: string;
  readonly email: string;
}

interface Link {
  readonly uri: string;
  readonly events: CalendlyEvent[];
  /** The bookings that replaced it. */
  readonly next: Set<string>;
}

/**
 * Derives a booking from every event of its chain of moves. The same events give the same booking in any order and
 * with any repetitions, so webhooks are safe to repeat.
 * @returns null while only the first half of a move is known
 */
export function mergeEvents(events: readonly CalendlyEvent[]): Booking | null {
  const chain = linkChain(events);
  const standing = [...chain.values()].filter(stands);
  const last = standing.filter((link) => !isReplaced(link, chain));
  // Calendly does not make cycles; in a cycle every booking is replaced, so any of them is used.
  const [head] = (last.length > 0 ? last : standing).toSorted(latestFirst);
  const details = head && scheduledEvent(head);
  if (!head || !details) return null;
  return {
    uri: head.uri,
    uris: [...chain.keys()],
    cancelled: head.events.some(isFinalCancellation),
    bookedAt: new Date(Math.min(...events.map(({ bookedAt }) => bookedAt.getTime()))),
    startsAt: details.startsAt,
    endsAt: details.endsAt,
    type: details.type,
    joinUrl: details.joinUrl,
    place: details.place,
    hostEmails: details.hostEmails,
    name: details.name,
    email: details.email,
  };
}

function linkChain(events: readonly CalendlyEvent[]): Map<string, Link> {
  const chain = new Map<string, Link>();
  const at = (uri: string) => {
    const link = chain.get(uri) ?? { uri, events: [], next: new Set<string>() };
    chain.set(uri, link);
    return link;
  };
  for (const event of events) {
    at(event.uri).events.push(event);
    if (event.oldUri !== null) at(event.oldUri).next.add(event.uri);
    if (event.newUri !== null) {
      at(event.newUri);
      at(event.uri).next.add(event.newUri);
    }
  }
  return chain;
}

/** Whether a booking is complete: one with only half of a move waits for the other half. */
function stands({ events }: Link): boolean {
  return events.some((event) => event.event === 'invitee.created' || isFinalCancellation(event));
}

function isFinalCancellation({ event, rescheduled }: CalendlyEvent): boolean {
  return event === 'invitee.canceled' && !rescheduled;
}

function isReplaced(link: Link, chain: ReadonlyMap<string, Link>): boolean {
  const seen = new Set([link.uri]);
  const ahead = [...link.next];
  for (const uri of ahead) {
    const later = chain.get(uri);
    if (!later || seen.has(uri)) continue;
    seen.add(uri);
    if (stands(later)) return true;
    ahead.push(...later.next);
  }
  return false;
}

function latestFirst(one: Link, other: Link): number {
  const bookedAt = ({ events }: Link) => Math.max(...events.map((event) => +event.bookedAt));
  return bookedAt(other) - bookedAt(one) || (one.uri < other.uri ? 1 : -1);
}

/** The event with the most data is the creation. Among several, the choice does not depend on their order. */
function scheduledEvent({ events }: Link): CalendlyEvent | undefined {
  const created = events.filter(({ event }) => event === 'invitee.created');
  const tellers = created.length > 0 ? created : events;
  return tellers.toSorted((teller, other) =>
    JSON.stringify(teller) < JSON.stringify(other) ? -1 : 1,
  )[0];
}

/** The events about an appointment. */
export const usedEvents = ['invitee.created', 'invitee.canceled'] as const;

export interface CalendlyEvent {
  readonly event: (typeof usedEvents)[number];
  /** Calendly's id of the booking. A move ends one booking and creates another. */
  readonly uri: string;
  /** The replaced booking, and the booking that replaced this one. */
  readonly oldUri: string | null;
  readonly newUri: string | null;
  /** Whether a cancellation is half of a move. */
  readonly rescheduled: boolean;
  readonly name: string;
  readonly email: string;
  readonly bookedAt: Date;
  readonly type: string;
  readonly startsAt: Date;
  readonly endsAt: Date | null;
  readonly joinUrl: string | null;
  readonly place: MeetingPlace | null;
  /** In lower case. */
  readonly hostEmails: readonly string[];
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

const optionalText = z.string().trim().nullish().catch(null);

/** The parts of a v2 payload that are used; others are ignored. A booking without a place is valid. */
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
      end_time: date.nullish().catch(null),
      event_memberships: z
        .array(z.object({ user_email: optionalText }))
        .nullish()
        .catch([]),
      location: z
        .object({ join_url: z.string().nullish(), type: optionalText, location: optionalText })
        .nullish(),
    }),
  }),
});

/**
 * Parses a stored webhook.
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
      endsAt: plausibleEnd(meeting.start_time, meeting.end_time),
      joinUrl: meeting.location?.join_url ?? null,
      place: readPlace(meeting.location),
      hostEmails: (meeting.event_memberships ?? []).flatMap(({ user_email: email }) =>
        email ? [email.toLowerCase()] : [],
      ),
    },
  };
}

function plausibleEnd(start: Date, end: Date | null | undefined): Date | null {
  const length = end ? end.getTime() - start.getTime() : 0;
  return end && length > 0 && length <= LONGEST_BOOKING * 60_000 ? end : null;
}

/** Services whose location has a link instead of a text. */
const SERVICES: Readonly<Record<string, string>> = {
  google_conference: 'Google Meet',
  gotomeeting: 'GoTo Meeting',
  microsoft_teams_conference: 'Microsoft Teams',
  webex_conference: 'Webex',
  zoom: 'Zoom',
};
const LONGEST_PLACE = 500;

function readPlace(location: z.infer<typeof schema>['payload']['scheduled_event']['location']) {
  const { type, location: written } = location ?? {};
  const text = (written || SERVICES[type ?? ''] || '').slice(0, LONGEST_PLACE);
  if (text === '') return null;
  const kinds = ['physical', 'outbound_call', 'inbound_call'] as const;
  return { kind: kinds.find((kind) => kind === type) ?? ('other' as const), text };
}

/** Deeper than Calendly's bodies are; jsonb has its own limit. */
const DEEPEST = 50;

/**
 * A body as jsonb can store it: characters that PostgreSQL cannot store are replaced. A body that is not an object
 * is stored as text, so that no signed content is lost.
 */
export function storableBody(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null) return storableText(text);
    if (measureDepth(body) > DEEPEST) return storableText(text);
    // After re-serialization whole characters are literal: a remaining escape is a NUL or half a character.
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

/** The event name of a webhook, for the list. */
export function eventName(body: unknown): string {
  const name = typeof body === 'object' && body !== null && 'event' in body ? body.event : '';
  return typeof name === 'string' && name !== '' && name.length <= 100 ? name : 'unknown';
}

/** A URL that may be opened as a page; null for one that could run code when clicked. */
export function webUrl(text: string | null): string | null {
  const parsed = text === null ? null : URL.parse(text);
  return parsed?.protocol === 'https:' || parsed?.protocol === 'http:' ? parsed.href : null;
}
