import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { StaffActor } from '../act.ts';
import { BACKGROUND_HEADER, SAFE_METHODS } from '../http/origin.ts';
import type { IsOwnOrigin } from '../http/own-origin.ts';
import { Problem } from '../problem.ts';
import { fetchHeaders } from './fetch-bridge.ts';
import type { FindSession } from './sessions.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call this route. A route that says nothing is closed to everybody. */
    access?: 'session' | 'open';
    /** A request of this route is nobody's action: it keeps no session alive. */
    background?: true;
    /** Also who still has to set up the second step may call this route. */
    beforeTwoFactor?: true;
    /** Takes what a plain form of any page can send: it must say that it comes from ours. */
    form?: true;
    /** Pages of these origins may call this open route too. */
    origins?: ReadonlySet<string>;
  }
  interface FastifyRequest {
    staff: StaffActor | null;
    /** Of the session of `staff`. */
    sessionId: string | null;
  }
}

export interface GuardParts {
  /** Who has no second step may do no more than set it up. */
  readonly requireTwoFactor: boolean;
  readonly isOwnOrigin: IsOwnOrigin;
}

/**
 * Stands before every route, ahead of reading any body: who is not signed in gets no further than
 * the routes that say `open` by name. A change, and whatever needs a session, must come from our own
 * pages: a link elsewhere that leads to a file would put a reading into the audit that nobody meant.
 */
export function registerGuard(
  app: FastifyInstance,
  findSession: FindSession,
  { requireTwoFactor, isOwnOrigin }: GuardParts,
): void {
  app.decorateRequest('staff', null);
  app.decorateRequest('sessionId', null);
  app.addHook('onRequest', async (request, reply) => {
    const { access, background, beforeTwoFactor, form, origins } = request.routeOptions.config;
    const isInvited = origins?.has(request.headers.origin ?? '') ?? false;
    const isOpen = access === 'open' || request.is404;
    const isOnlyRead = isOpen && SAFE_METHODS.has(request.method);
    if (!isOnlyRead && !isInvited) refuseOtherOrigins(request, isOwnOrigin);
    // Ahead of its body, which nobody would read. What is asked for with GET may be a page.
    if (request.is404 && !isPageMethod(request.method)) throw new Problem('ROUTE_NOT_FOUND');
    if (isOpen) return;
    const headers = fetchHeaders(request);
    if (background) headers.set(BACKGROUND_HEADER, '1');
    const session = await findSession(headers);
    if (session === null) throw new Problem('UNAUTHORIZED');
    if (requireTwoFactor && !session.twoFactor && !beforeTwoFactor) {
      throw new Problem('TWO_FACTOR_REQUIRED');
    }
    if (form) refuseUnknownOrigin(request);
    request.staff = session.actor;
    request.sessionId = session.id;
    for (const cookie of session.setCookies) reply.header('set-cookie', cookie);
    // Whatever needs a session is nobody else's, not even a cache's.
    reply.header('cache-control', 'no-store');
  });
}

function isPageMethod(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** The member of the staff behind a request that the guard let through. */
export function staffOf(request: FastifyRequest): StaffActor {
  if (request.staff === null) throw new Problem('UNAUTHORIZED');
  return request.staff;
}

/** The id of the session of a request that the guard let through. */
export function sessionOf(request: FastifyRequest): string {
  if (request.sessionId === null) throw new Problem('UNAUTHORIZED');
  return request.sessionId;
}

/**
 * Browsers say where a request comes from; these must come from here, or be typed by a person. Other
 * clients send neither header, and carry a bearer token that no page can borrow.
 */
function refuseOtherOrigins(request: FastifyRequest, isOwnOrigin: IsOwnOrigin): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site === 'cross-site' || site === 'same-site') throw new Problem('CROSS_ORIGIN');
  if (origin !== undefined && !isOwnOrigin(origin, request)) throw new Problem('CROSS_ORIGIN');
}

/** Before any browser said where its requests come from, a form was sent with the cookie all the same. */
function refuseUnknownOrigin({ headers }: FastifyRequest): void {
  if (!isFromBrowser(headers) && headers.cookie !== undefined) throw new Problem('CROSS_ORIGIN');
}

/** Whether a change was asked for by a browser of today, which says where it comes from. */
export function isFromBrowser({ origin, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  return origin !== undefined || site !== undefined;
}
