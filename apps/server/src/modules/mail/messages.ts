import { formatLongDay, zoneName } from '@simiente/contract/format/dates';
import { describeDevice } from '@simiente/contract/format/device-words';
import { type Html, html } from '../../platform/pages/html.ts';
import type { MailKind } from '../../schema/operation/mail.ts';

const WARN = 'Si no fuiste tú, cambia tu contraseña en cuanto puedas y avisa al administrador.';

/** Kinds of messages with our text; messages about appointments have the clinic's text. */
export type TemplateKind = Exclude<MailKind, 'appointment'>;

/** A notice of a change to the account's owner, with the origin of the change. */
const accountChange =
  (subject: string, sentence: string, ...notes: readonly string[]) =>
  (facts: MailFacts): Content => ({
    subject,
    paragraphs: [sentence, describeOrigin(facts)],
    notes: notes.length === 0 ? [WARN] : [...notes],
  });

const templates: Readonly<Record<TemplateKind, (facts: MailFacts) => Content>> = {
  invitation: (facts) => ({
    subject: 'Tu cuenta de Simiente',
    paragraphs: ['Te crearon una cuenta en Simiente. Para empezar a usarla, elige tu contraseña.'],
    ...button('Elegir contraseña', facts),
    notes: [`El enlace sirve una sola vez, hasta el ${formatMoment(facts.until, facts)}.`],
  }),

  password: (facts) => ({
    subject: 'Elige una contraseña nueva',
    paragraphs: ['Se solicitó cambiar la contraseña de tu cuenta de Simiente.'],
    ...button('Elegir contraseña', facts),
    notes: [
      `El enlace sirve una sola vez, hasta el ${formatMoment(facts.until, facts)}. Al usarlo se cierran tus sesiones abiertas.`,
      'Si no lo pediste, no hagas nada: tu contraseña sigue siendo la misma.',
    ],
  }),

  'new-device': accountChange(
    'Inicio de sesión desde un dispositivo nuevo',
    'Se inició sesión en tu cuenta de Simiente desde un dispositivo en el que no se había usado.',
    'Si fuiste tú, no hagas nada.',
    WARN,
  ),

  'password-changed': accountChange(
    'Cambió la contraseña de tu cuenta',
    'Se cambió la contraseña de tu cuenta de Simiente.',
  ),

  'second-step-on': accountChange(
    'Se activó la verificación en dos pasos',
    'Se activó la verificación en dos pasos de tu cuenta de Simiente.',
  ),

  'second-step-off': accountChange(
    'Se quitó la verificación en dos pasos',
    'Se quitó la verificación en dos pasos de tu cuenta de Simiente.',
  ),

  'recovery-codes': accountChange(
    'Se generaron códigos de recuperación',
    'Se generaron códigos de recuperación nuevos para tu cuenta de Simiente. Los anteriores ya no son válidos.',
  ),

  'identity-entered': () => ({
    subject: 'Confirma tu identidad profesional',
    paragraphs: [
      'Se registraron los datos de tu identidad profesional en Simiente. Revísalos y confírmalos en Mi cuenta.',
    ],
    notes: ['Si algo no es correcto, no los confirmes y avisa al administrador.'],
  }),

  'identity-suspended': (facts) => ({
    subject: 'Tu identidad profesional está suspendida',
    paragraphs: [
      'Otra persona cambió la forma en que entras a Simiente, así que tu identidad profesional quedó suspendida: nadie puede firmar con ella.',
      describeOrigin(facts),
      'Se reactivará cuando la confirmes en Mi cuenta y también la confirme otra cuenta de administración, ajena a quien hizo el cambio.',
    ],
    notes: ['Si no lo pediste, avisa cuanto antes al administrador.'],
  }),

  'passkey-added': accountChange(
    'Se agregó una llave de acceso',
    'Se agregó una llave de acceso a tu cuenta de Simiente. Con ella se entra sin contraseña.',
    'Si no fuiste tú, quítala en Mi cuenta, cambia tu contraseña y avisa al administrador.',
  ),

  'provider-bound': accountChange(
    'Tu cuenta se vinculó a un servicio externo',
    'Tu cuenta de Simiente se vinculó a una cuenta de un servicio externo. Con ella se entra sin la contraseña de Simiente.',
    'Si no fuiste tú, quita el vínculo en Mi cuenta y avisa cuanto antes al administrador.',
  ),

  'provider-removed': accountChange(
    'Se quitó el vínculo de tu cuenta con un servicio externo',
    'Se quitó el vínculo de tu cuenta de Simiente con un servicio externo. Con él ya no se puede entrar.',
  ),

  // A message to a patient: neither subject nor text may reveal its topic.
  'report-link': (facts) => ({
    subject: 'Tienes un documento para leer',
    paragraphs: [
      'Hay un documento para ti. Para abrirlo necesitas tu fecha de nacimiento y un código de 6 dígitos que recibirás por otro medio.',
    ],
    ...button('Abrir documento', facts),
    notes: [
      `El enlace sirve hasta el ${formatMoment(facts.until, facts)}. Después puedes pedir otro en la misma página.`,
      'Si no esperabas este mensaje, no hagas nada.',
    ],
  }),

  'report-code': (facts) => ({
    subject: 'Tu código para abrir un documento',
    paragraphs: [
      `Tu código es ${facts.code?.replace(/^(\d{3})/, '$1 ') ?? ''}.`,
      'Recibirás el enlace del documento por otro medio. No compartas este código.',
    ],
    notes: [
      `El código sirve hasta el ${formatMoment(facts.until, facts)}.`,
      'Si no esperabas este mensaje, no hagas nada.',
    ],
  }),

  // A message to the signer, without its topic, which only Simiente shows.
  'report-basis': (facts) => ({
    subject: 'Revisa un documento que firmaste',
    paragraphs: [
      `Desde el ${formatMoment(facts.at, facts)}, un documento que firmaste está pendiente de tu decisión. Mientras tanto no se entrega.`,
      'Ábrelo en Simiente, en Por firmar: corrígelo, o confirma con un motivo que sigue siendo válido.',
    ],
    notes: [],
  }),

  'backup-old': (facts) => ({
    subject: 'Simiente lleva más de dos días sin un respaldo verificado',
    paragraphs: [
      facts.at === null
        ? 'Todavía no se ha podido verificar ningún respaldo de esta instalación.'
        : `El último respaldo verificado es del ${formatMoment(facts.at, facts)}.`,
      'Pide al operador del servidor que ejecute «simiente status», que indica qué falla y qué hacer.',
    ],
    notes: [
      'Mientras tanto Simiente sigue funcionando; solo falta la copia para recuperarse de un desastre.',
    ],
  }),

  'passkey-removed': accountChange(
    'Se quitó una llave de acceso',
    'Se quitó una llave de acceso de tu cuenta de Simiente.',
  ),
};

