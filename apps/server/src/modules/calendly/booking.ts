import type { MeetingPlace } from '@simiente/contract/appointments/calls';
import type { CalendlyEvent } from './event.ts';

/** A booking, from all its events and those of the bookings that it replaced. */
export interface Booking {
  /** Current id of the booking in Calendly. */
  readonly uri: string;
  /** All current and earlier ids of the booking. */
  readonly uris: readonly string[];
  readonly cancelled: boolean;
  /** When it was first booked. */
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
 * Derives a booking from every event of its chain of moves. The same events give the same booking in any
 * order and however often they come, which makes webhooks safe to repeat.
 * @returns null while only the first half of a move is known
 */
export function mergeEvents(events: readonly CalendlyEvent[]): Booking | null {
  const chain = linkChain(events);
  const standing = [...chain.values()].filter(stands);
  const last = standing.filter((link) => !isReplaced(link, chain));
  // A cycle, which Calendly does not make, replaces all of them.
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

/** A booking with only half of a move waits for the other half. */
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

/** The creation has most data; of several, the same one in any order. */
function scheduledEvent({ events }: Link): CalendlyEvent | undefined {
  const created = events.filter(({ event }) => event === 'invitee.created');
  const tellers = created.length > 0 ? created : events;
  return tellers.toSorted((one, other) =>
    JSON.stringify(one) < JSON.stringify(other) ? -1 : 1,
  )[0];
}
