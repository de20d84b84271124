import type { ErrorCode } from '@simiente/contract/common/errors';
import { and, eq, gt } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { staff, staffVerifications } from '../../../schema/staff.ts';
import type { Database } from '../../database/database.ts';
import { Problem } from '../../problem.ts';
import type { News } from '../events.ts';
import { VERIFY_CODE_PATH } from '../identity.ts';
import type { IdentityCall } from '../identity-parts.ts';
import { callLibrary, setSessionCookies, toErrorCode, toLibraryRequest } from '../library-call.ts';
import { beginAttempt } from '../sign-in/attempts.ts';
import type { KnownAccount } from '../sign-in/known-devices.ts';
import { claimRecoveryCode, hashEncryptedCodes } from './recovery-codes.ts';
import { claimCode, generateCode, lockTwoFactor, type TwoFactorKind } from './two-factor.ts';

const COOKIE = /(?:^|;\s*)((?:__Host-)?simiente\.two_factor=([^;]*))/;
/** The library's id of a pending sign-in. `2fa-attempts-` is the prefix of its failure counter. */
const CHALLENGE = /^2fa-(?!attempts-)[\w-]{1,60}$/;

const input = z.strictObject({ code: z.string().trim().min(1).max(40) });

type Answer =
  | { readonly response: Response; readonly news: News }
  | { readonly refusal: ErrorCode };

export interface CompletedSignIn {
  readonly account: KnownAccount;
  readonly news: News;
}

/**
 * Completes a pending sign-in with a TOTP or a recovery code. The account's row is locked, so that no code opens two
 * sessions.
 */
export async function completeSecondStep(
  kind: TwoFactorKind,
  { parts, request, reply }: IdentityCall,
): Promise<CompletedSignIn> {
  const { db, identityWithin, attempts, devices, events } = parts;
  const { data, error } = input.safeParse(request.body);
  if (error)
    throw new Problem('BAD_REQUEST', { issues: [{ path: 'code', message: 'Escribe el código' }] });
  const cookie = readPendingCookie(request);
  const pending = cookie && (await findPending(db, cookie.challenge));
  if (!pending) throw new Problem('SECOND_STEP_EXPIRED');
  const account = { staffId: pending.id, deviceEpoch: pending.deviceEpoch };
  const device = devices.find(request, account);
  const attempt = { email: pending.email, address: request.ip, device };
  await beginAttempt(parts, request, attempt);
  const answer = await db.transaction(async (transaction): Promise<Answer> => {
    const refuse = async (refusal: ErrorCode): Promise<Answer> => {
      await events.happened(transaction, request, pending.id, 'session.second_step_refused', {
        kind,
        code: refusal,
      });
      return { refusal };
    };
    const factor = await lockTwoFactor(transaction, pending.id);
    if (!factor?.verified) return refuse('SECOND_STEP_EXPIRED');
    const identity = identityWithin(transaction);
    const claim = kind === 'totp' ? claimCode : claimRecoveryCode;
    if (!(await claim(transaction, identity, factor, data.code))) return refuse('WRONG_CODE');
    if (kind === 'totp') await hashEncryptedCodes(transaction, identity, factor);
    // The library does not support our recovery codes, so the TOTP code that it expects is computed here.
    const code = await generateCode(identity, factor);
    // Without the other cookies, which may be those of another session of the browser.
    const headers = new Headers({
      cookie: cookie.header,
      'user-agent': request.headers['user-agent'] ?? '',
    });
    const { response, body } = await callLibrary(
      identity,
      toLibraryRequest(request, VERIFY_CODE_PATH, { code }, { headers }),
    );
    if (!response.ok) return refuse(toErrorCode(body, ERRORS, 'SECOND_STEP_EXPIRED'));
    if (kind === 'recovery') {
      await events.happened(transaction, request, pending.id, 'two_factor.recovery_code_used');
    }
    const isNewDevice = device === null;
    return {
      response,
      news: await events.signedIn(request, pending.id, { isNewDevice }, transaction),
    };
  });
  if ('refusal' in answer) throw new Problem(answer.refusal);
  // Two attempts were counted: the password and this step.
  await attempts.succeeded(attempt, 2);
  setSessionCookies(answer.response, reply);
  return { account, news: answer.news };
}

/** The cookie of a pending sign-in, and the challenge in it. The library checks its signature. */
function readPendingCookie({
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

async function findPending(
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

const ERRORS = new Map<string, ErrorCode>([
  ['ACCOUNT_INACTIVE', 'ACCOUNT_INACTIVE'],
  ['INVALID_CODE', 'WRONG_CODE'],
]);
