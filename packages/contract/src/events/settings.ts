import { recordKinds } from '../common/record-kinds.ts';

/** The path of the event stream (stream.ts). */
export const EVENTS_PATH = '/v1/events';

/** Maximum milliseconds between two keep-alives. */
export const KEEP_ALIVE_MS = 15_000;

/** The kinds of records in the stream. */
export const liveKinds = [
  ...recordKinds,
  'report',
  'report_delivery',
  'result',
  'received_result',
  'laboratory_message',
  'analyte_range',
  'exam_order_download',
  'calendly_delivery',
  'consent',
  'note',
  'emergency_access',
  'data_request',
  'account',
] as const;
export type LiveKind = (typeof liveKinds)[number];
