import { randomBytes } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint, sessionMiddleware } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import type { twoFactor } from 'better-auth/plugins/two-factor';
import * as z from 'zod';

/** Our call in the library that opens a session for an account that a provider authenticated. */
export const OPEN_SESSION_PATH = '/provider/open-session';

/** Our call in the library that gives the session of a request a new token. */
export const RENEW_SESSION_PATH = '/session/renew';

/** Endpoints that only our routes call; no client can reach them. */
export function providerSessions() {
  return {
    id: 'provider-sessions',
    endpoints: {
      openProviderSession: createAuthEndpoint(
        OPEN_SESSION_PATH,
        { method: 'POST', body: z.object({ userId: z.string() }) },
        async (ctx) => {
          const { internalAdapter } = ctx.context;
          const user = await internalAdapter.findUserById(ctx.body.userId);
          if (!user) throw new APIError('UNAUTHORIZED');
          const session = await internalAdapter.createSession(user.id);
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

/** Makes the library require the second step also after a sign-in with a provider. */
export function alsoAfterProvider<Plugin extends ReturnType<typeof twoFactor>>(
  plugin: Plugin,
): Plugin {
  const after = plugin.hooks.after.map((hook) => ({
    ...hook,
    matcher: (context: Parameters<typeof hook.matcher>[0]) =>
      hook.matcher(context) || context.path === OPEN_SESSION_PATH,
  }));
  return { ...plugin, hooks: { ...plugin.hooks, after } };
}
