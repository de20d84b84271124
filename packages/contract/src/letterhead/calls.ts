import * as z from 'zod';
import { call, uploadCall } from '../common/call.ts';
import { sentFlag } from '../common/ids.ts';
import { isoInstant } from '../common/instants.ts';
import { storedFile } from '../files/calls.ts';
import { LOGO_MEDIA_TYPES, MAX_LOGO_SIZE } from '../partners/calls.ts';
import { letterheadFields } from './fields.ts';

/** The clinic's data on its papers. */
export const letterhead = z.strictObject({
  name: z.string(),
  address: z.string().nullable(),
  licence: z.string().nullable(),
  logo: storedFile.nullable(),
  changedAt: isoInstant,
  /** The name of the account. */
  changedBy: z.string().nullable(),
  version: z.int().min(1),
});
export type Letterhead = z.infer<typeof letterhead>;

/** An empty multipart field removes the text from the letterhead. */
const emptyToNull = <T>(text: T) => (text === '' ? null : text);

const logoFile = z
  .file()
  .max(MAX_LOGO_SIZE)
  .mime([...LOGO_MEDIA_TYPES]);

/** The text fields of the multipart form. Missing fields do not change, but the first letterhead needs a name. */
export const letterheadEdit = z.strictObject({
  name: letterheadFields.name.optional(),
  address: z.preprocess(emptyToNull, letterheadFields.address).optional(),
  licence: z.preprocess(emptyToNull, letterheadFields.licence).optional(),
  /** Removes the logo without a replacement. */
  logo_removed: sentFlag.default(false),
  /** The version on which the edit was based; 0 for the first letterhead. */
  version: z.coerce.number().pipe(z.int().min(0)).optional(),
});

/** `data` of a call that changed the letterhead. */
export const letterheadData = z.strictObject({ letterhead });

export const letterheadContract = {
  getOne: call('exams.list')
    .get('/v1/letterhead/get-one', 'El membrete de la clínica; null mientras no se escribe')
    .input({})
    .output({ letterhead: letterhead.nullable() }),
  update: uploadCall('letterhead.manage')
    .put(
      '/v1/letterhead/update',
      'Cambia el membrete; los documentos ya firmados conservan el que tenían',
    )
    .input(letterheadEdit.extend({ logo: logoFile.optional() }))
    .output(letterheadData),
};
