import * as z from 'zod';
import type { Capability } from '../common/access/roles.ts';
import type { LiveKind } from './settings.ts';

/**
 * The event stream, as server-sent events. It has kinds and ids of records, without their data. `?gap=` is the
 * number of milliseconds for which the client received nothing.
 */
export const eventsInput = z.strictObject({ gap: z.coerce.number().int().min(0).default(0) });

/** The first event. The stream is sure to include the changes of the last `covers` milliseconds before it. */
export interface ReadyEvent {
  readonly covers: number;
}

/** Ids of the changed records by kind; null if they are too many or unknown. */
export const changeEvent = z.object({
  kinds: z.record(z.string(), z.array(z.string()).nullable()),
});
export type ChangeEvent = z.infer<typeof changeEvent>;
export type ChangedIds = ChangeEvent['kinds'];

/** Capability needed to receive changes of a kind. */
export const liveCapabilities: Readonly<Record<LiveKind, Capability>> = {
  patient: 'patients.read',
  doctor_appointment: 'patients.read',
  recipe_appointment: 'patients.read',
  calendly_delivery: 'patients.read',
  consent: 'patients.read',
  note: 'patients.read',
  emergency_access: 'accesses.read',
  data_request: 'rights.manage',
  exam: 'exams.list',
  exam_order: 'orders.read',
  exam_order_download: 'orders.read',
  report: 'reports.read',
  report_delivery: 'reports.deliver',
  result: 'exams.list',
  received_result: 'results.receive',
  laboratory_message: 'results.receive',
  analyte_range: 'directory.read',
  doctor: 'directory.read',
  partner: 'directory.read',
  branch: 'directory.read',
  prospect: 'directory.read',
  account: 'accounts.manage',
};

/**
 * Why a stream ended: its session ended, the roles of its account changed, the server stops, the session has too
 * many streams, or the time limit was reached.
 */
export type EndReason = 'session' | 'roles' | 'stopping' | 'replaced' | 'aged';
