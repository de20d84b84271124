import type { AuditRow } from '@simiente/contract/audit/calls';
import { describeChange, describeFact } from '@simiente/contract/audit/facts';
import { auditedPerson, auditSentence, trailActor } from '@simiente/contract/audit/sentence';
import { auditTitles as titles } from '@simiente/contract/common/column-titles';
import { exportedList, type FiltersOf, plain, time } from '../../list-exports/public.ts';
import { auditIds, readAuditRows } from './read-audit.ts';

/** A name and its value, one pair after the other. */
const joined = (pairs: readonly { readonly name: string; readonly value: string }[]) =>
  pairs.map(({ name, value }) => `${name}: ${value}`).join('; ') || null;

export const auditList = exportedList<FiltersOf<'audit'>, AuditRow>({
  fileName: 'auditoria',
  ids: auditIds,
  read: readAuditRows,
  getId: ({ id }) => String(id),
  getPersonIds: ({ subject, patient }) => getPersonIds(subject, patient && { id: patient.idUser }),
  columns: [
    plain('Número', ({ id }) => id),
    time(titles.at, ({ at }) => at),
    plain(titles.actor, trailActor),
    plain('Correo', ({ actor }) => actor.email),
    { title: () => titles.act, kind: 'plain', cell: auditSentence },
    plain(titles.about, (row) => auditedPerson(row) || null),
    plain('Cambios', ({ changes, subject }) =>
      joined(changes.map((change) => describeChange(change, subject.kind))),
    ),
    plain('Datos', ({ facts }) => joined(facts.map(describeFact))),
    plain('Dirección', ({ address }) => address),
    plain('Programa', ({ userAgent }) => userAgent),
    plain('Solicitud', ({ idRequest }) => idRequest),
    plain('Acción (clave)', ({ action }) => action),
  ],
});

interface Named {
  readonly kind: string | null;
  readonly id: string | null;
}

/** The ids of the patients and prospects whom an act shows, by its subject and its patient. */
export function getPersonIds(
  subject: Named | null,
  patient: { readonly id: string } | null,
): string[] {
  const isProspect = subject?.kind === 'prospect' && subject.id !== null;
  return [...(patient ? [patient.id] : []), ...(isProspect ? [subject.id] : [])];
}
