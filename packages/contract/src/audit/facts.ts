import { consentPurposeNames } from '../consents/texts.ts';
import type { ExportRequest } from '../list-exports/calls.ts';
import { statusGroup, statusNames } from '../patients/filters.ts';
import { prospectStatusName } from '../prospects/filters.ts';
import type { AuditRow } from './calls.ts';
import { fieldWord } from './sentence.ts';

/** The Spanish names of facts; a fact of a filter has the prefix 'Filtro: '. */
const factWords: Readonly<Record<string, string>> = {
  acknowledged: 'Advertencias aceptadas',
  attempts: 'Intentos',
  background: 'Actualización de una pantalla abierta',
  basis: 'Leído de',
  by: 'Datos comparados',
  call: 'Llamada',
  checked: 'Registros comprobados',
  code: 'Respuesta',
  complete: 'Completa',
  consentVersion: 'Versión del consentimiento',
  continued: 'Página siguiente',
  count: 'Renglones',
  deleted: 'Eliminada',
  deletion: 'Eliminación',
  doctorId: 'Médico',
  encrypted: 'Cifrado',
  exams: 'Estudios',
  files: 'Archivos',
  findings: 'Hallazgos',
  format: 'Formato',
  from: 'Desde',
  identity: 'Firma',
  leftOut: 'Sin incluir',
  limit: 'Límite',
  list: 'Lista',
  madeAt: 'Hecho',
  mail: 'Mensaje',
  method: 'Método anterior',
  moment: 'Momento',
  newDevice: 'Dispositivo nuevo',
  passkey: 'Llave de acceso',
  outcome: 'Resultado',
  partner: 'Partner',
  pinned: 'Fijada',
  provider: 'Servicio externo',
  purpose: 'Fin',
  purposes: 'Fines',
  reason: 'Motivo',
  rows: 'Renglones',
  searched: 'Con búsqueda',
  sessionsEnded: 'Sesiones cerradas',
  shown: 'Personas mostradas',
  sort: 'Orden',
  startsAt: 'Hora de la cita',
  to: 'Hasta',
  upcoming: 'Próximas citas',
  version: 'Versión',
  way: 'Forma',
};

const exportedLists: Readonly<Record<ExportRequest['list'], string>> = {
  patients: 'Pacientes',
  doctors: 'Médicos',
  appointmentsWithoutPatient: 'Citas sin paciente',
  waitingRecipes: 'Recetas por validar',
  partners: 'Partners',
  branches: 'Sucursales',
  prospects: 'Prospectos',
  exams: 'Estudios',
  activity: 'Actividad reciente',
  orderDownloads: 'Órdenes descargadas',
  orders: 'Órdenes',
  patientResults: 'Resultados de un paciente',
  reportQueue: 'Informes por firmar',
  audit: 'Auditoría',
  affected: 'Personas afectadas',
  trash: 'Papelera',
};

const valueNames: Readonly<Record<string, string>> = {
  true: 'Sí',
  false: 'No',
  ...consentPurposeNames,
};

/** A fact of an audit row in words; an unknown fact keeps its name. */
export function describeFact({ name, value }: AuditRow['facts'][number]): {
  readonly name: string;
  readonly value: string;
} {
  const [, filterName] = /^filter\.(.+)$/.exec(name) ?? [];
  const key = filterName ?? name;
  const word = Object.hasOwn(factWords, key) ? (factWords[key] ?? key) : fieldWord(key);
  // Other facts may be texts that users typed, such as the reason 'audit', so the names of lists do not apply.
  const names = new Map(Object.entries(key === 'list' ? exportedLists : valueNames));
  return {
    name: filterName === undefined ? capitalized(word) : `Filtro: ${word.toLocaleLowerCase('es')}`,
    value: value
      .split(', ')
      .map((part) => (key === 'sort' ? sortWords(part) : (names.get(part) ?? part)))
      .join(', '),
  };
}

/** '-createDate' as 'Fecha de creación, descendente' */
function sortWords(sort: string): string {
  const field = sort.replace('-', '');
  const word = capitalized(sortedFields[field] ?? fieldWord(field));
  return sort === field ? word : `${word}, descendente`;
}

/** Fields by which a list is sorted, and which no edit changes. */
const sortedFields: Readonly<Record<string, string>> = {
  at: 'fecha',
  createdAt: 'fecha',
  daysLeft: 'días restantes',
  deletedAt: 'fecha de eliminación',
  deletedBy: 'eliminado por',
  dueAt: 'plazo',
  kind: 'tipo',
  lastAccess: 'último acceso',
  validFrom: 'vigencia',
};

/**
 * A change such as 'Estatus' and 'Registro → Test'. If the audit has only digests, the value is 'Cambió (…)'.
 */
export function describeChange(
  { field, from, to, isDigest }: AuditRow['changes'][number],
  kind: string | null,
): { readonly name: string; readonly value: string } {
  const name = capitalized(fieldWord(field));
  if (isDigest) return { name, value: 'Cambió (la auditoría no guarda el valor)' };
  return { name, value: `${describeValue(from, field, kind)} → ${describeValue(to, field, kind)}` };
}

function describeValue(value: string | null, field: string, kind: string | null): string {
  if (value === null) return '—';
  if (field === 'status' && kind === 'patient') {
    return statusNames[statusGroup(Number(value))];
  }
  if (field === 'status' && kind === 'prospect') return prospectStatusName(value);
  return valueNames[value] ?? value;
}

const capitalized = (text: string) => text.charAt(0).toLocaleUpperCase('es') + text.slice(1);
