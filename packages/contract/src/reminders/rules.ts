import * as z from 'zod';
import { lineText } from '../common/text.ts';
import { timeOfDay } from '../doctors/schedule.ts';

export const reminderChannels = ['email', 'whatsapp'] as const;

/** Placeholders, written in braces: {fecha}. */
export const reminderFields = ['paciente', 'clinica', 'fecha', 'hora', 'lugar', 'medico'] as const;
type ReminderField = (typeof reminderFields)[number];

const FIELD = /\{([^{}]*)\}/g;
const isField = (name: string): name is ReminderField =>
  (reminderFields as readonly string[]).includes(name);

/** Stems of medical words: a reminder must not reveal the reason for a visit. */
const CLINICAL =
  /(?:fertil|esperm|sem[ei]n|andr[oó]l|ur[oó]l|genét|genet|endocr|psic|hormon|infecc|estudio|examen|análisis|diagn|recet|tratam|laborat|muestra|resultad|cirug|síntoma|enferm)\p{L}*/iu;

const reminderText = lineText(400)
  .min(1, 'Escribe el texto.')
  .superRefine((text, context) => {
    const unknown = [...text.matchAll(FIELD)].find(([, name = '']) => !isField(name));
    if (unknown) {
      const message = `${unknown[0]} no es un campo. Usa ${reminderFields.map((name) => `{${name}}`).join(', ')}.`;
      context.addIssue({ code: 'custom', message });
    }
    const [clinical] = CLINICAL.exec(text.replaceAll(FIELD, '')) ?? [];
    if (clinical !== undefined) {
      const message = `Un recordatorio no puede hablar de salud: quita «${clinical}».`;
      context.addIssue({ code: 'custom', message });
    }
  });

export const reminderRules = z.strictObject({
  isOn: z.boolean(),
  rules: z
    .array(
      z.strictObject({
        hoursBefore: z.int().min(1).max(168, 'Como máximo 168 horas (7 días).'),
        channel: z.literal(reminderChannels),
      }),
    )
    .max(6, 'Como máximo 6 recordatorios.'),
  text: reminderText,
  /** No e-mail is sent between these times of the clinic's zone; equal times for no quiet hours. */
  quietFrom: timeOfDay,
  quietTo: timeOfDay,
  /** Minimum hours before the appointment for its patient to cancel it. */
  cancelUntilHours: z.int().min(0).max(168, 'Como máximo 168 horas (7 días).'),
  /** Shown to patients on the page of their appointment, and in an e-mail about its cancellation. */
  phone: lineText(40)
    .regex(/^\D*(?:\d[ ()+.-]*){7}/, 'Escribe el teléfono con todos sus dígitos.')
    .nullable(),
});
export type ReminderRules = z.infer<typeof reminderRules>;

export const DEFAULT_REMINDER_RULES: ReminderRules = {
  isOn: false,
  rules: [
    { hoursBefore: 48, channel: 'email' },
    { hoursBefore: 3, channel: 'email' },
  ],
  text: 'Hola, {paciente}. Te esperamos en {clinica} el {fecha} a las {hora}. Lugar: {lugar}.',
  quietFrom: '21:00',
  quietTo: '08:00',
  cancelUntilHours: 24,
  phone: null,
};

export function fillReminder(
  text: string,
  values: Readonly<Record<ReminderField, string>>,
): string {
  return text.replaceAll(FIELD, (match, name: string) => (isField(name) ? values[name] : match));
}
