import type { MeetingPlace } from '@simiente/contract/appointments/calls';
import { parseWireDate } from '@simiente/contract/common/dates';
import { MAX_BOOKING } from '@simiente/contract/doctors/calls';
import * as z from 'zod';

/**
 * A booking, from all its events and the events of the bookings that it replaced. `uri` is its current id in Calendly,
 * and `bookedAt` the time of the first booking.
 */
export interface Booking
  extends Omit<CalendlyEvent, 'event' | 'oldUri' | 'newUri' | 'rescheduled'> {
  /** All current and earlier ids of the booking. */
  readonly uris: readonly string[];
  readonly cancelled: boolean;
}

/** One booking of a chain of moves. */
interface ChainLink {
  readonly uri: string;
  readonly events: CalendlyEvent[];
  /** Ids of the bookings that replaced it. */
  readonly next: Set<string>;
}

/**
 * Derives a booking from every event of its chain of moves. The same events give the same booking in any order and
 * with any repetitions, so webhooks are safe to repeat.
 * @returns null while only the first half of a move is known
 */
export function mergeEvents(events: readonly CalendlyEvent[]): Booking | null {
  const chain = linkChain(events);
  const complete = [...chain.values()].filter(isComplete);
  const last = complete.filter((link) => !isReplaced(link, chain));
  // In a cycle, which Calendly does not make, every booking is replaced; the latest is used.
  const [head] = (last.length > 0 ? last : complete).toSorted(latestFirst);
  const details = head && chooseDetails(head);
  if (!head || !details) return null;
  return {
    ...details,
    uri: head.uri,
    uris: [...chain.keys()],
    cancelled: head.events.some(isFinalCancellation),
    bookedAt: new Date(Math.min(...events.map(({ bookedAt }) => bookedAt.getTime()))),
  };
}

function linkChain(events: readonly CalendlyEvent[]): Map<string, ChainLink> {
  const chain = new Map<string, ChainLink>();
  const getLink = (uri: string) => {
    const link = chain.get(uri) ?? { uri, events: [], next: new Set<string>() };
    chain.set(uri, link);
    return link;
  };
  for (const event of events) {
    getLink(event.uri).events.push(event);
    if (event.oldUri !== null) getLink(event.oldUri).next.add(event.uri);
    if (event.newUri !== null) {
      getLink(event.newUri);
      getLink(event.uri).next.add(event.newUri);
    }
  }
  return chain;
}

/** Whether the events show the state of a booking. The cancellation in a move does not, because a creation follows. */
function isComplete({ events }: ChainLink): boolean {
  return events.some((event) => event.event === 'invitee.created' || isFinalCancellation(event));
}

function isFinalCancellation({ event, rescheduled }: CalendlyEvent): boolean {
  return event === 'invitee.canceled' && !rescheduled;
}

function isReplaced(link: ChainLink, chain: ReadonlyMap<string, ChainLink>): boolean {
  const seen = new Set([link.uri]);
  const queue = [...link.next];
  for (const uri of queue) {
    const replacement = chain.get(uri);
    if (!replacement || seen.has(uri)) continue;
    seen.add(uri);
    if (isComplete(replacement)) return true;
    queue.push(...replacement.next);
  }
  return false;
}

function latestFirst(a: ChainLink, b: ChainLink): number {
  const bookedAt = ({ events }: ChainLink) => Math.max(...events.map((event) => +event.bookedAt));
  return bookedAt(b) - bookedAt(a) || (a.uri < b.uri ? 1 : -1);
}

/** Chooses the event with the details of a booking, preferably its creation. The order of the events does not matter. */
function chooseDetails({ events }: ChainLink): CalendlyEvent | undefined {
  const created = events.filter(({ event }) => event === 'invitee.created');
  const candidates = created.length > 0 ? created : events;
  return candidates.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))[0];
}

/** The processed events of Calendly; others do not change an appointment. */
export const usedEvents = ['invitee.created', 'invitee.canceled'] as const;

