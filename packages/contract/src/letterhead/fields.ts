import { lineText } from '../common/text.ts';

/** Characters of the address, which may be two lines on paper. */
const MAX_ADDRESS_LENGTH = 300;

/** Clinic's data on its papers, with the validation rules of forms and calls. */
export const letterheadFields = {
  name: lineText(200).min(1, 'Escribe el nombre de la clínica.'),
  address: lineText(MAX_ADDRESS_LENGTH).min(1, 'Escribe el domicilio.').nullable(),
  /** Number of the health licence, or of the notice of operation, in the authority's spelling. */
  licence: lineText(120).min(1, 'Escribe el número de licencia.').nullable(),
};
