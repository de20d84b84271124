import {
  type Fields,
  idOf,
  instantOf,
  integerOf,
  longest,
  noteUnknown,
  objectOf,
  requiredTextOf,
  textOf,
} from './fields.ts';
import type { Findings } from './findings.ts';
import { type Incoming, incomingOf } from './incoming.ts';
import type { PatientRow } from './rows.ts';

const known = new Set([
  'idUser',
  'name',
  'email',
  'phone',
  'status',
  'createDate',
  'lastConnection',
]);

export function readUser(
  value: unknown,
  place: string,
  findings: Findings,
): Incoming<PatientRow> | null {
  return incomingOf('patient', place, findings, () => {
    const fields: Fields = { record: objectOf(value), place, pattern: 'users[]', findings };
    noteUnknown(fields, known);
    return {
      id: idOf(fields, 'idUser'),
      name: requiredTextOf(fields, 'name', longest.name),
      email: textOf(fields, 'email', longest.email),
      phone: textOf(fields, 'phone', longest.phone),
      status: integerOf(fields, 'status'),
      createdAt: instantOf(fields, 'createDate'),
      lastAccessAt: instantOf(fields, 'lastConnection'),
    };
  });
}
