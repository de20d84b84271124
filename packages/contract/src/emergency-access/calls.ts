import * as z from 'zod';
import { call } from '../common/call.ts';
import { recordId } from '../common/ids.ts';
import { isoInstant } from '../common/instants.ts';
import { storableText } from '../common/text.ts';

export const EMERGENCY_HOURS = 4;

/** Days for which an emergency access is reported to auditoría and to the patient's doctors. */
export const EMERGENCY_REPORT_DAYS = 7;

/** Maximum emergency accesses of one account in 24 hours. */
export const MAX_EMERGENCIES = 10;

const MAX_REASON_LENGTH = 500;
/** Long enough for a reader of the recent accesses to judge the reason. */
const MIN_REASON_LENGTH = 10;

export const emergencyReason = storableText(MAX_REASON_LENGTH)
  .trim()
  .min(MIN_REASON_LENGTH, `Escribe el motivo con al menos ${MIN_REASON_LENGTH} caracteres.`);

/** An emergency access to the reports and files of a patient. */
const emergencyAccess = z.strictObject({
  idUser: recordId,
  /** Null while the patient is in the trash. */
  patientName: z.string().nullable(),
  /** The name of the account; null for a deleted one. */
  openedBy: z.string().nullable(),
  reason: z.string(),
  openedAt: isoInstant,
  until: isoInstant,
});
export type EmergencyAccess = z.infer<typeof emergencyAccess>;

export const emergencyAccessContract = {
  open: call('emergency.open')
    .post(
      '/v1/user/open-emergency-access',
      'Abre por unas horas los informes y archivos de un paciente, con un motivo',
    )
    .input({ idUser: recordId, reason: emergencyReason })
    .output({ until: isoInstant }),
  recent: call('accesses.read')
    .get(
      '/v1/user/emergency-accesses',
      'Los accesos de emergencia de los últimos días: todos para auditoría, los de sus pacientes para un médico',
    )
    .output({ accesses: z.array(emergencyAccess) }),
};
