import {
  type Fields,
  idOf,
  instantOf,
  longest,
  noteUnknown,
  objectOf,
  requiredTextOf,
  textOf,
} from './fields.ts';
import type { Findings } from './findings.ts';
import { type Incoming, incomingOf } from './incoming.ts';
import type { ProspectRow } from './rows.ts';
import { stableId } from './stable-id.ts';

const known = new Set([
  'idProspect',
  'id',
  'name',
  'mail',
  'phone',
  'motivo',
  'status',
  'notes',
  'createDate',
  'timestamp',
]);

export function readProspect(
  value: unknown,
  place: string,
  findings: Findings,
): Incoming<ProspectRow> | null {
  return incomingOf('prospect', place, findings, () => {
    const fields: Fields = { record: objectOf(value), place, pattern: 'prospects[]', findings };
    noteUnknown(fields, known);
    const person = {
      name: requiredTextOf(fields, 'name', longest.name),
      email: textOf(fields, 'mail', longest.email),
      phone: textOf(fields, 'phone', longest.phone),
      reason: textOf(fields, 'motivo', longest.prose),
    };
    const createdAt = instantOf(fields, 'createDate') ?? instantOf(fields, 'timestamp');
    return {
      id: prospectIdOf(fields, person, createdAt),
      ...person,
      status: textOf(fields, 'status', longest.label),
      notes: textOf(fields, 'notes', longest.prose),
      createdAt,
    };
  });
}

/**
 * Without an id, one made from what a person wrote and when: not from status and notes, which change
 * from one export to the next.
 */
function prospectIdOf(
  fields: Fields,
  { name, email, phone, reason }: Pick<ProspectRow, 'name' | 'email' | 'phone' | 'reason'>,
  createdAt: string | null,
): string {
  const { idProspect, id } = fields.record;
  if (idProspect || id) return idOf(fields, 'idProspect', 'id');
  const made = stableId('prs', name, email, phone, reason, createdAt);
  fields.findings.repaired(fields.place, `sin identificador: se le dio ${made}`);
  return made;
}
