import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { type ChangeAct, SYSTEM_ACT } from '../../platform/act.ts';
import type { Database } from '../../platform/database/database.ts';
import { getOrigin } from '../../platform/http/origin.ts';
import {
  consume,
  createLimiter,
  type Limit,
  toClientAddress,
} from '../../platform/limits/limiter.ts';
import { Problem } from '../../platform/problem.ts';
import { eventName, storableBody } from './booking.ts';
import { calendlyInbox, processWebhook } from './process-webhook.ts';

export const CALENDLY_WEBHOOK_PATH = '/v1/webhooks/calendly';

/** Bytes. Webhooks of Calendly have a few kilobytes. */
export const MAX_WEBHOOK_SIZE = 256 * 1024;

/** Limit of webhooks without a valid signature from one address. */
export const DEFAULT_UNSIGNED_LIMIT: Limit = { max: 60, windowSeconds: 10 * 60 };

interface WebhookDeps {
  readonly db: Database;
  readonly pool: Pool;
  readonly secret: string;
  readonly digest: ChangeAct['digest'];
  readonly limit: Limit;
}

/**
 * Calendly's webhook. It needs no session, because it is signed. A signed body is stored first and answered 200,
 * even if it cannot be applied: after other answers Calendly would end the subscription within a day.
 */
export function registerCalendlyWebhook(
  app: FastifyInstance,
  { db, pool, digest, secret, limit }: WebhookDeps,
): void {
  const unsigned = createLimiter(pool, 'calendly-unsigned', limit, { remember: true });
  void app.register(async (scope) => {
    // The signature covers the raw bytes.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(
      CALENDLY_WEBHOOK_PATH,
      { config: { access: 'open' }, bodyLimit: MAX_WEBHOOK_SIZE },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const header = request.headers['calendly-webhook-signature'];
        const text = Array.isArray(header) ? header.join() : header;
        const verdict = checkSignature(text, body, secret);
        if (verdict !== 'valid') {
          request.log.warn({ verdict }, 'webhook rejected');
          // Signed webhooks never count, even if the same address sends unsigned ones.
          const throttled = await consume(unsigned, toClientAddress(request.ip));
          if (throttled === null) throw new Problem('WEBHOOK_SIGNATURE_INVALID');
          throw new Problem('TOO_MANY_REQUESTS', { retryAfter: throttled.retryAfter });
        }
        const act = { ...SYSTEM_ACT, origin: getOrigin(request), digest };
        const payload = storableBody(body.toString('utf8'));
        // Equal bytes are the same webhook.
        const message = {
          digest: hash('sha256', body, 'base64url'),
          event: eventName(payload),
          payload,
        };
        const id = await db.transaction((transaction) =>
          calendlyInbox.record(transaction, message),
        );
        await processWebhook({ db, log: request.log }, act, id);
        return { status: 200, data: { received: true } };
      },
    );
  });
}

/** Seconds by which a webhook's clock may differ from ours, either way. */
const SIGNATURE_TOLERANCE = 180;

/** Enough for several signatures during a key rotation. */
const MAX_HEADER_LENGTH = 1000;

type SignatureVerdict = 'valid' | 'missing' | 'malformed' | 'mismatch' | 'expired';

/**
 * Checks a `Calendly-Webhook-Signature`: `t=SECONDS,v1=HEX`, where each v1 is an HMAC-SHA256 of
 * `SECONDS.BODY` over the raw bytes. One of several v1 is enough.
 */
function checkSignature(
  header: string | undefined,
  body: Buffer,
  secret: string,
): SignatureVerdict {
  if (header === undefined || header === '') return 'missing';
  const parsed = readHeader(header);
  if (!parsed) return 'malformed';
  const { time, signatures } = parsed;
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  // Compares all signatures, so that the duration does not reveal which one matches.
  const matching = signatures.filter((signature) => timingSafeEqual(signature, expected));
  if (matching.length === 0) return 'mismatch';
  return Math.abs(Date.now() / 1000 - Number(time)) > SIGNATURE_TOLERANCE ? 'expired' : 'valid';
}

function readHeader(header: string): { time: string; signatures: Buffer[] } | undefined {
  if (header.length > MAX_HEADER_LENGTH) return undefined;
  const fields = header.split(',').map((field) => /^\s*(\w+)=(\S*)\s*$/.exec(field));
  const getValues = (name: string) =>
    fields.flatMap((field) => (field?.[1] === name ? [field[2] ?? ''] : []));
  const [time, ...otherTimes] = getValues('t');
  const signatures = getValues('v1').filter((value) => /^[\da-f]{64}$/i.test(value));
  if (time === undefined || otherTimes.length > 0 || !/^\d{1,12}$/.test(time)) return undefined;
  if (signatures.length === 0) return undefined;
  return { time, signatures: signatures.map((value) => Buffer.from(value, 'hex')) };
}
