import * as z from 'zod';

/**
 * The version that an edit was based on. Our client always sends it; a legacy payload without one
 * overwrites.
 */
export const editedVersion = z.int().min(1).optional();

/** The same as a field of a multipart form, whose values are texts. */
export const sentVersion = z.coerce.number().pipe(z.int().min(1)).optional();
