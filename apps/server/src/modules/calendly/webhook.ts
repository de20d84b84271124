import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { ChangeAct } from '../../platform/act.ts';
import type { Database } from '../../platform/database/database.ts';
import { originOf } from '../../platform/http/origin.ts';
import { consume, createLimiter, type Limit } from '../../platform/limits/limiter.ts';
import { networkOf } from '../../platform/limits/network.ts';
import { Problem } from '../../platform/problem.ts';
import { processDelivery } from './process-delivery.ts';
import { recordDelivery } from './record-delivery.ts';
import { judgeSignature } from './signature.ts';

export const CALENDLY_WEBHOOK_PATH = '/v1/webhooks/calendly';

/** Bytes. Calendly's own are a few kilobytes. */
export const LARGEST_DELIVERY = 256 * 1024;

export const DEFAULT_UNSIGNED_LIMIT: Limit = { most: 60, windowSeconds: 10 * 60 };

interface WebhookParts {
  readonly db: Database;
  readonly pool: Pool;
  readonly secret: string;
  readonly digest: ChangeAct['digest'];
  readonly limit: Limit;
}

/**
 * Calendly's webhook. It is open, since its signature replaces a session. A signed body is stored first
 * and answered 200, also when it cannot be applied: after other answers Calendly would end the
 * subscription within a day.
 */
export function registerCalendlyWebhook(
  app: FastifyInstance,
  { db, pool, digest, secret, limit }: WebhookParts,
): void {
  const unsigned = createLimiter(pool, 'calendly-unsigned', limit, true);
  void app.register(async (scope) => {
    // The signature is of the raw bytes.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(
      CALENDLY_WEBHOOK_PATH,
      { config: { access: 'open' }, bodyLimit: LARGEST_DELIVERY },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const header = request.headers['calendly-webhook-signature'];
        const verdict = judgeSignature(Array.isArray(header) ? header.join() : header, body, {
          secret,
          now: Date.now(),
        });
        if (verdict !== 'valid') {
          request.log.warn({ verdict }, 'webhook refused');
          // Signed deliveries are never counted, whatever else comes from the same address.
          const throttled = await consume(unsigned, networkOf(request.ip));
          if (throttled === null) throw new Problem('WEBHOOK_SIGNATURE_INVALID');
          throw new Problem('TOO_MANY_REQUESTS', { retryAfter: throttled.retryAfter });
        }
        const act: ChangeAct = {
          actor: { kind: 'system' },
          origin: originOf(request),
          digest,
        };
        const id = await db.transaction((transaction) => recordDelivery(transaction, body));
        await processDelivery({ db, log: request.log }, act, id);
        return { status: 200, data: { received: true } };
      },
    );
  });
}
