import { initials } from '@simiente/contract/doctors/titled-name';
import { describeDay, zoneName } from '@simiente/contract/format/dates';
import { eq } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { type Html, html, type IconName, icon } from '../../platform/pages/html.ts';
import type { PlainPage } from '../../platform/pages/plain-page.ts';
import { reportVersions } from '../../schema/reports.ts';
import {
  describePreparation,
  isBasisChanged,
  isSealed,
  type PaperState,
  readVerifyCode,
  type SignedVersion,
  supersededBy,
  VERIFY_PATH,
  verifyPath,
  withdrawnAt,
} from '../reports/public.ts';
import type { TypedAnswer } from './open-delivery.ts';

const formatTime = (at: Date, timeZone: string) =>
  describeDay(at.toISOString(), { timeZone, hour: true, now: new Date(0) }).text;

interface FormFacts {
  readonly path: string;
  readonly clinic: string | null;
  readonly expiresAt: Date;
  readonly timeZone: string;
  readonly fault?: { readonly message: string; readonly fields: readonly (keyof TypedAnswer)[] };
  /** The typed date is shown again, so that the user can correct it. The code is never shown again. */
  readonly typed?: TypedAnswer;
}

/** Asks for birth date and code. The page has no data of the patient. */
export function formPage({
  path,
  clinic,
  expiresAt,
  timeZone,
  fault,
  typed,
}: FormFacts): PlainPage {
  const { day = '', month = '', year = '' } = typed ?? {};
  const invalid = (name: keyof TypedAnswer): Html =>
    fault?.fields.includes(name)
      ? html` aria-invalid="true" aria-describedby="fault"${name === fault.fields[0] ? html` autofocus` : null}`
      : html``;
  return {
    title: fault === undefined ? 'Abre tu informe' : 'No se pudo abrir · Abre tu informe',
    body: html`<h1>Abre tu informe</h1>
<p class="soft">${clinic ?? 'Tu clínica'} te entregó un informe. Confirma quién eres para leerlo.</p>
<form class="card" method="post" action="${path}" autocomplete="off" novalidate>
${fault === undefined ? null : html`<p class="error" id="fault" role="alert">${fault.message}</p>`}
<fieldset>
<legend>Fecha de nacimiento</legend>
<div class="dates">
<label for="day">Día<input id="day" name="day" inputmode="numeric" maxlength="4" autocomplete="off" value="${day}"${invalid('day')}></label>
<label for="month">Mes<input id="month" name="month" inputmode="numeric" maxlength="4" autocomplete="off" value="${month}"${invalid('month')}></label>
<label for="year">Año<input id="year" name="year" inputmode="numeric" maxlength="6" autocomplete="off" value="${year}"${invalid('year')}></label>
</div>
</fieldset>
<label for="code">Código de 6 dígitos</label>
<input class="code" id="code" name="code" inputmode="numeric" maxlength="9" autocomplete="off"${invalid('code')}>
<p class="small help">La clínica te lo hará llegar por otro medio; no viene en el enlace.</p>
<button class="primary" type="submit">Abrir informe</button>
</form>
<ul class="notes">
<li class="note">${icon('clock')} <span>Este enlace vence el ${formatTime(expiresAt, timeZone)} (hora de ${zoneName(timeZone)}). Después de cinco intentos fallidos se cierra.</span></li>
<li class="note">${icon('lock')} <span>Esta página no guarda tus datos en este dispositivo.</span></li>
</ul>`,
  };
}

/** One page for expired and invalid links, which does not reveal whether a link exists. */
export function neutralPage(path: string): PlainPage {
  return {
    title: 'Este enlace ya no funciona',
    body: html`<h1>Este enlace ya no funciona</h1>
<p class="soft">Puede que haya vencido, que se haya cerrado o que la dirección esté incompleta.</p>
<form class="card" method="post" action="${path}/pedir">
<button class="primary" type="submit">Solicitar otro enlace</button>
</form>`,
  };
}

