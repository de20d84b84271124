import { appointmentsContract } from './appointments.ts';
import { calendlyContract } from './calendly.ts';
import { doctorsContract } from './doctors.ts';
import { examsContract } from './exams.ts';
import { healthContract } from './health.ts';
import { patientsContract } from './patients.ts';
import { trashContract } from './trash.ts';

/** Every typed call of the API. */
export const contract = {
  appointments: appointmentsContract,
  calendly: calendlyContract,
  exams: examsContract,
  doctors: doctorsContract,
  health: healthContract,
  patients: patientsContract,
  trash: trashContract,
};
export type Contract = typeof contract;
