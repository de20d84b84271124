import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { Database } from '../../platform/database/database.ts';
import { getOrigin } from '../../platform/http/origin.ts';
import {
  countRequest,
  createLimiter,
  type Limit,
  toClientAddress,
} from '../../platform/limits/limiter.ts';
import {
  acceptForms,
  PRIVATE,
  registerPageFonts,
  sendPage,
} from '../../platform/pages/plain-page.ts';
import type { PdfCertificate } from '../../platform/paper/certificate.ts';
import { Problem } from '../../platform/problem.ts';
import type { FileStore } from '../../platform/storage/storage.ts';
import { letterheadAt } from '../letterhead/public.ts';
import {
  pdfHeaders,
  readPaper,
  readVerifyCode,
  VERIFY_PATH,
  verifyPath,
} from '../reports/public.ts';
import {
  ANSWER_FIELDS,
  findOpen,
  openDelivery,
  readAnswer,
  requestAnother,
  type TypedAnswer,
  takeDownload,
} from './open-delivery.ts';
import {
  findVerdict,
  formPage,
  MAX_CODE_LENGTH,
  neutralPage,
  pausedPage,
  readPage,
  requestedPage,
  VERIFY_FORM_PATH,
  verifyForm,
  verifyPage,
} from './pages.ts';
import { DELIVERY_PATH, deliveryPath } from './read-deliveries.ts';
import type { DeliverySecrets } from './secrets.ts';

/** Rate limits of one network on pages without a session. */
export interface PublicLimits {
  readonly verify: Limit;
  /** Invalid links, and wrong answers. */
  readonly delivery: Limit;
  /** PDFs of open links: each costs half a second of CPU. */
  readonly deliveryPdf: Limit;
}

export const DEFAULT_PUBLIC_LIMITS: PublicLimits = {
  verify: { max: 60, windowSeconds: 10 * 60 },
  delivery: { max: 30, windowSeconds: 15 * 60 },
  deliveryPdf: { max: 30, windowSeconds: 15 * 60 },
};

interface RouteDeps {
  readonly db: Database;
  readonly pool: Pool;
  readonly store: FileStore;
  readonly secrets: DeliverySecrets;
  /** URL of the installation, without a path. */
  readonly origin: string;
  readonly certificate: PdfCertificate | null;
  readonly timeZone: string;
  readonly limits: PublicLimits;
}

/** Minutes for which the PDF can be fetched after the report was opened. */
const GRANT_MINUTES = 15;
const OPEN = { access: 'open', anyOrigin: true } as const;

/**
 * The pages without a session: /verificar/{code}, and /entrega/{token} for a patient. They are HTML without
 * scripts. A GET changes nothing, because mail scanners open links.
 */
