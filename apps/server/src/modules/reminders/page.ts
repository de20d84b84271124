import { describeDay } from '@simiente/contract/format/dates';
import { LONGEST_REQUEST } from '@simiente/contract/reminders/request';
import { requestDayNames, requestDays, requestHours } from '@simiente/contract/reminders/words';
import { type Html, html, icon } from '../../platform/pages/html.ts';
import type { PlainPage } from '../../platform/pages/plain-page.ts';
import { CANCELLED } from '../../schema/appointments.ts';
import { shownAttendance } from '../appointments/public.ts';
import { type Clinic, describeForPatient } from './describe.ts';
import { linkFacts, type OpenRow } from './links.ts';
import { isAwaited, mayCancel } from './patient-acts.ts';

interface PageFacts {
  readonly row: OpenRow;
  readonly clinic: Clinic;
  readonly path: string;
}

type Words = ReturnType<typeof describeForPatient>;

const moment = (at: Date, timeZone: string) =>
  describeDay(at.toISOString(), { timeZone, hour: true, year: false }).text;
/** The clinic as the head of a page. */
const presentClinic = ({ name, logoKey }: Clinic) => ({ name: capitalized(name), logoKey });
const capitalized = (text: string) => text.charAt(0).toLocaleUpperCase('es') + text.slice(1);

/** Unknown, expired and closed links get one answer, which does not reveal whether a link exists. */
export function unknownPage(): PlainPage {
  return {
    title: 'Este enlace ya no funciona',
    body: html`<h1>Este enlace ya no funciona</h1>
<p class="soft">Puede que tu cita ya haya pasado o que la dirección esté incompleta. Si tienes dudas, llama a la clínica.</p>`,
  };
}

/** A patient's appointment and the actions that it allows. */
export function appointmentPage({ row, clinic, path }: PageFacts): PlainPage {
  const words = describeForPatient(row, clinic);
  const facts = linkFacts(row);
  const confirmed = shownAttendance(row).find(({ step }) => step === 'confirmed');
  const isCancelled = row.status === CANCELLED;
  const lead = isCancelled
    ? `Hola, ${words.firstName}. Esta cita está cancelada.`
    : confirmed
      ? `Gracias, ${words.firstName}. Te esperamos.`
      : isAwaited(row)
        ? `Hola, ${words.firstName}. ¿Nos confirmas que vienes?`
        : `Hola, ${words.firstName}. Te esperamos.`;
  return {
    title: 'Tu cita',
    clinic: presentClinic(clinic),
    ...(facts?.readAt ? {} : { script: 'read' as const }),
    body: html`<h1>Tu cita</h1>
<p class="soft">${lead}</p>
<div class="card parts">
${isCancelled ? strip('red', 'withdrawn', 'Cita cancelada', facts?.cancelledAt, clinic) : null}
${!isCancelled && confirmed ? strip('green', 'valid', 'Cita confirmada', new Date(confirmed.at), clinic) : null}
${!isCancelled && facts?.requestedAt ? strip('amber', 'clock', 'Pediste otro horario', facts.requestedAt, clinic) : null}
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
${isCancelled || !isAwaited(row) ? null : actions(path, confirmed !== undefined, mayCancel(row, clinic.rules))}
</div>
<ul class="notes">
${isAwaited(row) && !mayCancel(row, clinic.rules) ? note('clock', html`Ya no se puede cancelar desde aquí. ${words.phone === null ? 'Llama a la clínica.' : 'Llama a la clínica para cancelar.'}`) : null}
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
  { timeZone }: Clinic,
): Html {
  return html`<div class="note strip ${tone}" role="status">${icon(name, 20)}<div><p><b>${title}</b></p>${at ? html`<p>${capitalized(moment(at, timeZone))}</p>` : null}</div></div>`;
}

const note = (name: 'clock' | 'lock' | 'phone', text: Html) =>
  html`<li class="note">${icon(name)} <span>${text}</span></li>`;

const phoneNote = ({ phone }: Words) =>
  phone === null
    ? null
    : note(
        'phone',
        html`¿Dudas? Llama al <a href="tel:${phone.replaceAll(/[^\d+]/g, '')}">${phone}</a>.`,
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

/** The patient's input in the form for another time. */
export interface TypedRequest {
  readonly days: readonly string[];
  readonly hours: readonly string[];
  readonly message: string;
  readonly fault?: string;
}

export function otherTimePage({ row, clinic, path }: PageFacts, typed?: TypedRequest): PlainPage {
  const words = describeForPatient(row, clinic);
  const { days = [], hours = [], message = '', fault } = typed ?? {};
  const choice = (name: string, value: string, label: string, chosen: readonly string[]) =>
    html`<label class="chip"><input type="checkbox" name="${name}" value="${value}"${chosen.includes(value) ? html` checked` : null}><span>${label}</span></label>`;
  return {
    title: 'Pedir otro horario',
    clinic: presentClinic(clinic),
    body: html`<h1>Pedir otro horario</h1>
<p class="soft">Tu cita sigue en pie hasta que la clínica te responda.</p>
<form class="card parts" method="post" action="${path}/otro-horario">
<div class="note">${icon('calendar', 20)}<div><p><b>${capitalized(words.day)}, ${words.hour}</b></p><p class="small">${capitalized(words.placeName)} · Hora de ${words.zoneName}</p></div></div>
<div>
${fault === undefined ? null : html`<p class="error" id="fault" role="alert">${fault}</p>`}
<fieldset><legend>¿Qué días puedes?</legend><div class="chips six">${requestDays.map((day) => choice('day', day, requestDayNames[day], days))}</div></fieldset>
<fieldset><legend>¿A qué hora?</legend><div class="chips three">${requestHours.map((span) => choice('hours', span, span.replace('-', ' a '), hours))}</div></fieldset>
<label for="message">Mensaje <span class="small">(opcional)</span></label>
<textarea id="message" name="message" rows="3" maxlength="${LONGEST_REQUEST}" aria-describedby="help">${message}</textarea>
<p class="small help" id="help">No escribas datos de salud. Hasta ${LONGEST_REQUEST} caracteres.</p>
<button class="primary" type="submit">Enviar</button>
<a class="button plain wide" href="${path}">Volver a mi cita</a>
</div>
</form>`,
  };
}

export function cancelPage({ row, clinic, path }: PageFacts): PlainPage {
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
