import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FindSession } from '../identity/sessions.ts';
import type { StaffActor } from './context.ts';
import { fetchHeaders } from './fetch-bridge.ts';
import { Problem } from './problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call this route. A route that says nothing is closed to everybody. */
    access?: 'session' | 'open';
  }
  interface FastifyRequest {
    staff: StaffActor | null;
  }
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Stands before every route, ahead of reading any body: who is not signed in gets no further than
 * the routes that say `open` by name, and a change must come from our own pages.
 */
export function registerGuard(app: FastifyInstance, findSession: FindSession): void {
  app.decorateRequest('staff', null);
  app.addHook('onRequest', async (request, reply) => {
    if (!SAFE_METHODS.has(request.method)) refuseOtherOrigins(request);
    if (request.routeOptions.config.access === 'open' || request.is404) return;
    const session = await findSession(fetchHeaders(request));
    if (session === null) throw new Problem('UNAUTHORIZED');
    request.staff = session.actor;
    for (const cookie of session.setCookies) reply.header('set-cookie', cookie);
    // Whatever needs a session is nobody else's, not even a cache's.
    reply.header('cache-control', 'no-store');
  });
}

/** The member of the staff behind a request that the guard let through. */
export function staffOf(request: FastifyRequest): StaffActor {
  if (request.staff === null) throw new Problem('UNAUTHORIZED');
  return request.staff;
}

/**
 * Browsers say where a request comes from; one that changes something must come from here. Other
 * clients send neither header, and carry a bearer token that no page can borrow.
 */
function refuseOtherOrigins(request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site === 'cross-site' || site === 'same-site') throw new Problem('CROSS_ORIGIN');
  if (origin !== undefined && hostOf(origin) !== request.host) throw new Problem('CROSS_ORIGIN');
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
