import { Select } from '@mantine/core';
import { auditActionWords } from '@simiente/contract/audit/action-words';
import type { AuditPage } from '@simiente/contract/audit/calls';
import { machineActors } from '@simiente/contract/audit/filters';
import { trailActor } from '@simiente/contract/audit/sentence';
import { useRef } from 'react';
import { queries, useAnswer } from '../../../lib/api/client.ts';
import { PatientSelect } from '../../patients/public.ts';
import { ClearFilters, DayFilter } from '../../period/public.ts';
import type { ListView } from '../../records/public.ts';
import classes from './AuditFilters.module.css';
import { isAct } from './audit-list.ts';
import { type AuditSearch, machineWords } from './audit-search.ts';

interface AuditFiltersProps {
  view: ListView<AuditSearch>;
  /** The patient of the URL, once loaded. */
  patient: AuditPage['patient'];
}

/** Value of the option without a filter. */
const ALL = '';

export function AuditFilters({ view, patient }: AuditFiltersProps) {
  const { search, change, clear, isFiltered } = view;
  const { persona, paciente, acto, desde, hasta } = search;
  const activeFilters = [persona, paciente, acto, desde ?? hasta].filter(
    (filter) => filter !== undefined,
  );
  const firstField = useRef<HTMLInputElement>(null);
  const actors = useAnswer(queries.audit.actors, {
    input: {},
    // Reading the accounts adds a row to the audit.
    staleTime: Number.POSITIVE_INFINITY,
    select: ({ actors }) => actors,
  });
  const accounts = actors.data ?? [];
  const isShared = (name: string) => accounts.filter((other) => other.name === name).length > 1;
  const isListed =
    persona !== undefined &&
    [...Object.values<string>(machineWords), ...accounts.map(({ idStaff }) => idStaff)].includes(
      persona,
    );
  return (
    <div className={classes.filters}>
      <div className={classes.choice}>
        <Select
          label="Persona"
          searchable
          allowDeselect={false}
          data={[
            { value: ALL, label: 'todas' },
            {
              group: 'Cuentas',
              items: accounts.map(({ idStaff, name, email }) => ({
                value: idStaff,
                label: isShared(name) ? `${name} (${email})` : name,
              })),
            },
            {
              group: 'Sin cuenta',
              items: machineActors.map((kind) => ({
                value: machineWords[kind],
                label: trailActor({
                  actor: { kind, name: null, email: null },
                  action: '',
                  subject: NO_SUBJECT,
                }),
              })),
            },
            ...(persona !== undefined && !isListed
              ? [{ value: persona, label: actors.isPending ? '…' : 'Una cuenta eliminada' }]
              : []),
          ]}
          value={persona ?? ALL}
          nothingFoundMessage={
            actors.isError ? 'No se pudieron cargar las cuentas' : 'Sin coincidencias'
          }
          onChange={(chosen) => change({ persona: chosen || undefined })}
        />
      </div>
      <div className={classes.choice}>
        <PatientSelect
          key={patient?.idUser}
          label="Paciente"
          value={paciente === undefined ? null : patient}
          onChange={(chosen) => change({ paciente: chosen?.idUser })}
        />
      </div>
      <div className={classes.choice}>
        <Select
          label="Acción"
          searchable
          allowDeselect={false}
          data={actOptions}
          value={acto !== undefined && isAct(acto) ? acto : ALL}
          nothingFoundMessage="Ninguna acción coincide"
          onChange={(chosen) => change({ acto: chosen || undefined })}
        />
      </div>
      <DayFilter search={search} startRef={firstField} onChange={change} />
      {isFiltered && (
        <ClearFilters count={activeFilters.length} first={firstField} onClear={clear} />
      )}
    </div>
  );
}

const NO_SUBJECT = { kind: null, id: null, name: null, date: null };

/** Groups of actions, each with the first words of their keys. The last group has all other actions. */
const groups: readonly (readonly [string, readonly string[]])[] = [
  ['Sesiones', ['session']],
  ['Cuentas', ['account', 'two_factor', 'passkey', 'provider', 'staff', 'professional_identity']],
  [
    'Pacientes',
    [
      ...['patient', 'patients', 'consent', 'note', 'file'],
      ...['emergency_access', 'emergency_accesses', 'data_request', 'data_requests'],
      ...['privacy_notice', 'privacy_notices'],
    ],
  ],
  [
    'Resultados',
    ['result', 'results', 'received_result', 'received_results', 'analyte_range', 'analyte_ranges'],
  ],
  [
    'Estudios y órdenes',
    ['exam', 'exams', 'exam_order', 'exam_orders', 'exam_order_days', 'exam_order_downloads'],
  ],
  ['Informes', ['report', 'reports', 'report_delivery', 'report_deliveries', 'draft_token']],
  [
    'Citas',
    [
      ...['appointment', 'appointments', 'appointments_without_patient', 'prescription', 'recipes'],
      ...['delivery', 'deliveries'],
    ],
  ],
  [
    'Médicos, partners y prospectos',
    ['doctor', 'doctors', 'partner', 'partners', 'branch', 'branches', 'prospect', 'prospects'],
  ],
  ['Sistema', []],
];

const findGroup = (action: string) =>
  groups.find(([, firstWords]) => firstWords.includes(action.split('.')[0] ?? ''))?.[0] ??
  'Sistema';

const actOptions = [
  { value: ALL, label: 'todas' },
  ...groups.map(([group]) => ({
    group,
    items: Object.entries(auditActionWords)
      .filter(([action]) => findGroup(action) === group)
      .map(([value, { verb, object }]) => ({ value, label: `${verb} ${object}`.trim() })),
  })),
];