/** The page for a report that a doctor reviews because quoted results changed. */
export function pausedPage(): PlainPage {
  return {
    title: 'Tu informe está en revisión',
    body: html`<h1>Tu informe está en revisión</h1>
<p class="soft">Cambió un dato que cita este informe y tu médico lo está revisando. Si ya lo habías leído, no tomes una decisión con él. Vuelve a abrir este enlace más tarde o pregunta en la clínica.</p>`,
  };
}

export function requestedPage(): PlainPage {
  return {
    title: 'Solicitud recibida',
    body: html`<h1>Solicitud recibida</h1>
<p class="soft">Si el enlace era de la clínica, tu solicitud ya le llegó. Puedes cerrar esta página.</p>`,
  };
}

interface ReadFacts {
  readonly path: string;
  readonly grant: string;
  readonly signed: SignedVersion;
  readonly expiresAt: Date;
  readonly timeZone: string;
}

/** The signed text with its signer. A withdrawn report shows a notice instead. */
export function readPage({ path, grant, signed, expiresAt, timeZone }: ReadFacts): PlainPage {
  const { title, number, signedAt, state, signer, patient, preparedWith } = signed;
  const head = html`<div class="head"><div>
<h1>${title}</h1>
<p class="small">${patient.name} · Versión ${number}, firmada el ${describeDay(signedAt.toISOString(), { timeZone: signed.timeZone, now: new Date(0) }).text}</p>
</div>${state.is === 'retirado' || signed.isBasisChanged ? null : downloadForm(path, grant)}</div>`;
  if (state.is === 'retirado') {
    return {
      title,
      width: 'read',
      body: html`${head}
<p class="notice red">La clínica retiró este informe el ${formatTime(state.at, timeZone)}: ya no es válido. Si lo guardaste o lo imprimiste, no lo uses. Pregunta en la clínica por qué se retiró y si hay otro.</p>`,
    };
  }
  const [tone, word] = state.is === 'vigente' ? ['green', 'Vigente'] : ['amber', 'Sustituido'];
  const superseded =
    state.is === 'sustituido' ? html`<p class="notice amber">${supersededText(state)}</p>` : null;
  // A superseded text whose quoted results changed must not be shown to the patient.
  if (signed.isBasisChanged) return { title, width: 'read', body: html`${head}${superseded}` };
  const credentials = [
    `Cédula ${signer.cedula}`,
    ...(signer.specialty === null ? [] : [signer.specialty]),
    `${formatTime(signedAt, signed.timeZone)} (${zoneName(signed.timeZone)})`,
  ].join(' · ');
  const address = verifyPath(signed.verifyCode);
  return {
    title,
    width: 'read',
    body: html`${head}
${superseded}
<p class="notice note">${preparedWith === 'ia' ? icon('sparkles') : null}<span>${describePreparation(preparedWith, signer.fullName)}</span></p>
<article class="text">${toParagraphs(signed).map(
      (text) => html`<p>${text}</p>
`,
    )}</article>
<section class="card signer"><span class="avatar" aria-hidden="true">${initials(signer.fullName)}</span><div>
<p><b>${signer.fullName}</b></p>
<p class="small">${credentials}</p>
<p class="small">${signer.institution}</p>
</div><span class="pill ${tone}">${word}</span></section>
<p class="small note">${icon('shield')} <span>Verifica esta versión en <a class="address" href="${address}" rel="noreferrer">${address}</a>. El enlace vence el ${formatTime(expiresAt, timeZone)}.</span></p>`,
  };
}

function supersededText({ by }: Extract<PaperState, { is: 'sustituido' }>): string {
  return `Este informe se sustituyó por la versión ${by}. Pide a la clínica la versión nueva antes de tomar una decisión con esta.`;
}

function downloadForm(path: string, grant: string): Html {
  return html`<form method="post" action="${path}/pdf"><input type="hidden" name="grant" value="${grant}"><button type="submit">${icon('download')} Descargar PDF</button></form>`;
}