export function writeMessage(kind: TemplateKind, facts: MailFacts): Message {
  return layOut(templates[kind](facts), facts);
}

function button(label: string, { url }: MailFacts): Pick<Content, 'link'> {
  return url === null ? {} : { link: { label, url } };
}

/** 'lunes, 23 de noviembre de 2026, 9:42 (hora de Ciudad de México)' */
function formatMoment(at: string | null | undefined, { timeZone }: MailFacts): string {
  return `${formatLongDay(at, { timeZone })} (hora de ${zoneName(timeZone)})`;
}

function describeOrigin(facts: MailFacts): string {
  const { at, address = null, userAgent = null } = facts;
  const when = `Fue el ${formatMoment(at, facts)}`;
  if (address === null) return `${when}, en el servidor.`;
  return `${when}, con ${describeDevice(userAgent).words}, desde la dirección ${address}.`;
}

export interface Message {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Content of a message, before its layout. */
export interface Content {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly link?: { readonly label: string; readonly url: string };
  /** False for a text with its own greeting. */
  readonly greets?: boolean;
  /** Paragraphs below the link. */
  readonly notes: readonly string[];
}

/** Values that templates may use. They must not include patients' data. */
export interface MailFacts {
  /** Name of the account; null for a patient, because messages do not name patients. */
  readonly name: string | null;
  /** The address of the installation. */
  readonly origin: string;
  /** IANA name of the clinic's zone. */
  readonly timeZone: string;
  /** The complete link; null for messages without a link. */
  readonly url: string | null;
  /** Expiry of the link or code. */
  readonly until: string | null;
  /** Time and origin of the reported event. */
  readonly at?: string | null;
  readonly address?: string | null;
  readonly userAgent?: string | null;
  readonly code?: string | null;
}

/** The layout of every message, as text and as HTML without images or external content. */
export function layOut(
  { subject, paragraphs, link, notes, greets = true }: Content,
  { name, origin }: Pick<MailFacts, 'name' | 'origin'>,
): Message {
  // A name may contain line breaks.
  const greeting = name === null ? 'Hola:' : `Hola, ${name.replaceAll(/\s+/g, ' ').trim()}:`;
  const lines = greets ? [greeting, ...paragraphs] : paragraphs;
  const parts = [
    ...lines.map(renderParagraph),
    ...(link ? [renderButton(link)] : []),
    ...notes.map(renderParagraph),
  ];
  const footer = `Este es un mensaje automático de Simiente, en ${origin}. No es necesario responderlo.`;
  return {
    subject,
    text: [
      ...lines,
      ...(link ? [`${link.label}:\n${link.url}`] : []),
      ...notes,
      `--\n${footer}`,
    ].join('\n\n'),
    html: renderPage(
      subject,
      html`${parts}<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #e4e2dc;font-size:13px;line-height:18px;color:#5c6a65">${footer}</p>`,
    ),
  };
}

const renderParagraph = (text: string) =>
  html`<p style="margin:0 0 16px;font-size:15px;line-height:22px">${text}</p>\n`;

/** The URL is also shown as text, for mail programs that show no links. */
function renderButton({ label, url }: { label: string; url: string }): Html {
  return html`<p style="margin:0 0 16px"><a href="${url}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#1c584c;color:#ffffff;font-size:15px;font-weight:600;text-decoration:none">${label}</a></p>
<p style="margin:0 0 16px;font-size:13px;line-height:18px;color:#5c6a65;word-break:break-all">${url}</p>
`;
}

function renderPage(title: string, body: Html): string {
  return html`<!doctype html>
<html lang="es">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body style="margin:0;padding:24px 12px;background:#f9f8f4;font-family:Figtree,'Segoe UI',Helvetica,Arial,sans-serif;color:#20322e">
<div style="max-width:520px;margin:0 auto;padding:28px;border:1px solid #e4e2dc;border-radius:12px;background:#ffffff">
<p style="margin:0 0 20px;font-size:18px;font-weight:600;color:#1c584c">Simiente</p>
${body}
</div>
</body>
</html>
`.text;
}
