import * as z from 'zod';
import { call, success } from '../common/call.ts';
import { editedVersion } from '../common/ids.ts';
import { lineText } from '../common/text.ts';
import { holidayChanges } from '../doctors/schedule.ts';

/** Event types of Calendly that are appointments of their host; all others are prescriptions. */
const visitTypes = z.array(lineText(200).min(1)).max(100);

/** The clinic's own rules. */
export const clinicSettings = z.strictObject({
  holidays: holidayChanges,
  visitTypes,
  /** Event types of Calendly's bookings of the last year. */
  knownTypes: z.array(z.string()),
  version: z.int().min(1),
});
export type ClinicSettings = z.infer<typeof clinicSettings>;

export const clinicContract = {
  settings: call('directory.read')
    .route({
      method: 'GET',
      path: '/v1/clinic/settings',
      summary: 'Los días festivos que difieren de los oficiales, y los tipos de evento de Calendly',
    })
    .output(success(clinicSettings)),
  update: call('clinic.manage')
    .route({
      method: 'PUT',
      path: '/v1/clinic/update',
      summary: 'Cambia los días festivos o los tipos de evento de Calendly que no son recetas',
    })
    .input(
      z.strictObject({
        holidays: holidayChanges.optional(),
        visitTypes: visitTypes.optional(),
        version: editedVersion,
      }),
    )
    .output(success(clinicSettings)),
};
