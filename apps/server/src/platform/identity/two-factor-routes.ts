import type { ErrorCode } from '@simiente/contract/common/errors';
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { staffTwoFactors } from '../../schema/staff.ts';
import type { Transaction } from '../database/database.ts';
import { RETRY_AFTER_UNAVAILABLE } from '../http/failures.ts';
import { copyHeaders } from '../http/fetch-bridge.ts';
import { staffOf } from '../http/guard.ts';
import { Problem } from '../http/problem.ts';
import type { AccountAction } from './events.ts';
import { IDENTITY_PATH, VERIFY_CODE_PATH } from './identity.ts';
import type { IdentityRoutes } from './identity-parts.ts';
import { libraryCode, toLibraryRequest } from './library-call.ts';
import { LONGEST_PASSWORD } from './password.ts';
import { endSessions } from './staff-accounts.ts';
import { claimCode, lockTwoFactor } from './two-factor.ts';

const password = z.strictObject({ password: z.string().min(1).max(LONGEST_PASSWORD) });
const code = z.strictObject({ code: z.string().trim().min(1).max(40) });

const enabled = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) });
const regenerated = z.object({ backupCodes: z.array(z.string()) });

/**
 * How a member of the staff sets up the second step of their own account, changes and removes it:
 * - `POST /api/auth/two-factor/enable` `{password}`: `{uri, recoveryCodes}`; nothing is on yet
 * - `POST /api/auth/two-factor/confirm` `{code}`: `{ended}`; on from now on, and every other session of
 *   the account has ended
 * - `POST /api/auth/two-factor/generate-backup-codes` `{password}`: `{recoveryCodes}`, the old ones end
 * - `POST /api/auth/two-factor/disable` `{password}`
 */
export function registerTwoFactorRoutes(app: FastifyInstance, parts: IdentityRoutes): void {
  const at = (name: string) => `${IDENTITY_PATH}/two-factor/${name}`;
  const setUp = { config: { access: 'session', beforeTwoFactor: true } } as const;
  const settled = { config: { access: 'session' } } as const;

  app.post(at('enable'), setUp, async (request, reply) => {
    const body = await askWithPassword(parts, request, reply, '/two-factor/enable');
    const { totpURI, backupCodes } = enabled.parse(body);
    return { uri: totpURI, recoveryCodes: backupCodes };
  });

  app.post(at('confirm'), setUp, (request, reply) => confirm(parts, request, reply));

  app.post(at('generate-backup-codes'), settled, async (request, reply) => {
    const body = await askWithPassword(
      parts,
      request,
      reply,
      '/two-factor/generate-backup-codes',
      'two_factor.recovery_codes_made',
    );
    return { recoveryCodes: regenerated.parse(body).backupCodes };
  });

  app.post(at('disable'), settled, async (request, reply) => {
    if (parts.requireTwoFactor) throw new Problem('TWO_FACTOR_REQUIRED');
    await askWithPassword(parts, request, reply, '/two-factor/disable', 'two_factor.disabled');
    return { enabled: false };
  });
}

/** A call of the library that the password confirms, in one transaction with its row of the audit. */
async function askWithPassword(
  parts: IdentityRoutes,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  action?: AccountAction,
): Promise<unknown> {
  const input = read(password, request.body);
  return limited(parts, request, () =>
    parts.db.transaction(async (transaction) => {
      const { id } = staffOf(request);
      await lockTwoFactor(transaction, id);
      const { response, body } = await ask(parts, transaction, request, path, input);
      if (!response.ok) {
        const refusal = refusalOf(body);
        if (refusal === 'WRONG_PASSWORD') {
          await parts.events.happened(transaction, request, id, 'account.password_refused');
        }
        return { refusal };
      }
      if (action) await parts.events.happened(transaction, request, id, action);
      copyCookies(response, reply);
      return { body };
    }),
  );
}

async function confirm(parts: IdentityRoutes, request: FastifyRequest, reply: FastifyReply) {
  const typed = read(code, request.body).code.replaceAll(' ', '');
  return limited(parts, request, () =>
    parts.db.transaction(async (transaction) => {
      const { id } = staffOf(request);
      const factor = await lockTwoFactor(transaction, id);
      if (!factor || factor.verified) return { refusal: 'CONFLICT' as const };
      const identity = parts.identityWithin(transaction);
      if (!(await claimCode(transaction, identity, factor, typed))) {
        return { refusal: 'WRONG_CODE' as const };
      }
      const ended = await endSessions(transaction, id, request.sessionId ?? undefined);
      // Answers with a verified session in the place of this one.
      const { response, body } = await ask(parts, transaction, request, VERIFY_CODE_PATH, {
        code: typed,
      });
      if (!response.ok) return { refusal: refusalOf(body) };
      await transaction
        .update(staffTwoFactors)
        .set({ enabledAt: new Date() })
        .where(eq(staffTwoFactors.id, factor.id));
      await parts.events.happened(transaction, request, id, 'two_factor.enabled', {
        sessionsEnded: ended,
      });
      copyCookies(response, reply);
      return { body: { enabled: true, ended } };
    }),
  );
}

/** Guesses count as those of a sign-in do, with which they share their limits. */
async function limited(
  { attempts }: IdentityRoutes,
  request: FastifyRequest,
  work: () => Promise<{ body: unknown } | { refusal: ErrorCode }>,
): Promise<unknown> {
  const { email } = staffOf(request);
  const throttled = await attempts.begin(email, request.ip);
  if (throttled) throw new Problem('TOO_MANY_REQUESTS', { retryAfter: throttled.retryAfter });
  const done = await work();
  if ('refusal' in done) throw new Problem(done.refusal);
  await attempts.succeeded(email, request.ip);
  return done.body;
}

async function ask(
  { identityWithin }: IdentityRoutes,
  transaction: Transaction,
  request: FastifyRequest,
  path: string,
  input: unknown,
): Promise<{ response: Response; body: unknown }> {
  const response = await identityWithin(transaction).handler(
    toLibraryRequest(request, path, input),
  );
  if (response.status >= 500) {
    throw new Problem('UNAVAILABLE', { retryAfter: RETRY_AFTER_UNAVAILABLE });
  }
  return { response, body: await response.json().catch(() => null) };
}

function copyCookies(response: Response, reply: FastifyReply): void {
  const headers = new Headers();
  for (const cookie of response.headers.getSetCookie()) headers.append('set-cookie', cookie);
  const token = response.headers.get('set-auth-token');
  if (token) headers.set('set-auth-token', token);
  copyHeaders(headers, reply);
}

function read<T extends z.ZodType>(schema: T, body: unknown): z.infer<T> {
  const { data, error } = schema.safeParse(body);
  if (!error) return data;
  const issues = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  throw new Problem('BAD_REQUEST', { issues });
}

function refusalOf(body: unknown): ErrorCode {
  switch (libraryCode(body)) {
    case 'INVALID_PASSWORD':
      return 'WRONG_PASSWORD';
    case 'INVALID_CODE':
      return 'WRONG_CODE';
    // On already, or not on at all: the page that asked shows what is no longer so.
    default:
      return 'CONFLICT';
  }
}
