import { recordKinds } from './common/record-kinds.ts';

/** Where the stream of what changes is read (events.ts). */
export const EVENTS_PATH = '/v1/events';

/** Milliseconds between two signs of life at most. */
export const BEAT_EVERY = 15_000;

/** What the stream tells of. */
export const liveKinds = [
  ...recordKinds,
  'report',
  'exam_order_download',
  'calendly_delivery',
] as const;
export type LiveKind = (typeof liveKinds)[number];
