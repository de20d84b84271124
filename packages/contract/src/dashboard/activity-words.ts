/**
 * The object of an action. `record`: the record itself ('a Ana', 'el partner X'); `part`: a part of the record
 * ('de Ana', 'del partner X'); `owner`: only the patient of the record ('de Ana').
 */
export type ObjectForm = 'record' | 'part' | 'owner';

/** The audited actions in the list of activity, with their words. */
export const actionWords = {
  'patient.created': { verb: 'registró', form: 'record' },
  'patient.updated': { verb: 'cambió los datos', form: 'part' },
  'patient.status_changed': { verb: 'cambió el estatus', form: 'part' },
  'exam.created': { verb: 'agregó', form: 'record' },
  'exam.updated': { verb: 'cambió los datos', form: 'part' },
  'exam.file_replaced': { verb: 'cambió el archivo', form: 'part' },
  'exam_order.created': { verb: 'creó', form: 'record' },
  'exam_order.downloaded': { verb: 'descargó', form: 'record' },
  'appointment.created': { verb: 'creó', form: 'record' },
  'appointment.updated': { verb: 'cambió', form: 'record' },
  'appointment.attendance_recorded': { verb: 'registró la asistencia', form: 'owner' },
  'prescription.uploaded': { verb: 'subió la receta', form: 'owner' },
  'doctor.created': { verb: 'dio de alta', form: 'record' },
  'doctor.updated': { verb: 'cambió los datos', form: 'part' },
  'doctor.retired': { verb: 'dio de baja', form: 'record' },
  'doctor.reinstated': { verb: 'reactivó', form: 'record' },
  'partner.created': { verb: 'creó', form: 'record' },
  'partner.updated': { verb: 'cambió los datos', form: 'part' },
  'branch.created': { verb: 'creó', form: 'record' },
  'branch.updated': { verb: 'cambió los datos', form: 'part' },
  'prospect.created': { verb: 'registró', form: 'record' },
  'prospect.received': { verb: 'recibió', form: 'record' },
  'prospect.updated': { verb: 'cambió los datos', form: 'part' },
  'prospect.moved': { verb: 'cambió el estado', form: 'part' },
  'prospect.converted': { verb: 'convirtió en paciente', form: 'record' },
  'record.deleted': { verb: 'eliminó', form: 'record' },
  'record.restored': { verb: 'restauró', form: 'record' },
} as const satisfies Readonly<Record<string, { verb: string; form: ObjectForm }>>;
