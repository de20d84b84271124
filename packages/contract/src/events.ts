import * as z from 'zod';

/**
 * The stream of what changes, as server-sent events. It carries kinds and ids of records and nothing
 * of what is in them. `?gap=` says for how many milliseconds the caller has heard nothing.
 *
 * - `ready`: the stream is open, and tells everything since `covers` milliseconds ago
 * - `change`: records of these kinds changed
 * - `everything`: anything may have changed
 * - `end`: the stream is over, and why
 *
 * A comment now and then says that it lives.
 */
export const eventsInput = z.strictObject({ gap: z.coerce.number().int().min(0).default(0) });

export const readyEvent = z.object({ covers: z.int().min(0) });
export type ReadyEvent = z.infer<typeof readyEvent>;

/** By kind, the ids of the records that changed; null: many, or it is not known which. */
export const changeEvent = z.object({
  kinds: z.record(z.string(), z.array(z.string()).nullable()),
});
export type ChangeEvent = z.infer<typeof changeEvent>;
export type ChangedKinds = ChangeEvent['kinds'];

/**
 * Why a stream ended: its session did, the server stops, the session has too many of them, or it was
 * open for long enough.
 */
export const endReasons = ['session', 'stopping', 'replaced', 'aged'] as const;
export type EndReason = (typeof endReasons)[number];
