import type { Hl7Field } from '@medplum/core';
import { unescapeText } from './decode.ts';

/** The sender deletes what the field had: it has no value. */
export const CLEARED = '""';

/** A component of a field, 1 the first, without escapes. */
export function component(field: Hl7Field | undefined, number: number, repetition = 0): string {
  const written = unescapeText(field?.components[repetition]?.[number - 1] ?? '');
  return written === CLEARED ? '' : written;
}
