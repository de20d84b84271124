import * as z from 'zod';
import { call, success } from '../common/call.ts';
import { editedVersion } from '../common/ids.ts';
import { holidayChanges } from '../doctors/schedule.ts';

/** The clinic's own rules. */
export const clinicSettings = z.strictObject({
  holidays: holidayChanges,
  version: z.int().min(1),
});
export type ClinicSettings = z.infer<typeof clinicSettings>;

export const clinicContract = {
  settings: call('directory.read')
    .route({
      method: 'GET',
      path: '/v1/clinic/settings',
      summary: 'Los días festivos de la clínica: los que difieren de los oficiales',
    })
    .output(success(clinicSettings)),
  update: call('clinic.manage')
    .route({ method: 'PUT', path: '/v1/clinic/update', summary: 'Cambia los días festivos' })
    .input(z.strictObject({ holidays: holidayChanges.optional(), version: editedVersion }))
    .output(success(clinicSettings)),
};