const date = z.string().transform((text, context) => {
  const parsed = parseWireDate(text);
  if (parsed instanceof Date) return parsed;
  context.addIssue({ code: 'custom', message: 'not a date' });
  return z.NEVER;
});
/** Limited to a length that PostgreSQL can index. */
const uri = z.string().min(1).max(500);
const uriOrNone = uri.nullish().transform((value) => value ?? null);

const optionalText = z.string().trim().nullish().catch(null);

const location = z
  .object({ join_url: z.string().nullish(), type: optionalText, location: optionalText })
  .nullish();

/** The event of a webhook (version 2), by the fields that we use. A booking without a place is valid. */
const webhookBody = z
  .object({
    event: z.literal(usedEvents),
    created_at: date,
    payload: z.object({
      /** Calendly's id of the booking. A move ends one booking and creates another. */
      uri,
      /** The replaced booking, and the booking that replaced this one. */
      old_invitee: uriOrNone,
      new_invitee: uriOrNone,
      /** Whether a cancellation is half of a move. */
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
        location,
      }),
    }),
  })
  .transform(({ event, created_at: createdAt, payload }) => {
    const { scheduled_event: meeting } = payload;
    return {
      event,
      uri: payload.uri,
      oldUri: payload.old_invitee,
      newUri: payload.new_invitee,
      rescheduled: payload.rescheduled ?? false,
      name: payload.name,
      email: payload.email.trim(),
      bookedAt: payload.created_at ?? createdAt,
      type: meeting.name ?? '',
      startsAt: meeting.start_time,
      endsAt: plausibleEnd(meeting.start_time, meeting.end_time),
      joinUrl: meeting.location?.join_url ?? null,
      place: readPlace(meeting.location),
      hostEmails: (meeting.event_memberships ?? []).flatMap(({ user_email: email }) =>
        email ? [email.toLowerCase()] : [],
      ),
    };
  });
export type CalendlyEvent = z.output<typeof webhookBody>;

/**
 * Parses a stored webhook.
 * @returns the event, or the paths of invalid fields, never their values
 */
export function readEvent(
  body: unknown,
): { readonly event: CalendlyEvent } | { readonly invalidFields: readonly string[] } {
  const { data, error } = webhookBody.safeParse(body);
  if (data) return { event: data };
  const paths = error.issues.map((issue) => issue.path.join('.') || 'body');
  return { invalidFields: [...new Set(paths)] };
}

function plausibleEnd(start: Date, end: Date | null | undefined): Date | null {
  const length = end ? end.getTime() - start.getTime() : 0;
  return end && length > 0 && length <= MAX_BOOKING * 60_000 ? end : null;
}

/** Services whose location has a link instead of a text. */
const SERVICES: Readonly<Record<string, string>> = {
  google_conference: 'Google Meet',
  gotomeeting: 'GoTo Meeting',
  microsoft_teams_conference: 'Microsoft Teams',
  webex_conference: 'Webex',
  zoom: 'Zoom',
};
const MAX_PLACE_LENGTH = 500;

function readPlace(stored: z.output<typeof location>): MeetingPlace | null {
  const { type, location: typedText } = stored ?? {};
  const text = (typedText || SERVICES[type ?? ''] || '').slice(0, MAX_PLACE_LENGTH);
  if (text === '') return null;
  const kinds = ['physical', 'outbound_call', 'inbound_call'] as const;
  return { kind: kinds.find((kind) => kind === type) ?? 'other', text };
}

/** Maximum nesting of a body stored as JSON. Calendly's bodies are flatter, and PostgreSQL fails on deep nesting. */
const MAX_DEPTH = 50;

/**
 * A body as jsonb can store it: characters that PostgreSQL cannot store are replaced. A body that is not JSON, not an
 * object or too deep is stored as text, so that no signed content is lost.
 */
export function storableBody(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null) return storableText(text);
    if (measureDepth(body) > MAX_DEPTH) return storableText(text);
    // `JSON.stringify` writes `\u` only for control characters and lone surrogates.
    const safe = JSON.stringify(body).replaceAll(/\\(u(?:0000|d[89a-f][\da-f]{2})|.)/g, (match) =>
      match.startsWith('\\u0000') || match.startsWith('\\ud') ? '\ufffd' : match,
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
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return depth;
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
