import type { SearchAnswer, SearchKind, SearchResult } from '@simiente/contract/search/calls';
import { defaultStringifySearch, useParams } from '@tanstack/react-router';
import { cache, queries } from '../../lib/api/client.ts';
import type { Command } from './commands.ts';

/** A record, with its path. */
export interface RecordOption {
  readonly id: string;
  readonly target: `/${string}`;
  /** Text for the search box of the list that the target shows. */
  readonly searchText: string;
  readonly result: SearchResult;
}

export type Option = RecordOption | Command;

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly options: readonly Option[];
  /** Whether the server has more matches. */
  readonly hasMore?: boolean;
}

interface KindWords {
  readonly title: string;
  /** Singular, for lists of several kinds. */
  readonly name: string;
}

/** Kinds in the order of their sections. */
export const kinds: Readonly<Record<SearchKind, KindWords>> = {
  exam_order: { title: 'Órdenes', name: 'Orden' },
  patient: { title: 'Pacientes', name: 'Paciente' },
  doctor: { title: 'Médicos', name: 'Médico' },
  partner: { title: 'Partners', name: 'Partner' },
  branch: { title: 'Sucursales', name: 'Sucursal' },
  prospect: { title: 'Prospectos', name: 'Prospecto' },
};

/** Sections by kind, or one section of recent records. */
export function recordSections({ results, more }: SearchAnswer, text: string): Section[] {
  if (results.length === 0) return [];
  if (text === '') return [{ id: 'recent', title: 'Recientes', options: results.map(toOption) }];
  return (Object.keys(kinds) as SearchKind[])
    .map((kind) => ({
      id: kind,
      title: kinds[kind].title,
      options: results.filter((result) => result.kind === kind).map(toOption),
      hasMore: more.includes(kind),
    }))
    .filter(({ options }) => options.length > 0);
}

function toOption(result: SearchResult): RecordOption {
  return {
    id: `busqueda-${result.kind}-${result.id}`,
    target: toPath(result),
    // A branch is found in the list of its partner, by its name.
    searchText: result.kind === 'branch' ? result.name : '',
    result,
  };
}

/** The page of a result; a branch is in the list of its partner, an order on the page of its patient. */
function toPath(result: SearchResult): `/${string}` {
  const id = encodeURIComponent(result.id);
  switch (result.kind) {
    case 'exam_order':
      return `/pacientes/${encodeURIComponent(result.patient.id)}#${id}`;
    case 'patient':
      return `/pacientes/${id}`;
    case 'doctor':
      return `/medicos/${id}`;
    case 'partner':
      return `/partner/${id}`;
    case 'branch':
      return `/partner/${encodeURIComponent(result.partner.id)}`;
    case 'prospect':
      return `/prospectos${defaultStringifySearch({ prospecto: result.id })}`;
  }
}

/** The patient or doctor of the page, from the cache, because the page has loaded the record. */
export function useOpenRecord() {
  const { idUser, idDoctor } = useParams({ strict: false });
  const input = { idUser: idUser ?? '' };
  const editablePatient = cache.getQueryData(queries.patients.getOne.queryKey({ input }))?.data;
  const patient =
    editablePatient ??
    cache.getQueryData(queries.patients.getMedicalHistory.queryKey({ input }))?.data;
  const doctorKey = queries.doctors.getOne.queryKey({ input: { idDoctor: idDoctor ?? '' } });
  return {
    idUser,
    idDoctor,
    /** The patient with the fields of the form. Not every page of a patient loads these. */
    editablePatient,
    patient:
      idUser === undefined || patient === undefined ? undefined : { ...input, name: patient.name },
    doctor: cache.getQueryData(doctorKey)?.data,
  };
}
