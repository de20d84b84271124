import { formatLongDay, zoneName } from '@simiente/contract/format/dates';
import { describeDevice } from '@simiente/contract/format/device-words';
import type { MailKind } from '../../schema/operation/mail.ts';
import { type Content, layOut, type MailFacts, type Message } from './layout.ts';

const WARN = 'Si no fuiste tú, cambia tu contraseña en cuanto puedas y avisa al administrador.';

/** Messages about appointments have the clinic's own text. */
export type TemplateKind = Exclude<MailKind, 'appointment'>;

/** A change of an account and its origin, of which the account's owner is notified. */
const accountChange =
  (subject: string, happened: string, ...notes: readonly string[]) =>
  (facts: MailFacts): Content => ({
    subject,
    paragraphs: [happened, describeOrigin(facts)],
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

  // Message to a patient: neither subject nor text may reveal its topic.
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

  // Message to the signer, without its topic, which only Simiente shows.
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

/** The message of a kind, in the one layout. */
export function writeMessage(kind: TemplateKind, facts: MailFacts): Message {
  return layOut(templates[kind](facts), facts);
}

function button(label: string, { url }: MailFacts): Pick<Content, 'link'> {
  return url === null ? {} : { link: { label, url } };
}

/** 'lunes, 23 de noviembre de 2026, 9:42 (hora de Ciudad de México)' */
function formatMoment(at: string | null, { timeZone }: MailFacts): string {
  return `${formatLongDay(at, { timeZone })} (hora de ${zoneName(timeZone)})`;
}

function describeOrigin(facts: MailFacts): string {
  const { at, address, userAgent } = facts;
  const when = `Fue el ${formatMoment(at, facts)}`;
  if (address === null) return `${when}, en el servidor.`;
  return `${when}, con ${describeDevice(userAgent).words}, desde la dirección ${address}.`;
}
