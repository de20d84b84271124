/** The titles of a list's columns on the screen and in its CSV. */

export const patientTitles = {
  name: 'Nombre',
  email: 'Correo',
  phone: 'Teléfono',
  createDate: 'Fecha de creación',
  lastConnection: 'Último acceso',
  status: 'Estatus',
  nextAppointment: 'Próxima cita',
} as const;

export const identificationTitles = {
  birthDate: 'Fecha de nacimiento',
  sex: 'Sexo al nacer',
  curp: 'CURP',
  street: 'Calle y número',
  colony: 'Colonia',
  municipality: 'Municipio o alcaldía',
  state: 'Estado',
  zip: 'Código postal',
  country: 'País',
  identityDocument: 'Pasaporte u otro documento',
  emergencyName: 'Contacto de emergencia',
  emergencyPhone: 'Teléfono de emergencia',
  emergencyRelation: 'Parentesco',
} as const;

export const doctorTitles = {
  name: 'Nombre',
  specialties: 'Especialidades',
  email: 'Correo',
  upcoming: 'Próximas citas',
} as const;

export const accountTitles = {
  name: 'Nombre',
  roles: 'Roles',
  doctor: 'Médico vinculado',
  twoFactor: 'Verificación en dos pasos',
  lastAccess: 'Último acceso',
  state: 'Estado',
} as const;

export const partnerTitles = {
  name: 'Partner',
  branches: 'Ubicaciones',
  country: 'País',
  type: 'Tipo',
} as const;

export const branchTitles = {
  state: 'Estado',
  name: 'Sucursal',
  address: 'Direccion',
  exams: 'Examenes',
  phone: 'Telefono',
} as const;

export const prospectTitles = {
  name: 'Nombre',
  motivo: 'Motivo',
  status: 'Estado',
  createDate: 'Fecha Registro',
} as const;

export const trashTitles = {
  name: 'Nombre',
  kind: 'Tipo',
  deletedBy: 'Eliminado por',
  deletedAt: 'Eliminado',
  daysLeft: 'Días restantes',
} as const;

export const examTitles = {
  patient: 'Paciente',
  type: 'Estudio',
  laboratory: 'Laboratorio',
  file: 'Archivo',
} as const;

export const downloadTitles = {
  folio: 'Folio',
  patient: 'Paciente',
  place: 'Partner',
  exams: 'Estudios',
  downloadedBy: 'Descargada por',
  date: 'Fecha',
} as const;

export const orderTitles = {
  folio: 'Folio',
  patient: 'Paciente',
  study: 'Estudio',
  laboratory: 'Laboratorio',
  due: 'Plazo',
  createDate: 'Solicitado',
  state: 'Estado',
} as const;

export const resultTitles = {
  date: 'Fecha',
  study: 'Estudio',
  analyte: 'Analito',
  value: 'Valor',
  unit: 'Unidad',
  range: 'Rango del laboratorio',
  flag: 'Indicador',
  centile: 'Percentil entre hombres fértiles',
  laboratory: 'Laboratorio',
  method: 'Método',
  abstinence: 'Abstinencia (días)',
  state: 'Estado',
} as const;

export const reportQueueTitles = {
  patient: 'Paciente',
  kind: 'Informe',
  version: 'Versión',
  work: 'Por firmar',
  source: 'Origen',
  arrivedAt: 'Pendiente desde',
  differing: 'Cifras que no coinciden',
  unknown: 'Cifras sin verificar',
  basisChangedAt: 'Cambió un dato',
  reviewer: 'Revisor',
} as const;

export const auditTitles = {
  at: 'Fecha',
  actor: 'Persona',
  act: 'Acción',
  about: 'Persona relacionada',
  from: 'Desde',
} as const;

export const waitingPrescriptionTitles = {
  patient: 'Paciente',
  type: 'Tipo',
  when: 'Cita',
  since: 'Creada',
} as const;

export const withoutPatientTitles = {
  who: 'Quién agendó',
  type: 'Tipo',
  when: 'Cuándo',
  booked: 'Agendada',
} as const;
