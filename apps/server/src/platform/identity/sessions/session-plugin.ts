import { randomBytes } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint, sessionMiddleware } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import * as z from 'zod';

/** Our endpoint in Better Auth: opens a session for an account whose owner was verified. */
export const OPEN_SESSION_PATH = '/session/open';

/** Our endpoint in Better Auth: gives the session of a request a new token. */
export const RENEW_SESSION_PATH = '/session/renew';

const openedSession = z.object({
  userId: z.string(),
  /** The time of the second step; `provedAt` is the time when the owner last confirmed their identity. */
  secondStepAt: z.coerce.date().nullable(),
  provedAt: z.coerce.date().nullable(),
});
export type OpenedSession = z.output<typeof openedSession>;

/** Endpoints that only our routes call; no client can reach them. */
export function sessionPlugin() {
  return {
    id: 'staff-sessions',
    endpoints: {
      openStaffSession: createAuthEndpoint(
        OPEN_SESSION_PATH,
        { method: 'POST', body: openedSession },
        async (ctx) => {
          const { internalAdapter } = ctx.context;
          const { userId, ...times } = ctx.body;
          const user = await internalAdapter.findUserById(userId);
          if (!user) throw ctx.error('UNAUTHORIZED');
          const session = await internalAdapter.createSession(user.id, false, times);
          await setSessionCookie(ctx, { session, user });
          return ctx.json({ opened: true });
        },
      ),
      renewSession: createAuthEndpoint(
        RENEW_SESSION_PATH,
        { method: 'POST', use: [sessionMiddleware] },
        async (ctx) => {
          const { session, user } = ctx.context.session;
          const token = randomBytes(24).toString('base64url');
          await ctx.context.internalAdapter.updateSession(session.token, { token });
          await setSessionCookie(ctx, { session: { ...session, token }, user });
          return ctx.json({ renewed: true });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}
