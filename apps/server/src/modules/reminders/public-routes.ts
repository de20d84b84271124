import { otherTimeRequest } from '@simiente/contract/reminders/request';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { Database } from '../../platform/database/database.ts';
import { getOrigin } from '../../platform/http/origin.ts';
import { createLimiter, type Limit } from '../../platform/limits/limiter.ts';
import { PRIVATE, sendPage } from '../../platform/pages/plain-page.ts';
import { acceptForms, countRequest } from '../../platform/pages/public-forms.ts';
import type { FileStore } from '../../platform/storage/storage.ts';
import { letterheadAt } from '../letterhead/public.ts';
import { writeCalendar } from './calendar.ts';
import { readClinic } from './describe.ts';
import {
  APPOINTMENT_PATH,
  type AppointmentTokens,
  appointmentPath,
  findOpen,
  type OpenRow,
} from './links.ts';
import { appointmentPage, cancelPage, otherTimePage, unknownPage } from './page.ts';
import {
  cancelByLink,
  confirmByLink,
  isAwaited,
  mayCancel,
  recordRead,
  requestOtherTime,
} from './patient-acts.ts';

/** Invalid links of a network, and everything that it sends. */
export const DEFAULT_APPOINTMENT_LIMIT: Limit = { most: 60, windowSeconds: 15 * 60 };

interface RouteParts {
  readonly db: Database;
  readonly pool: Pool;
  readonly store: FileStore;
  readonly tokens: AppointmentTokens;
  /** The address of the installation, without a path. */
  readonly origin: string;
  /** IANA name of the clinic's zone. */
  readonly timeZone: string;
  readonly limit: Limit;
}

const OPEN = { access: 'open', anyOrigin: true } as const;

interface WithToken {
  Params: { token: string };
}

/** The pages of a patient's appointment. A GET changes nothing: mail scanners open links. */
export function registerAppointmentPages(app: FastifyInstance, parts: RouteParts): void {
  const { db, pool, store, tokens, origin, timeZone } = parts;
  const limiter = createLimiter(pool, 'appointment-link', parts.limit, { remember: true });

  app.get('/publico/logo', { config: OPEN }, async (_request, reply) => {
    const key = (await letterheadAt(db, new Date()))?.logoKey;
    if (!key) return reply.callNotFound();
    return reply.headers({ ...PRIVATE, 'content-type': 'image/png' }).send(await store.read(key));
  });

  void app.register(async (scope) => {
    acceptForms(scope);

    /** Shows a page of the appointment of a link. */
    const show = (
      path: string,
      answer: (reply: FastifyReply, row: OpenRow, path: string) => Promise<FastifyReply>,
    ) =>
      scope.get<WithToken>(
        `${APPOINTMENT_PATH}${path}`,
        { config: OPEN },
        async (request, reply) => {
          const { token } = request.params;
          const row = await findOpen(db, token);
          return row === null ? refuse(request, reply) : answer(reply, row, appointmentPath(token));
        },
      );
    const page = async (row: OpenRow, path: string) => ({
      row,
      clinic: await readClinic(db, timeZone),
      path,
    });
    /** Does something, and shows the appointment again. */
    const act = (path: string, write: typeof confirmByLink) =>
      scope.post<WithToken>(
        `${APPOINTMENT_PATH}${path}`,
        { config: OPEN },
        async (request, reply) => {
          await countRequest(limiter, request);
          const { token } = request.params;
          const isDone = await write({ db, origin: getOrigin(request), tokens, token });
          if (!isDone) return sendPage(reply, unknownPage(), 410);
          return reply.headers(PRIVATE).redirect(appointmentPath(token), 303);
        },
      );

    show('', async (reply, row, path) => sendPage(reply, appointmentPage(await page(row, path))));
    show('/otro-horario', async (reply, row, path) =>
      isAwaited(row)
        ? sendPage(reply, otherTimePage(await page(row, path)))
        : reply.headers(PRIVATE).redirect(path, 303),
    );
    show('/cancelar', async (reply, row, path) => {
      const facts = await page(row, path);
      return mayCancel(row, facts.clinic.rules)
        ? sendPage(reply, cancelPage(facts))
        : reply.headers(PRIVATE).redirect(path, 303);
    });
    show('/cita.ics', async (reply, row, path) => {
      const clinic = await readClinic(db, timeZone);
      const url = `${origin}${path}`;
      const { content } = writeCalendar(row, { clinic, origin, url, between: null });
      return reply
        .headers({
          ...PRIVATE,
          'content-type': 'text/calendar; charset=utf-8',
          'content-disposition': 'attachment; filename="cita.ics"',
        })
        .send(content);
    });

    act('/leido', recordRead);
    act('/confirmar', confirmByLink);
    act('/cancelar', cancelByLink);

    scope.post<WithToken>(
      `${APPOINTMENT_PATH}/otro-horario`,
      { config: OPEN },
      async (request, reply) => {
        await countRequest(limiter, request);
        const { token } = request.params;
        const row = await findOpen(db, token);
        if (row === null) return sendPage(reply, unknownPage(), 410);
        const body = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
        const typed = {
          days: body.getAll('day'),
          hours: body.getAll('hours'),
          // Browsers send a line break as two characters, and count it as one.
          message: (body.get('message') ?? '').replaceAll('\r\n', '\n'),
        };
        const read = otherTimeRequest.safeParse(typed);
        const path = appointmentPath(token);
        if (!read.success) {
          const fault = read.error.issues[0]?.message ?? '';
          return sendPage(reply, otherTimePage(await page(row, path), { ...typed, fault }), 400);
        }
        await requestOtherTime({ db, origin: getOrigin(request), tokens, token }, read.data);
        return reply.headers(PRIVATE).redirect(path, 303);
      },
    );
  });

  async function refuse(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await countRequest(limiter, request);
    return sendPage(reply, unknownPage(), 410);
  }
}
