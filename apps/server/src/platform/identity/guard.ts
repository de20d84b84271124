import type { IncomingHttpHeaders } from 'node:http';
import { VIEW_AS_HEADER } from '@simiente/contract/common/access/role-names';
import {
  type Capability,
  getCapabilities,
  isRole,
  type Role,
} from '@simiente/contract/common/access/roles';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { may, requireCapability, type StaffActor } from '../act.ts';
import { type IsOwnOrigin, isFromBrowser, SAFE_METHODS } from '../http/origin.ts';
import { Problem } from '../problem.ts';
import type { FindSession } from './sessions/sessions.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Access to this route; `session` by default. */
    access?: 'session' | 'open';
    /** Capabilities for a route that is not open; empty for one on the user's own account. */
    capabilities?: readonly Capability[];
    /** Whether the account's owner must have confirmed their identity in the last minutes. */
    needsProof?: boolean;
    /** A background request, which does not keep the session alive. */
    background?: true;
    /** Whether a user who still has to set up the second step may call this route too. */
    beforeTwoFactor?: true;
    /**
     * Accepts a content type that any page's plain form can send, so the request must prove that it comes from our
     * own pages.
     */
    form?: true;
    /**
     * An open route that accepts a plain form, and ignores any session. Its page names no referrer, so browsers
     * send `Origin: null` with the form.
     */
    anyOrigin?: true;
    /** Other origins whose pages may call this open route. */
    origins?: ReadonlySet<string>;
  }
  interface FastifyRequest {
    staff: StaffActor | null;
    sessionId: string | null;
    /** Whether the account of `staff` must have a second step, also under a viewed role. */
    needsTwoFactor: boolean;
  }
}

interface GuardDeps {
  /** A user without the required second step may only set it up. */
  readonly requireTwoFactor: TwoFactorRule;
  readonly isOwnOrigin: IsOwnOrigin;
  /** Whether the owner of a session's account confirmed in it recently. */
  readonly hasRecentProof: (sessionId: string) => Promise<boolean>;
}

/**
 * Checks every request before its body is read. A request without a session reaches only the routes declared
 * `open`. A browser may send a change, or any request that needs a session, only from our own pages: a link on
 * another site could otherwise make the audit record a read that the user did not intend.
 */
export function registerGuard(
  app: FastifyInstance,
  findSession: FindSession,
  { requireTwoFactor, isOwnOrigin, hasRecentProof }: GuardDeps,
): void {
  rejectUndeclaredRoutes(app);
  app.decorateRequest('staff', null);
  app.decorateRequest('sessionId', null);
  app.decorateRequest('needsTwoFactor', false);
  app.addHook('onRequest', async (request, reply) => {
    const { config } = request.routeOptions;
    const isOpen = config.access === 'open' || request.is404;
    const isOriginAllowed =
      (isOpen && config.anyOrigin) || config.origins?.has(request.headers.origin ?? '');
    const isOpenRead = isOpen && SAFE_METHODS.has(request.method);
    if (!isOpenRead && !isOriginAllowed) rejectOtherOrigins(request, isOwnOrigin);
    // Rejected before the body is read. A GET may be for a page of the web app.
    if (request.is404 && request.method !== 'GET' && request.method !== 'HEAD') {
      throw new Problem('ROUTE_NOT_FOUND');
    }
    if (isOpen) return;
    const session = await findSession(request);
    if (session === null) throw new Problem('UNAUTHORIZED');
    request.needsTwoFactor = needsTwoFactor(requireTwoFactor, session.actor);
    if (request.needsTwoFactor && !session.isVerified && !config.beforeTwoFactor) {
      throw new Problem('TWO_FACTOR_REQUIRED');
    }
    // An older browser may send the form of another site with our cookie and without an origin.
    const { cookie } = request.headers;
    if (config.form && cookie !== undefined && !isFromBrowser(request.headers)) {
      throw new Problem('CROSS_ORIGIN');
    }
    const actor = limitToRole(session.actor, readViewedRole(session.actor, request.headers));
    request.staff = actor;
    request.sessionId = session.id;
    for (const capability of config.capabilities ?? []) requireCapability(actor, capability);
    if (config.needsProof && !(await hasRecentProof(session.id))) throw new Problem('PROOF_NEEDED');
    for (const cookie of session.setCookies) reply.header('set-cookie', cookie);
    // No cache may keep the answer of a route that needs a session.
    reply.header('cache-control', 'no-store');
  });
}

/** The start fails if a route declares neither open access nor a list of capabilities. */
function rejectUndeclaredRoutes(app: FastifyInstance): void {
  const routes: RouteOptions[] = [];
  // Checked when the application is ready, because a hook of the route's scope may still declare its access.
  app.addHook('onRoute', (route) => void routes.push(route));
  app.addHook('onReady', async () => {
    for (const { method, url, config } of routes) {
      if (config?.access === 'open' || config?.capabilities !== undefined) continue;
      throw new Error(`${String(method)} ${url} declares neither open access nor capabilities`);
    }
  });
}

/** The user of a request to a route that is not open. */
export function getStaff(request: FastifyRequest): StaffActor {
  if (request.staff === null) throw new Problem('UNAUTHORIZED');
  return request.staff;
}

/** The session id of a request to a route that is not open. */
export function getSessionId(request: FastifyRequest): string {
  if (request.sessionId === null) throw new Problem('UNAUTHORIZED');
  return request.sessionId;
}

/**
 * Rejects requests from other sites. A browser's request must come from our own pages, or be typed by the user.
 * Other clients send neither header, and use a bearer token, which a page of another site does not have.
 */
function rejectOtherOrigins(request: FastifyRequest, isOwnOrigin: IsOwnOrigin): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site === 'cross-site' || site === 'same-site') throw new Problem('CROSS_ORIGIN');
  if (origin !== undefined && !isOwnOrigin(origin, request)) throw new Problem('CROSS_ORIGIN');
}

/**
 * The role whose view an administrator of accounts requested; null without such a request, and for every other
 * account.
 * @throws Problem BAD_REQUEST for a header with an unknown role
 */
export function readViewedRole(actor: StaffActor, headers: IncomingHttpHeaders): Role | null {
  const role = headers[VIEW_AS_HEADER];
  if (role === undefined || !may(actor, 'accounts.manage')) return null;
  if (typeof role !== 'string' || !isRole(role)) throw new Problem('BAD_REQUEST');
  return role;
}

/** The account, limited to the capabilities of a role; unchanged without a role. */
export function limitToRole(actor: StaffActor, role: Role | null): StaffActor {
  if (role === null) return actor;
  const roleCapabilities = getCapabilities([role]);
  const capabilities = [...actor.capabilities].filter((name) => roleCapabilities.has(name));
  return { ...actor, capabilities: new Set(capabilities) };
}

/** Accounts that must have a second step. */
export type TwoFactorRule = 'all' | 'clinical' | 'none';

/** Capabilities that show clinical data; emergency access is for roles without the others. */
const CLINICAL: readonly Capability[] = [
  'exams.open',
  'results.read',
  'reports.read',
  'emergency.open',
];

export function needsTwoFactor(
  rule: TwoFactorRule,
  actor: Pick<StaffActor, 'capabilities'>,
): boolean {
  if (rule === 'clinical') return CLINICAL.some((capability) => may(actor, capability));
  return rule === 'all';
}
