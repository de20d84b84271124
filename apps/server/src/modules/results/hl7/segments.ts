import type { Hl7Field } from '@medplum/core';
import { unescapeText } from './decode.ts';

/** A component of a field, 1 the first, without escapes. */
export const component = (field: Hl7Field | undefined, number: number, repetition = 0) =>
  unescapeText(field?.components[repetition]?.[number - 1] ?? '');
