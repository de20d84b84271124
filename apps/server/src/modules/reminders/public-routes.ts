import { describeDay } from '@simiente/contract/format/dates';
import {
  EMPTY_REQUEST,
  MAX_REQUEST_LENGTH,
  otherTimeRequest,
} from '@simiente/contract/reminders/request';
import {
  requestHours,
  requestWeekdayNames,
  requestWeekdays,
} from '@simiente/contract/reminders/words';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { Database } from '../../platform/database/database.ts';
import { getOrigin } from '../../platform/http/origin.ts';
import { countRequest, createLimiter, type Limit } from '../../platform/limits/limiter.ts';
import { type Html, html, icon } from '../../platform/pages/html.ts';
import { acceptForms, type PlainPage, PRIVATE, sendPage } from '../../platform/pages/plain-page.ts';
import type { FileStore } from '../../platform/storage/storage.ts';
import { CANCELLED } from '../../schema/appointments.ts';
import { shownAttendance } from '../appointments/public.ts';
import { letterheadAt } from '../letterhead/public.ts';
import { type Clinic, describeForPatient, readClinic, writeCalendar } from './letters.ts';
import {
  APPOINTMENT_PATH,
  type AppointmentTokens,
  appointmentPath,
  cancelByLink,
  confirmByLink,
  type DatedRow,
  findOpen,
  getLinkState,
  mayCancel,
  patientMayAct,
  recordRead,
  requestOtherTime,
} from './links.ts';

/** Default limit for a network: requests with invalid links, and actions of patients. */
export const DEFAULT_APPOINTMENT_LIMIT: Limit = { max: 60, windowSeconds: 15 * 60 };

