import type { ErrorCode } from '@simiente/contract/common/errors';
import { and, eq, gt } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { staff, staffVerifications } from '../../../schema/staff.ts';
import type { Database } from '../../database/database.ts';
import { RETRY_AFTER_UNAVAILABLE } from '../../failures.ts';
import { Problem } from '../../problem.ts';
import type { News } from '../events.ts';
import { VERIFY_CODE_PATH } from '../identity.ts';
import type { IdentityRoutes } from '../identity-parts.ts';
import { libraryCode, setSessionCookies, toLibraryRequest } from '../library-call.ts';
import { beginAttempt } from '../sign-in/attempts.ts';
import type { KnownAccount } from '../sign-in/known-devices.ts';
import { claimRecoveryCode, hashEncryptedCodes } from './recovery-codes.ts';
import { claimCode, generateCode, lockTwoFactor, type TwoFactorKind } from './two-factor.ts';

const COOKIE = /(?:^|;\s*)((?:__Host-)?simiente\.two_factor=([^;]*))/;
/** The library's cookie of a waiting sign-in, and the suffix of its failure counter. */
const CHALLENGE = /^2fa-(?!attempts-)[\w-]{1,60}$/;

const input = z.strictObject({ code: z.string().trim().min(1).max(40) });

type Answer =
  | { readonly response: Response; readonly news: News }
  | { readonly refusal: ErrorCode };

export interface CompletedSignIn {
  readonly account: KnownAccount;
  /** Number of failed attempts at the account since its last session began. */
  readonly news: News;
}

/**
 * Completes a sign-in that waits for its second step, with a TOTP or a recovery code. The account's row is locked
 * in all processes, so that no code opens two sessions.
 */
export async function makeSecondStep(
  parts: IdentityRoutes,
  kind: TwoFactorKind,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<CompletedSignIn> {
  const { db, identityWithin, attempts, devices, events } = parts;
  const { data, error } = input.safeParse(request.body);
  if (error)
    throw new Problem('BAD_REQUEST', { issues: [{ path: 'code', message: 'Escribe el código' }] });
  const cookie = waitingCookie(request);
  const waiting = cookie && (await findWaiting(db, cookie.challenge));
  if (!waiting) throw new Problem('SECOND_STEP_EXPIRED');
  const account = { staffId: waiting.id, deviceEpoch: waiting.deviceEpoch };
  const device = devices.find(request, account);
  const attempt = { email: waiting.email, address: request.ip, device };
  await beginAttempt(parts, request, attempt);
  const answer = await db.transaction(async (transaction): Promise<Answer> => {
    const refuse = async (refusal: ErrorCode): Promise<Answer> => {
      await events.happened(transaction, request, waiting.id, 'session.second_step_refused', {
        kind,
        code: refusal,
      });
      return { refusal };
    };
    const factor = await lockTwoFactor(transaction, waiting.id);
    if (!factor?.verified) return refuse('SECOND_STEP_EXPIRED');
    const identity = identityWithin(transaction);
    const claim = kind === 'totp' ? claimCode : claimRecoveryCode;
    if (!(await claim(transaction, identity, factor, data.code))) return refuse('WRONG_CODE');
    if (kind === 'totp') await hashEncryptedCodes(transaction, identity, factor);
    // The library does not support our recovery codes, so the TOTP code that it expects is computed here.
    const code = await generateCode(identity, factor);
    const response = await identity.handler(
      toLibraryRequest(
        request,
        VERIFY_CODE_PATH,
        { code },
        { headers: pickHeaders(request, cookie.header) },
      ),
    );
    if (response.status >= 500) {
      throw new Problem('UNAVAILABLE', { retryAfter: RETRY_AFTER_UNAVAILABLE });
    }
    if (!response.ok) return refuse(toErrorCode(await response.json().catch(() => null)));
    if (kind === 'recovery') {
      await events.happened(transaction, request, waiting.id, 'two_factor.recovery_code_used');
    }
    const isNewDevice = device === null;
    return {
      response,
      news: await events.signedIn(request, waiting.id, { isNewDevice }, transaction),
    };
  });
  if ('refusal' in answer) throw new Problem(answer.refusal);
  // Two attempts were counted: the password and this step.
  await attempts.succeeded(attempt, 2);
  setSessionCookies(answer.response, request, reply);
  return { account, news: answer.news };
}

/**
 * The cookie of a waiting sign-in: the header and its content. The library checks its signature.
 */
function waitingCookie({
  headers,
}: FastifyRequest): { header: string; challenge: string } | undefined {
  const [, header = '', value = ''] = COOKIE.exec(headers.cookie ?? '') ?? [];
  const challenge = decode(value).split('.')[0] ?? '';
  return CHALLENGE.test(challenge) ? { header, challenge } : undefined;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}

async function findWaiting(
  db: Database,
  challenge: string,
): Promise<{ id: string; email: string; deviceEpoch: number } | undefined> {
  const [person] = await db
    .select({ id: staff.id, email: staff.email, deviceEpoch: staff.deviceEpoch })
    .from(staffVerifications)
    .innerJoin(staff, eq(staff.id, staffVerifications.value))
    .where(
      and(
        eq(staffVerifications.identifier, challenge),
        gt(staffVerifications.expiresAt, new Date()),
      ),
    );
  return person;
}

/** Headers with that cookie and the client's address and agent, without another session of the browser. */
function pickHeaders({ headers }: FastifyRequest, cookie: string): Headers {
  return new Headers({ cookie, 'user-agent': headers['user-agent'] ?? '' });
}

function toErrorCode(body: unknown): ErrorCode {
  switch (libraryCode(body)) {
    case 'ACCOUNT_INACTIVE':
      return 'ACCOUNT_INACTIVE';
    case 'INVALID_CODE':
      return 'WRONG_CODE';
    default:
      return 'SECOND_STEP_EXPIRED';
  }
}
