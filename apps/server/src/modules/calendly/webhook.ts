import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import type { Act } from '../../platform/http/context.ts';
import { originOf } from '../../platform/http/origin.ts';
import { Problem } from '../../platform/http/problem.ts';
import { processDelivery } from './process-delivery.ts';
import { recordDelivery } from './record-delivery.ts';
import { judgeSignature } from './signature.ts';

export const CALENDLY_WEBHOOK_PATH = '/v1/webhooks/calendly';

/** Bytes. Calendly's own are a few kilobytes. */
export const LARGEST_DELIVERY = 256 * 1024;

/**
 * The call that Calendly makes. It is open, because its signature stands for a session. Whatever is
 * signed is kept first and answered 200 as soon as it is safe with us, also when it cannot be
 * applied: of any other answer Calendly would end the subscription after a day.
 */
export function registerCalendlyWebhook(
  app: FastifyInstance,
  { db, secret }: { readonly db: Database; readonly secret: string },
): void {
  void app.register(async (scope) => {
    // The signature is of the bytes, not of what they mean.
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
          throw new Problem('WEBHOOK_SIGNATURE_INVALID');
        }
        const act: Act = { actor: { kind: 'system' }, origin: originOf(request) };
        const id = await db.transaction((transaction) => recordDelivery(transaction, body));
        await processDelivery({ db, log: request.log }, act, id);
        return { status: 200, data: { received: true } };
      },
    );
  });
}
