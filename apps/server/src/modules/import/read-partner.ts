import {
  type Fields,
  flagOf,
  idOf,
  longest,
  noteUnknown,
  objectOf,
  requiredTextOf,
  textOf,
  textsOf,
  urlOf,
} from './fields.ts';
import type { Findings } from './findings.ts';
import { type Incoming, incomingOf } from './incoming.ts';
import type { PartnerRow } from './rows.ts';

const known = new Set([
  'idPartner',
  'name',
  'country',
  'type',
  'website',
  'logo_url',
  'utm_available',
  'all_exams_available',
]);

export function readPartner(
  value: unknown,
  place: string,
  findings: Findings,
): Incoming<PartnerRow> | null {
  return incomingOf('partner', place, findings, () => {
    const fields: Fields = { record: objectOf(value), place, pattern: 'partners[]', findings };
    noteUnknown(fields, known);
    return {
      id: idOf(fields, 'idPartner'),
      name: requiredTextOf(fields, 'name', longest.name),
      country: textOf(fields, 'country', longest.label),
      type: textOf(fields, 'type', longest.label),
      website: urlOf(fields, 'website'),
      // Not a link: the legacy form derives it from the name, as `clinica_sanchez`.
      logoUrl: textOf(fields, 'logo_url', longest.url),
      utmAvailable: flagOf(fields, 'utm_available'),
      exams: textsOf(fields, 'all_exams_available', longest.label),
    };
  });
}
