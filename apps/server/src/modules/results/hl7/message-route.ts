import { MAX_EXAM_FILE_SIZE } from '@simiente/contract/exams/calls';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { Act } from '../../../platform/act.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { getOrigin } from '../../../platform/http/origin.ts';
import {
  hashToken,
  newToken,
  readBearerToken,
  rejectToken,
} from '../../../platform/identity/sessions/session-token.ts';
import { createLimiter, type Limit } from '../../../platform/limits/limiter.ts';
import { partners } from '../../../schema/partners.ts';
import { laboratoryTokens } from '../../../schema/results.ts';
import { writeAudit } from '../../audit/public.ts';
import { requireLaboratory } from '../../exams/public.ts';
import { findBatchProblem, MessageError, splitMessages } from './decode.ts';
import type { DocumentDeps } from './documents.ts';

export const MESSAGES_PATH = '/v1/laboratory/messages';

/** Bytes: a document of the largest upload size in Base64, and 2 MB for the rest. */
const MAX_MESSAGE_SIZE = Math.ceil((MAX_EXAM_FILE_SIZE * 4) / 3) + 2 * 1024 * 1024;

/** Media types that laboratories' systems send for a message. */
const MEDIA_TYPES = [
  'application/hl7-v2',
  'application/hl7-v2+er7',
  'x-application/hl7-v2+er7',
  'text/plain',
  'application/octet-stream',
];

/** Media type of an answer; its MSH-18 has the same character set. */
const ACKNOWLEDGMENT_TYPE = 'application/hl7-v2; charset=utf-8';

interface RouteDeps extends DocumentDeps {
  readonly pool: Pool;
  readonly timeZone: string;
  readonly limit: Limit;
}

/**
 * `POST /v1/laboratory/messages`: one HL7 v2 message (ORU^R01), with the token of its laboratory in place of a
 * session. The answer is an acknowledgment: 200 AA for an accepted message, 422 AE for a rejected one, 400 AR for
 * an invalid text. Other failures, such as an invalid token, have the answers of every call.
 */
export function registerLaboratoryMessages(
  app: FastifyInstance,
  { pool, timeZone, limit, ...deps }: RouteDeps,
): void {
  const senders = new WeakMap<FastifyRequest, string>();
  const invalidTokens = createLimiter(pool, 'laboratory-token', limit, { remember: true });
  void app.register(async (scope) => {
    // The character set is in the message.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(MEDIA_TYPES, { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(
      MESSAGES_PATH,
      {
        config: { access: 'open' },
        bodyLimit: MAX_MESSAGE_SIZE,
        // An invalid token is rejected before the body is read.
        onRequest: async (request, reply) => {
          reply.header('cache-control', 'no-store');
          const laboratoryId = await findTokenOwner(deps.db, readBearerToken(request));
          if (laboratoryId === null)
            await rejectToken(invalidTokens, request, 'LABORATORY_TOKEN_INVALID');
          else senders.set(request, laboratoryId);
        },
      },
      async (request, reply) => {
        const laboratoryId = senders.get(request) ?? '';
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        // Loaded with the first message, because most installations get no messages.
        const { acknowledge, receiveMessage } = await import('./receive-message.ts');
        reply.type(ACKNOWLEDGMENT_TYPE);
        const [content, other] = splitMessages(body, 1);
        const problem =
          other === undefined
            ? findBatchProblem(body, 1)
            : 'Envía un solo mensaje en cada solicitud.';
        if (content === undefined || problem !== null) {
          const reason = problem ?? 'Esto no es un mensaje HL7: debe empezar con MSH.';
          return reply.code(400).send(acknowledge(null, new MessageError('100', reason, 'AR')));
        }
        const act: Act = { actor: { kind: 'system' }, origin: getOrigin(request) };
        const { outcome, acknowledgment } = await receiveMessage(
          { ...deps, log: request.log, timeZone },
          act,
          { laboratoryId, content },
        );
        return reply.code(outcome === 'failed' ? 422 : 200).send(acknowledgment);
      },
    );
  });
}

/**
 * Creates the token of a laboratory's system, replacing the previous one.
 * @returns the token, which is not stored
 */
export async function makeToken(
  transaction: Transaction,
  act: Act,
  laboratoryId: string,
): Promise<string> {
  await requireLaboratory(transaction, laboratoryId);
  const token = newToken();
  const tokenRow = { tokenHash: hashToken(token), createdAt: sql`now()`, lastUsedAt: null };
  await transaction
    .insert(laboratoryTokens)
    .values({ laboratoryId, ...tokenRow })
    .onConflictDoUpdate({ target: laboratoryTokens.laboratoryId, set: tokenRow });
  const subject = { kind: 'partner', id: laboratoryId } as const;
  await writeAudit(transaction, act, { action: 'laboratory_token.made', subject });
  return token;
}

/** @returns whether the laboratory had a token */
export async function removeToken(
  transaction: Transaction,
  act: Act,
  laboratoryId: string,
): Promise<boolean> {
  const removed = await transaction
    .delete(laboratoryTokens)
    .where(eq(laboratoryTokens.laboratoryId, laboratoryId))
    .returning({ laboratoryId: laboratoryTokens.laboratoryId });
  if (removed.length === 0) return false;
  const subject = { kind: 'partner', id: laboratoryId } as const;
  await writeAudit(transaction, act, { action: 'laboratory_token.removed', subject });
  return true;
}

/** Finds the laboratory of a token and stores the use; null for an unknown token or a deleted laboratory. */
async function findTokenOwner(db: Database, token: string): Promise<string | null> {
  const tokenHash = hashToken(token);
  const [used] = await db
    .update(laboratoryTokens)
    .set({ lastUsedAt: sql`now()` })
    .from(partners)
    .where(
      and(
        eq(laboratoryTokens.tokenHash, tokenHash),
        eq(partners.id, laboratoryTokens.laboratoryId),
        isNull(partners.deletedAt),
      ),
    )
    .returning({ laboratoryId: laboratoryTokens.laboratoryId });
  return used?.laboratoryId ?? null;
}
