import { eq } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { staffVerifications } from '../../../schema/staff.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { isEqual } from '../../http/digest.ts';
import { hasVerification, storeVerification, takeVerification } from '../library-call.ts';
import { defineCookie, hashToken, newToken } from '../sessions/session-token.ts';
import type { ExpectedAnswer } from './provider.ts';

/** Milliseconds within which the user must return from the provider. */
const LIFETIME = 10 * 60_000;
/** Milliseconds for which a confirmation at the provider is valid. */
const CONFIRMATION_LIFETIME = 5 * 60_000;

const purpose = z.discriminatedUnion('kind', [
  /** `email` is that of the account of a locked screen. */
  z.object({ kind: z.literal('sign-in'), email: z.string().optional() }),
  z.object({ kind: z.literal('confirm'), sessionId: z.string() }),
  z.object({ kind: z.literal('bind'), sessionId: z.string() }),
  z.object({ kind: z.literal('link'), link: z.string(), name: z.string().optional() }),
]);

export type ProviderPurpose = z.infer<typeof purpose>;

const storedVisit = z.object({
  purpose,
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  /** Seconds since 1970. */
  begunAt: z.number(),
});

/** A user's visit to the provider, started in one browser and used once. */
export type ProviderVisit = z.infer<typeof storedVisit> & ExpectedAnswer;

export type ProviderVisits = ReturnType<typeof createProviderVisits>;

/** Stores visits in the database, for every process, and their state in the browser's cookie. */
export function createProviderVisits(db: Database, secure: boolean) {
  const cookie = defineCookie('oidc', secure, 'Strict');
  const toKey = (state: string) => `oidc-${hashToken(state)}`;

  return {
    async begin(
      reply: FastifyReply,
      planned: Pick<ProviderVisit, 'purpose' | 'redirectUri'>,
    ): Promise<ProviderVisit> {
      const state = newToken();
      const visit = {
        ...planned,
        nonce: newToken(),
        verifier: newToken(),
        begunAt: Math.floor(Date.now() / 1000),
      };
      await storeVerification(db, toKey(state), JSON.stringify(visit), LIFETIME);
      cookie.set(reply, state, LIFETIME / 1000);
      return { ...visit, state };
    },
    /** Consumes a visit; null if it was used, has expired, or began in another browser. */
    async take(
      request: FastifyRequest,
      reply: FastifyReply,
      state: string,
    ): Promise<ProviderVisit | null> {
      const cookieState = cookie.read(request);
      if (cookieState === '' || !isEqual(cookieState, state)) return null;
      cookie.set(reply, '', 0);
      const value = await takeVerification(db, toKey(state));
      return value === null ? null : { ...storedVisit.parse(JSON.parse(value)), state };
    },
  };
}

const confirmedKey = (sessionId: string) => `oidc-confirmed-${sessionId}`;

/** Stores that the owner of a session has just signed in at the provider. */
export async function storeConfirmation(
  transaction: Transaction,
  sessionId: string,
): Promise<void> {
  const key = confirmedKey(sessionId);
  await transaction.delete(staffVerifications).where(eq(staffVerifications.identifier, key));
  await storeVerification(transaction, key, '', CONFIRMATION_LIFETIME);
}

export const isConfirmed = (transaction: Transaction, sessionId: string) =>
  hasVerification(transaction, confirmedKey(sessionId));

export const takeConfirmation = (transaction: Transaction, sessionId: string) =>
  takeVerification(transaction, confirmedKey(sessionId));
