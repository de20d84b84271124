import { listCrumb, type RecordWords } from '../records/public.ts';

const list = { label: 'Médicos', to: '/medicos' } as const;

export const doctorWords: RecordWords = {
  tab: 'Médico',
  list,
  all: 'Ver todos los médicos',
  loading: 'Cargando datos del médico...',
  failure: 'Error al cargar el médico',
  unknown: 'No encontramos este médico',
  // Doctors are retired, never deleted.
  unknownReason: 'Puede que la dirección esté mal escrita.',
};

/** The first crumb of a doctor's page. */
export const doctorsCrumb = listCrumb(list);
