import { LARGEST_EXAM_FILE } from '@simiente/contract/exams/calls';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { Act } from '../../../platform/act.ts';
import { getOrigin } from '../../../platform/http/origin.ts';
import { readBearerToken, rejectToken } from '../../../platform/identity/sessions/session-token.ts';
import { createLimiter, type Limit } from '../../../platform/limits/limiter.ts';
import { findBatchProblem, MessageRefused, splitMessages } from './decode.ts';
import type { DocumentParts } from './documents.ts';
import { useToken } from './laboratory-tokens.ts';

export const MESSAGES_PATH = '/v1/laboratory/messages';

/** Bytes: a document of the largest upload size in Base64, and 2 MB for the rest. */
const LARGEST_MESSAGE = Math.ceil((LARGEST_EXAM_FILE * 4) / 3) + 2 * 1024 * 1024;

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

/** Loaded with the first message, because most installations get no messages. */
const loadReader = () => import('./receive-message.ts');

interface RouteParts extends DocumentParts {
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
  { pool, timeZone, limit, ...parts }: RouteParts,
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
        bodyLimit: LARGEST_MESSAGE,
        // An invalid token is rejected before the body is read.
        onRequest: async (request, reply) => {
          reply.header('cache-control', 'no-store');
          const laboratoryId = await useToken(parts.db, readBearerToken(request));
          if (laboratoryId === null)
            await rejectToken(invalidTokens, request, 'LABORATORY_TOKEN_INVALID');
          else senders.set(request, laboratoryId);
        },
      },
      async (request, reply) => {
        const laboratoryId = senders.get(request) ?? '';
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const { acknowledge, receiveMessage } = await loadReader();
        reply.type(ACKNOWLEDGMENT_TYPE);
        const [content, other] = splitMessages(body, 1);
        const problem =
          other === undefined
            ? findBatchProblem(body, 1)
            : 'Envía un solo mensaje en cada solicitud.';
        if (content === undefined || problem !== null) {
          const reason = problem ?? 'Esto no es un mensaje HL7: debe empezar con MSH.';
          return reply.code(400).send(acknowledge(null, new MessageRefused('100', reason, 'AR')));
        }
        const act: Act = { actor: { kind: 'system' }, origin: getOrigin(request) };
        const { outcome, acknowledgment } = await receiveMessage(
          { ...parts, log: request.log, timeZone },
          act,
          { laboratoryId, content },
        );
        return reply.code(outcome === 'failed' ? 422 : 200).send(acknowledgment);
      },
    );
  });
}
