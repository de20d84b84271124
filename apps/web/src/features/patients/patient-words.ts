import { listCrumb, type RecordWords } from '../records/public.ts';

const list = { label: 'Pacientes', to: '/pacientes' } as const;

export const patientWords: RecordWords = {
  tab: 'Paciente',
  list,
  all: 'Ver todos los pacientes',
  loading: 'Cargando datos del paciente...',
  failure: 'No se pudo cargar el paciente',
  unknown: 'No encontramos este paciente',
};

/** The first crumb of every page about a patient. */
export const patientsCrumb = listCrumb(list);