function toParagraphs({ sentences }: SignedVersion): string[] {
  return sentences
    .map(({ text }) => text)
    .join('')
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .filter((line) => line.trim() !== '');
}

type Verdict = 'vigente' | 'revision' | 'sustituido' | 'retirado' | 'desconocido';

/** The state of the version with this code, in any spelling, without any other data. */
export async function findVerdict(db: Reader, typed: string): Promise<Verdict> {
  // A malformed code is queried too, so that the duration does not reveal that it is malformed.
  const [version] = await db
    .select({ id: reportVersions.id, supersededBy, withdrawnAt, isBasisChanged })
    .from(reportVersions)
    .where(eq(reportVersions.verifyCode, readVerifyCode(typed) ?? ''));
  if (!version || !(await isSealed(db, version.id))) return 'desconocido';
  if (version.withdrawnAt !== null) return 'retirado';
  if (version.supersededBy !== null) return 'sustituido';
  return version.isBasisChanged ? 'revision' : 'vigente';
}

interface VerdictWords {
  readonly title: string;
  readonly text: string;
  readonly tone: 'green' | 'amber' | 'red';
  readonly icon: IconName;
}

const verdictWords: Readonly<Record<Exclude<Verdict, 'desconocido'>, VerdictWords>> = {
  vigente: {
    title: 'Vigente',
    text: 'Este informe está firmado y sigue vigente.',
    tone: 'green',
    icon: 'valid',
  },
  revision: {
    title: 'En revisión',
    text: 'Cambió un dato que cita este informe y un médico lo está revisando. Pregunta en la clínica antes de tomar una decisión con él.',
    tone: 'amber',
    icon: 'clock',
  },
  sustituido: {
    title: 'Sustituido',
    text: 'Hay una versión más reciente de este informe.',
    tone: 'amber',
    icon: 'superseded',
  },
  retirado: {
    title: 'Retirado',
    text: 'Este informe se retiró y ya no es válido.',
    tone: 'red',
    icon: 'withdrawn',
  },
};

export const VERIFY_FORM_PATH = VERIFY_PATH.replace('/:code', '');

/** Characters of a typed code or a pasted URL. */
export const MAX_CODE_LENGTH = 200;

/** Asks for a code, if the address has no code or an invalid one. */
export function verifyForm({ isUnknown = false } = {}): PlainPage {
  const title = isUnknown ? 'No reconocemos este código' : 'Verifica un informe';
  const text = isUnknown
    ? 'Revisa que esté completo, como en el informe, o escanea el código QR.'
    : 'Escribe el código que está junto a la firma, o escanea el código QR.';
  return {
    title: isUnknown ? 'Código desconocido' : title,
    body: html`<h1>${title}</h1>
<p class="soft">${text}</p>
<form class="card" method="get" action="${VERIFY_FORM_PATH}" autocomplete="off">
<label for="codigo">Código de verificación</label>
<input id="codigo" name="codigo" maxlength="${String(MAX_CODE_LENGTH)}" autocomplete="off" autocapitalize="characters" spellcheck="false">
<p class="small help">Como K7QM-2XRD-9FTA-4NWE. Puedes usar mayúsculas o minúsculas.</p>
<button class="primary" type="submit">Verificar</button>
</form>`,
  };
}

/** The page of /verificar/{code}. It shows the code and the state of its version, never the patient or the content. */
export function verifyPage(verdict: Verdict, typed: string): PlainPage {
  if (verdict === 'desconocido') return verifyForm({ isUnknown: true });
  const { title, text, tone, icon: name } = verdictWords[verdict];
  return {
    title: `${title} · Verificación de informe`,
    body: html`<section class="card verdict"><div>
<span class="sign ${tone}">${icon(name, 28)}</span>
<h1>${title}</h1>
<p class="soft">${text}</p>
</div><div>
<p class="small">Código de verificación</p>
<p><b>${readVerifyCode(typed)}</b></p>
</div></section>
<p class="small note center">${icon('lock')} Esta página no muestra a quién pertenece el informe ni su contenido.</p>`,
  };
}