interface RouteDeps {
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

/** The pages of a patient's appointment. A GET changes nothing, because mail scanners open links. */
export function registerAppointmentPages(app: FastifyInstance, deps: RouteDeps): void {
  const { db, pool, store, tokens, origin, timeZone } = deps;
  const limiter = createLimiter(pool, 'appointment-link', deps.limit, { remember: true });

  app.get('/publico/logo', { config: OPEN }, async (_request, reply) => {
    const key = (await letterheadAt(db, new Date()))?.logoKey;
    if (!key) return reply.callNotFound();
    return reply.headers({ ...PRIVATE, 'content-type': 'image/png' }).send(await store.read(key));
  });

  void app.register(async (scope) => {
    acceptForms(scope);

    /** Registers a page of a link's appointment. */
    const show = (
      path: string,
      answer: (reply: FastifyReply, row: DatedRow, path: string) => Promise<FastifyReply>,
    ) =>
      scope.get<WithToken>(
        `${APPOINTMENT_PATH}${path}`,
        { config: OPEN },
        async (request, reply) => {
          const { token } = request.params;
          const row = await findOpen(db, token);
          return row === null ? reject(request, reply) : answer(reply, row, appointmentPath(token));
        },
      );
    const readFacts = async (row: DatedRow, path: string): Promise<PageFacts> => ({
      row,
      clinic: await readClinic(db, timeZone),
      path,
    });
    /** Registers an action of the patient, after which the appointment is shown again. */
    const act = (path: string, write: typeof confirmByLink) =>
      scope.post<WithToken>(
        `${APPOINTMENT_PATH}${path}`,
        { config: OPEN },
        async (request, reply) => {
          await countRequest(limiter, request);
          const { token } = request.params;
          const isDone = await write({ db, origin: getOrigin(request), tokens, token });
          if (!isDone) return sendUnknown(reply);
          return reply.headers(PRIVATE).redirect(appointmentPath(token), 303);
        },
      );

    show('', async (reply, row, path) =>
      sendPage(reply, appointmentPage(await readFacts(row, path))),
    );
    show('/otro-horario', async (reply, row, path) =>
      patientMayAct(row)
        ? sendPage(reply, otherTimePage(await readFacts(row, path), readFault(reply.request)))
        : reply.headers(PRIVATE).redirect(path, 303),
    );
    show('/cancelar', async (reply, row, path) => {
      const facts = await readFacts(row, path);
      return mayCancel(row, facts.clinic.rules)
        ? sendPage(reply, cancelPage(facts))
        : reply.headers(PRIVATE).redirect(path, 303);
    });
    show('/cita.ics', async (reply, row, path) => {
      const clinic = await readClinic(db, timeZone);
      const url = `${origin}${path}`;
      const { content } = writeCalendar(row, { clinic, origin, url, mail: null });
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
        if (row === null) return sendUnknown(reply);
        const body = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
        const typed = {
          days: body.getAll('day'),
          hours: body.getAll('hours'),
          // Browsers send a line break as two characters, and count it as one.
          message: (body.get('message') ?? '').replaceAll('\r\n', '\n'),
        };
        const parsed = otherTimeRequest.safeParse(typed);
        const path = appointmentPath(token);
        if (!parsed.success) {
          const fault = parsed.error.issues[0]?.message ?? '';
          // A form without choices has nothing to keep. After a redirect, the browser's Back sends no form again.
          if (fault === EMPTY_REQUEST) {
            return reply.headers(PRIVATE).redirect(`${path}/otro-horario?vacio`, 303);
          }
          const facts = await readFacts(row, path);
          return sendPage(reply, otherTimePage(facts, { ...typed, fault }), 400);
        }
        await requestOtherTime({ db, origin: getOrigin(request), tokens, token }, parsed.data);
        return reply.headers(PRIVATE).redirect(path, 303);
      },
    );
  });

  async function reject(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await countRequest(limiter, request);
    return sendUnknown(reply);
  }

  async function sendUnknown(reply: FastifyReply): Promise<FastifyReply> {
    return sendPage(reply, unknownPage(await readClinic(db, timeZone)), 410);
  }
}

interface PageFacts {
  readonly row: DatedRow;
  readonly clinic: Clinic;
  readonly path: string;
}

const AWAITS_ANSWER = 'Tu cita sigue en pie hasta que la clínica te responda.';

type Words = ReturnType<typeof describeForPatient>;

/** The clinic in the head of a page. */
const presentClinic = ({ name, logoKey }: Clinic) => ({ name: capitalized(name), logoKey });
const capitalized = (text: string) => text.charAt(0).toLocaleUpperCase('es') + text.slice(1);

/** One answer for unknown and expired links, which does not reveal whether a link exists. */
function unknownPage(clinic: Clinic): PlainPage {
  const { phone } = clinic.rules;
  return {
    title: 'Este enlace ya no funciona',
    clinic: presentClinic(clinic),
    body: html`<h1>Este enlace ya no funciona</h1>
<p class="soft">Puede que tu cita ya haya pasado o que la dirección esté incompleta. ${phone === null ? 'Si tienes dudas, llama a la clínica.' : null}</p>
<ul class="notes">${phoneNote({ phone })}</ul>`,
  };
}

function appointmentPage({ row, clinic, path }: PageFacts): PlainPage {
  const words = describeForPatient(row, clinic);
  const facts = getLinkState(row);
  const confirmed = shownAttendance(row).find(({ step }) => step === 'confirmed');
  const isCancelled = row.status === CANCELLED;
  const lead = isCancelled
    ? `Hola, ${words.firstName}. Esta cita está cancelada.`
    : facts?.requestedAt
      ? `Hola, ${words.firstName}. ${AWAITS_ANSWER}`
      : confirmed
        ? `Gracias, ${words.firstName}. Te esperamos.`
        : patientMayAct(row)
          ? `Hola, ${words.firstName}. ¿Nos confirmas que vienes?`
          : `Hola, ${words.firstName}. Te esperamos.`;
  return {
    title: 'Tu cita',
    clinic: presentClinic(clinic),
    ...(facts?.readAt ? {} : { script: 'read' as const }),
    body: html`<h1>Tu cita</h1>
<p class="soft">${lead}</p>
<div class="card deps">
${isCancelled ? strip('red', 'withdrawn', 'Cita cancelada', facts?.cancelledAt, words) : null}
${!isCancelled && confirmed ? strip('green', 'valid', 'Cita confirmada', new Date(confirmed.at), words) : null}
${!isCancelled && facts?.requestedAt ? strip('amber', 'clock', 'Pediste otro horario', facts.requestedAt, words) : null}
<div>
<p class="day">${capitalized(words.day)}</p>
<p class="hour">${words.hour}</p>
<p class="small">${words.zone}${words.minutes === null ? '' : ` · ${words.minutes} minutos`}</p>
</div>
<div class="note">${icon('pin', 20)}<div>
<p><b>${capitalized(words.placeName)}</b></p>
${words.address === '' ? null : html`<p>${words.address}</p>${directions(words.address)}`}
</div></div>
<div class="note">${icon('person', 20)}<p><b>${words.doctor}</b></p></div>
${isCancelled || !patientMayAct(row) ? null : actions(path, confirmed !== undefined, mayCancel(row, clinic.rules))}
</div>
<ul class="notes">
${patientMayAct(row) && !mayCancel(row, clinic.rules) ? note('clock', html`Ya no se puede cancelar desde aquí. ${words.phone === null ? 'Llama a la clínica.' : 'Llama a la clínica para cancelar.'}`) : null}
${phoneNote(words)}
${confirmed || isCancelled ? null : note('clock', html`El enlace sirve hasta que pase tu cita.`)}
${note('lock', html`Esta página no muestra datos de salud ni guarda nada en este dispositivo.`)}
</ul>`,
  };
}

function strip(
  tone: 'green' | 'amber' | 'red',
  name: 'valid' | 'clock' | 'withdrawn',
  title: string,
  at: Date | null | undefined,
  { timeZone }: Words,
): Html {
  const time = at && describeDay(at.toISOString(), { timeZone, hour: true, year: false }).text;
  return html`<div class="note strip ${tone}" role="status">${icon(name, 20)}<div><p><b>${title}</b></p>${time ? html`<p>${capitalized(time)}</p>` : null}</div></div>`;
}

const note = (name: 'clock' | 'lock' | 'phone', text: Html) =>
  html`<li class="note">${icon(name)} <span>${text}</span></li>`;

const phoneNote = ({ phone }: Pick<Words, 'phone'>) =>
  phone === null
    ? null
    : note(
        'phone',
        // The link leaves out an extension, which is not part of the number.
        html`¿Dudas? Llama al <a href="tel:${phone.replace(/(?<=\d)[ (]*[,;/#a-z].*/i, '').replaceAll(/[^\d+]/g, '')}">${phone}</a>.`,
      );

const directions = (address: string) =>
  html`<p><a href="https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}" rel="noreferrer" target="_blank">Cómo llegar</a></p>`;

function actions(path: string, isConfirmed: boolean, isCancellable: boolean): Html {
  const calendar = html`<a class="button${isConfirmed ? '' : ' plain'} wide" href="${path}/cita.ics">${icon('calendar')} Agregar a mi calendario</a>`;
  const kind = isConfirmed ? ' plain' : '';
  const others = html`<div class="pair"><a class="button${kind}" href="${path}/otro-horario">Pedir otro horario</a>${isCancellable ? html`<a class="button${kind}" href="${path}/cancelar">Cancelar cita</a>` : null}</div>`;
  if (isConfirmed) return html`<div class="actions">${calendar}${others}</div>`;
  return html`<div class="actions"><form method="post" action="${path}/confirmar"><button class="primary" type="submit">${icon('check')} Confirmar</button></form>${others}${calendar}</div>`;
}

/** The error in the address of the form for another time. */
const readFault = ({ url }: FastifyRequest): TypedRequest =>
  url.endsWith('?vacio') ? { fault: EMPTY_REQUEST } : {};

/** The patient's input in the form for another time. */
interface TypedRequest {
  readonly days?: readonly string[];
  readonly hours?: readonly string[];
  readonly message?: string;
  readonly fault?: string;
}

function otherTimePage({ row, clinic, path }: PageFacts, typed: TypedRequest): PlainPage {
  const words = describeForPatient(row, clinic);
  const { days = [], hours = [], message = '', fault } = typed;
  const choice = (name: string, value: string, label: string, chosen: readonly string[]) =>
    html`<label class="chip"><input type="checkbox" name="${name}" value="${value}"${chosen.includes(value) ? html` checked` : null}><span>${label}</span></label>`;
  return {
    title: 'Pedir otro horario',
    clinic: presentClinic(clinic),
    body: html`<h1>Pedir otro horario</h1>
<p class="soft">${AWAITS_ANSWER}</p>
<form class="card deps" method="post" action="${path}/otro-horario">
<div class="note">${icon('calendar', 20)}<div><p><b>${capitalized(words.day)}, ${words.hour}</b></p><p class="small">${capitalized(words.placeName)} · Hora de ${words.zoneName}</p></div></div>
<div>
${fault === undefined ? null : html`<p class="error" id="fault" role="alert">${fault}</p>`}
<fieldset><legend>¿Qué días puedes?</legend><div class="chips six">${requestWeekdays.map((day) => choice('day', day, requestWeekdayNames[day], days))}</div></fieldset>
<fieldset><legend>¿A qué hora?</legend><div class="chips three">${requestHours.map((span) => choice('hours', span, span.replace('-', ' a '), hours))}</div></fieldset>
<label for="message">Mensaje <span class="small">(opcional)</span></label>
<textarea id="message" name="message" rows="3" maxlength="${MAX_REQUEST_LENGTH}" aria-describedby="help">${message}</textarea>
<p class="small help" id="help">No escribas datos de salud. Hasta ${MAX_REQUEST_LENGTH} caracteres.</p>
<button class="primary" type="submit">Enviar</button>
<a class="button plain wide" href="${path}">Volver a mi cita</a>
</div>
</form>`,
  };
}

function cancelPage({ row, clinic, path }: PageFacts): PlainPage {
  const words = describeForPatient(row, clinic);
  return {
    title: 'Cancelar cita',
    clinic: presentClinic(clinic),
    body: html`<h1>¿Cancelar tu cita?</h1>
<p class="soft">${capitalized(words.day)}, ${words.hour}, ${words.placeName}.</p>
<form class="card" method="post" action="${path}/cancelar">
<p>El horario quedará libre para otra persona. Si solo quieres cambiarlo, pide otro horario.</p>
<button class="primary" type="submit">Sí, cancelar mi cita</button>
<a class="button plain wide" href="${path}">Volver a mi cita</a>
</form>`,
  };
}
