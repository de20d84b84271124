import { randomBytes } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint, sessionMiddleware } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import * as z from 'zod';

const openedSession = z.object({
  userId: z.string(),
  /** The time of the second step; `provedAt` is the time when the owner last confirmed their identity. */
  secondStepAt: z.date().nullable(),
  provedAt: z.date().nullable(),
});
export type OpenedSession = z.output<typeof openedSession>;

/** Endpoints of Better Auth without a path, which no client can reach. */
export function sessionPlugin() {
  return {
    id: 'staff-sessions',
    endpoints: {
      /** Opens a session for an account whose owner was verified. */
      openStaffSession: createAuthEndpoint({ method: 'POST', body: openedSession }, async (ctx) => {
        const { internalAdapter } = ctx.context;
        const { userId, ...times } = ctx.body;
        const user = await internalAdapter.findUserById(userId);
        if (!user) throw ctx.error('UNAUTHORIZED');
        const session = await internalAdapter.createSession(user.id, false, times);
        await setSessionCookie(ctx, { session, user });
      }),
      /** Gives the session of a request a new token. */
      renewSession: createAuthEndpoint(
        { method: 'POST', use: [sessionMiddleware] },
        async (ctx) => {
          const { session, user } = ctx.context.session;
          const token = randomBytes(24).toString('base64url');
          await ctx.context.internalAdapter.updateSession(session.token, { token });
          await setSessionCookie(ctx, { session: { ...session, token }, user });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}
