import * as z from 'zod';
import { call } from '../common/call.ts';
import { editedVersion } from '../common/ids.ts';
import { lineText } from '../common/text.ts';
import { holidayChanges } from '../doctors/schedule.ts';
import { reminderRules } from '../reminders/rules.ts';

/** Event types of Calendly that are visits to their host; all others are validations of prescriptions. */
const visitTypes = z.array(lineText(200).min(1)).max(100);
const days = z
  .int('Escribe un número de días.')
  .min(1, 'Escribe al menos un día.')
  .max(90, 'Como máximo 90 días.');
/** Business days to answer a request about personal data, and then to carry it out. */
export const requestDays = z.strictObject({ answer: days, carryOut: days });
export type RequestDays = z.infer<typeof requestDays>;

/** The clinic's own rules. */
export const clinicSettings = z.strictObject({
  holidays: holidayChanges,
  visitTypes,
  /** Event types of Calendly's bookings of the last year. */
  knownTypes: z.array(z.string()),
  requestDays,
  reminders: reminderRules,
  version: z.int().min(1),
});
export type ClinicSettings = z.infer<typeof clinicSettings>;

export const clinicContract = {
  settings: call('directory.read')
    .get(
      '/v1/clinic/settings',
      'Los días festivos, los tipos de evento de Calendly, los plazos de solicitudes de datos y los recordatorios',
    )
    .output(clinicSettings),
  update: call('clinic.manage')
    .put(
      '/v1/clinic/update',
      'Cambia los días festivos, los tipos de evento de Calendly, los plazos de solicitudes o los recordatorios',
    )
    .input({
      holidays: holidayChanges
        .refine(
          ({ added }) => new Set(added.map(({ day }) => day)).size === added.length,
          'El mismo día está dos veces.',
        )
        .optional(),
      visitTypes: visitTypes.optional(),
      requestDays: requestDays.optional(),
      reminders: reminderRules.optional(),
      version: editedVersion,
    })
    .output(clinicSettings),
};