export function registerPublicPages(app: FastifyInstance, deps: RouteDeps): void {
  const { db, pool, store, secrets, origin, certificate, timeZone, limits } = deps;
  const verifies = createLimiter(pool, 'verify', limits.verify, { remember: true });
  const rejections = createLimiter(pool, 'delivery', limits.delivery);
  const downloads = createLimiter(pool, 'delivery-pdf', limits.deliveryPdf);
  registerPageFonts(app);
  void app.register(async (scope) => {
    acceptForms(scope);

    scope.get<{ Querystring: { codigo?: unknown } }>(
      VERIFY_FORM_PATH,
      { config: { ...OPEN, skipsAdmission: true } },
      async ({ query: { codigo } }, reply) => {
        // Users may paste the whole URL that is printed in the PDF.
        const typed =
          typeof codigo === 'string'
            ? (codigo.trim().slice(0, MAX_CODE_LENGTH).split('/').filter(Boolean).at(-1) ?? '')
            : '';
        if (typed === '') return sendPage(reply, verifyForm());
        const code = readVerifyCode(typed);
        if (code === null) return sendPage(reply, verifyForm({ isUnknown: true }), 404);
        return reply.headers(PRIVATE).redirect(verifyPath(code), 303);
      },
    );

    scope.get<{ Params: { code: string } }>(
      VERIFY_PATH,
      { config: OPEN },
      async (request, reply) => {
        await countRequest(verifies, request);
        const { code } = request.params;
        const verdict = await findVerdict(db, code);
        return sendPage(reply, verifyPage(verdict, code), verdict === 'desconocido' ? 404 : 200);
      },
    );

    scope.get<WithToken>(DELIVERY_PATH, { config: OPEN }, (request, reply) =>
      sendFormIfOpen(request, reply),
    );

    scope.post<WithToken>(DELIVERY_PATH, { config: OPEN }, async (request, reply) => {
      const { token } = request.params;
      await requireAllowed(request);
      const typed = pickAnswer(request.body);
      const { answer, fault } = readAnswer(typed);
      if (answer === undefined) return sendFormIfOpen(request, reply, { fault, typed }, 400);
      const opening = await openDelivery(db, getOrigin(request), token, answer, secrets);
      switch (opening.is) {
        case 'closed':
          return rejectLink(request, reply);
        case 'paused':
          return sendPage(reply, pausedPage());
        case 'wrong': {
          await countRequest(rejections, request);
          const fault = { message: wrongMessage(opening.attemptsLeft), fields: ANSWER_FIELDS };
          // A simultaneous answer may have closed the link since.
          return sendForm(request, reply, opening.expiresAt, { fault, typed }, 403);
        }
        case 'open': {
          const until = new Date(Date.now() + GRANT_MINUTES * 60_000);
          const grant = secrets.createGrant(opening.id, until);
          const path = deliveryPath(token);
          return sendPage(reply, readPage({ path, grant, timeZone, ...opening }));
        }
      }
    });

    scope.post<WithToken>(`${DELIVERY_PATH}/pdf`, { config: OPEN }, async (request, reply) => {
      const { token } = request.params;
      await requireAllowed(request);
      await countRequest(downloads, request);
      const grant = getField(request.body, 'grant');
      const signed = await takeDownload(db, getOrigin(request), token, grant, secrets);
      // The grant expired, or the report was withdrawn. The page shows the reason once it is opened again.
      if (signed === null) return sendFormIfOpen(request, reply, {}, 403);
      const pdf = await readPaper({ db, store, log: request.log, origin, certificate }, signed);
      return reply.headers({ ...PRIVATE, ...pdfHeaders(signed) }).send(pdf);
    });

    scope.post<WithToken>(`${DELIVERY_PATH}/pedir`, { config: OPEN }, async (request, reply) => {
      await countRequest(rejections, request);
      await requestAnother(db, getOrigin(request), request.params.token);
      return sendPage(reply, requestedPage());
    });
  });

  async function sendFormIfOpen(
    request: TokenRequest,
    reply: FastifyReply,
    attempt: Attempt = {},
    status = 200,
  ): Promise<FastifyReply> {
    const found = await findOpen(db, request.params.token);
    if (found === null) return rejectLink(request, reply);
    return sendForm(request, reply, found.expiresAt, attempt, status);
  }

  async function sendForm(
    request: TokenRequest,
    reply: FastifyReply,
    expiresAt: Date,
    attempt: Attempt,
    status: number,
  ): Promise<FastifyReply> {
    const letterhead = await letterheadAt(db, new Date());
    const clinic = letterhead?.name ?? null;
    const path = deliveryPath(request.params.token);
    return sendPage(reply, formPage({ path, clinic, expiresAt, timeZone, ...attempt }), status);
  }

  /** One answer for closed, expired and unknown links, limited per network. */
  async function rejectLink(request: TokenRequest, reply: FastifyReply): Promise<FastifyReply> {
    await countRequest(rejections, request);
    return sendPage(reply, neutralPage(deliveryPath(request.params.token)), 410);
  }

  /** @throws Problem TOO_MANY_REQUESTS for a network with too many wrong answers or invalid links */
  async function requireAllowed(request: FastifyRequest): Promise<void> {
    const state = await rejections.get(toClientAddress(request.ip));
    if (state !== null && state.consumedPoints > limits.delivery.max) {
      throw new Problem('TOO_MANY_REQUESTS', { retryAfter: Math.ceil(state.msBeforeNext / 1000) });
    }
  }
}

type Attempt = Pick<Parameters<typeof formPage>[0], 'fault' | 'typed'>;

interface WithToken {
  Params: { token: string };
}
type TokenRequest = FastifyRequest<WithToken>;

function getField(body: unknown, name: string): string {
  return body instanceof URLSearchParams ? (body.get(name) ?? '') : '';
}

const pickAnswer = (body: unknown) =>
  Object.fromEntries(
    ANSWER_FIELDS.map((name) => [name, getField(body, name).slice(0, 20)]),
  ) as TypedAnswer;

function wrongMessage(attemptsLeft: number): string {
  return attemptsLeft === 1
    ? 'La fecha o el código no coinciden. Te queda un intento.'
    : `La fecha o el código no coinciden. Te quedan ${attemptsLeft} intentos.`;
}
