import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import type { twoFactor } from 'better-auth/plugins/two-factor';
import * as z from 'zod';

/** Our call within the library that opens a session of an account which a provider vouches for. */
export const OPEN_SESSION_PATH = '/provider/open-session';

/** No request of a client reaches it: only our routes have calls of the library. */
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
    },
  } satisfies BetterAuthPlugin;
}

/** The library asks for the second step after its own sign-ins; after ours it has to as well. */
export function afterProviderToo<Plugin extends ReturnType<typeof twoFactor>>(
  plugin: Plugin,
): Plugin {
  const after = plugin.hooks.after.map((hook) => ({
    ...hook,
    matcher: (context: Parameters<typeof hook.matcher>[0]) =>
      hook.matcher(context) || context.path === OPEN_SESSION_PATH,
  }));
  return { ...plugin, hooks: { ...plugin.hooks, after } };
}
