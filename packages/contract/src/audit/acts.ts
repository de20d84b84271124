/**
 * The words for an action of the audit: of another user ('Abrió'), of oneself ('Abriste'), and its
 * object.
 */
interface Act {
  readonly did: string;
  readonly youDid: string;
  /** Without the owner. */
  readonly what: string;
}

const act = (did: string, youDid: string, what = ''): Act => ({ did, youDid, what });
/** The same words for oneself. */
const both = (words: string) => act(words, words);
const read = (what: string) => act('Consultó', 'Consultaste', what);
const opened = (what: string) => act('Abrió', 'Abriste', what);
const created = (what: string) => act('Creó', 'Creaste', what);
const changed = (what: string) => act('Cambió', 'Cambiaste', what);

/** Every action of the audit. The server's types check that none is missing. */
export const auditActs = {
  'session.created': act('Inició sesión', 'Iniciaste sesión'),
  'session.refused': act('No pudo iniciar sesión', 'No pudiste iniciar sesión'),
  'session.ended': act('Cerró sesión', 'Cerraste sesión'),
  'session.second_step_asked': both('Contraseña correcta; faltó el código'),
  'session.second_step_refused': both('Código incorrecto'),
  'session.revoked': act('Cerró', 'Cerraste', 'otra sesión de la cuenta'),
  'account.renamed': changed('el nombre de la cuenta'),
  'account.password_changed': changed('la contraseña'),
  'account.password_refused': both('Contraseña incorrecta'),
  'account.code_refused': both('Código incorrecto'),
  'account.attempts_exhausted': both('Sesión cerrada por respuestas incorrectas'),
  'two_factor.enabled': act('Activó', 'Activaste', 'la verificación en dos pasos'),
  'two_factor.disabled': act('Desactivó', 'Desactivaste', 'la verificación en dos pasos'),
  'two_factor.recovery_codes_made': act('Generó', 'Generaste', 'códigos de recuperación'),
  'two_factor.recovery_code_used': act('Usó', 'Usaste', 'un código de recuperación'),
  'two_factor.reset': act(
    'Restableció',
    'Restableciste',
    'la verificación en dos pasos de una cuenta',
  ),
  'secrets.rotated': changed('los secretos'),
  'secrets.retired': act('Retiró', 'Retiraste', 'secretos anteriores'),
  'staff.created': created('una cuenta'),
  'staff.listed': read('las cuentas'),
  'staff.status_changed': changed('el estado de una cuenta'),
  'staff.roles_changed': changed('los roles de una cuenta'),
  'staff.read': opened('una cuenta'),
  'staff.invited': act('Invitó', 'Invitaste', 'a una cuenta'),
  'staff.doctor_changed': changed('el médico de una cuenta'),
  'staff.sessions_ended': act('Cerró', 'Cerraste', 'las sesiones de una cuenta'),
  'staff.link_made': created('un enlace para elegir contraseña'),
  'staff.link_used': act('Eligió', 'Elegiste', 'contraseña con un enlace'),
  'staff.link_refused': act('No pudo usar', 'No pudiste usar', 'un enlace'),
  'staff.password_reset': changed('la contraseña de una cuenta'),
  'professional_identity.read': opened('una identidad profesional'),
  'professional_identity.entered': act('Escribió', 'Escribiste', 'una identidad profesional'),
  'professional_identity.confirmed': act('Confirmó', 'Confirmaste', 'su identidad profesional'),
  'professional_identity.suspended': act('Suspendió', 'Suspendiste', 'una identidad profesional'),
  'professional_identity.return_confirmed': act(
    'Confirmó',
    'Confirmaste',
    'que vuelva una identidad profesional',
  ),
  'professional_identity.restored': act('Activó', 'Activaste', 'una identidad profesional'),
  'account.activity_read': read('la actividad de la cuenta'),
  'patients.listed': read('la lista de pacientes'),
  'patients.all_read': act('Descargó', 'Descargaste', 'la lista completa de pacientes'),
  'patient.read': opened('el expediente'),
  'patient.history_read': read('los informes, las citas y los estudios'),
  'patient.exported': act('Exportó', 'Exportaste', 'el expediente'),
  'patient.accesses_read': read('los accesos al expediente'),
  'patient.exam_orders_read': read('las órdenes de examen'),
  'patient.consents_read': read('los consentimientos'),
  'consent.recorded': act('Registró', 'Registraste', 'el consentimiento de datos de salud'),
  'consent.withdrawn': act('Retiró', 'Retiraste', 'el consentimiento de datos de salud'),
  'emergency_access.opened': act(
    'Abrió',
    'Abriste',
    'un acceso de emergencia a los informes y archivos',
  ),
  'emergency_accesses.listed': read('los accesos de emergencia'),
  'patient.created': act('Registró', 'Registraste', 'al paciente'),
  'patient.updated': changed('los datos'),
  'patient.status_changed': changed('el estatus'),
  'patients.duplicates_searched': act('Buscó', 'Buscaste', 'pacientes duplicados'),
  'doctors.duplicates_searched': act('Buscó', 'Buscaste', 'médicos duplicados'),
  'partners.duplicates_searched': act('Buscó', 'Buscaste', 'partners duplicados'),
  'branches.duplicates_searched': act('Buscó', 'Buscaste', 'sucursales duplicadas'),
  'file.read': opened('el archivo'),
  'appointment.created': created('la cita'),
  'appointment.read': read('la cita'),
  'appointment.updated': changed('la cita'),
  'appointments_without_patient.listed': read('las citas sin paciente'),
  'deliveries.listed': read('las notificaciones de Calendly'),
  'delivery.replayed': act(
    'Volvió a procesar',
    'Volviste a procesar',
    'una notificación de Calendly',
  ),
  'dashboard.read': read('las cifras de Inicio'),
  'activity.listed': read('la actividad reciente'),
  'exams.listed': read('la lista de estudios'),
  'exam.created': act('Agregó', 'Agregaste', 'el estudio'),
  'exam.read': read('el estudio'),
  'exam.updated': changed('los datos del estudio'),
  'exam.file_replaced': changed('el archivo del estudio'),
  'exam_order.created': created('la orden de examen'),
  'exam_order.read': read('la orden de examen'),
  'exam_order.downloaded': act('Descargó', 'Descargaste', 'la orden de examen'),
  'exam_order_downloads.listed': read('la lista de órdenes descargadas'),
  'prescription.uploaded': act('Subió', 'Subiste', 'la receta'),
  'doctors.listed': read('la lista de médicos'),
  'doctor.read': opened('la ficha del médico'),
  'doctor.agenda_read': read('la agenda del médico'),
  'today.read': read('el resumen de hoy'),
  'recipes.listed': read('las recetas por validar'),
  'doctors.day_read': read('la agenda de la clínica'),
  'doctor.free_times_read': read('los horarios disponibles del médico'),
  'doctor.created': act('Dio de alta', 'Diste de alta', 'al médico'),
  'doctor.updated': changed('los datos del médico'),
  'doctor.retired': act('Dio de baja', 'Diste de baja', 'al médico'),
  'doctor.reinstated': act('Reactivó', 'Reactivaste', 'al médico'),
  'prospects.listed': read('la lista de prospectos'),
  'prospects.all_read': act('Descargó', 'Descargaste', 'la lista completa de prospectos'),
  'prospect.read': opened('el prospecto'),
  'prospect.created': act('Registró', 'Registraste', 'al prospecto'),
  'prospect.received': act('Recibió', 'Recibiste', 'al prospecto'),
  'prospect.refused': act('Rechazó', 'Rechazaste', 'un registro de la página pública'),
  'prospect.updated': changed('los datos del prospecto'),
  'prospect.moved': changed('el estado del prospecto'),
  'prospect.converted': act('Convirtió en paciente', 'Convertiste en paciente', 'al prospecto'),
  'records.searched': act('Buscó', 'Buscaste', 'en Simiente'),
  'list.exported': act('Exportó', 'Exportaste', 'una lista'),
  'list.export_ended': act('Descargó', 'Descargaste', 'la lista exportada'),
  'partners.listed': read('la lista de partners'),
  'partner.read': read('el partner'),
  'partner.created': created('el partner'),
  'partner.updated': changed('los datos del partner'),
  'branches.listed': read('la lista de sucursales del partner'),
  'branch.read': read('la sucursal'),
  'branch.created': created('la sucursal'),
  'branch.updated': changed('los datos de la sucursal'),
  'bin.listed': read('la Papelera'),
  'record.deleted': act('Eliminó', 'Eliminaste', 'el registro'),
  'record.restored': act('Restauró', 'Restauraste', 'el registro'),
  'record.blocked': act('Bloqueó', 'Bloqueaste', 'el registro'),
  'record.unblocked': act('Desbloqueó', 'Desbloqueaste', 'el registro'),
  'record.purged': act('Suprimió', 'Suprimiste', 'el registro'),
  'record.purge_refused': act('No pudo suprimir', 'No pudiste suprimir', 'el registro'),
  'record.shown': both('Conflicto con cambios de otra persona'),
  'request.refused': both('Solicitud rechazada'),
  'request.without_effect': act('Repitió', 'Repetiste', 'un cambio ya hecho'),
  'data.imported': act('Importó', 'Importaste', 'datos'),
  'data.backed_up': act('Respaldó', 'Respaldaste', 'los datos'),
  'data.restored': act('Restauró', 'Restauraste', 'un respaldo'),
  'audit.archived': act('Archivó', 'Archivaste', 'registros antiguos de la auditoría'),
  'audit.listed': read('la auditoría'),
  'mail.sent': act('Envió', 'Enviaste', 'un correo'),
  'account.link_requested': act('Pidió', 'Pediste', 'un enlace por contraseña olvidada'),
  'mail.failed': act('No pudo enviar', 'No pudiste enviar', 'un correo'),
  'audit.verified': act('Comprobó', 'Comprobaste', 'la auditoría'),
} as const satisfies Readonly<Record<string, Act>>;

/** An action of a newer server. */
const UNKNOWN = both('Acción en un registro');

export function auditActOf(action: string): Act {
  const known: Readonly<Record<string, Act>> = auditActs;
  return Object.hasOwn(known, action) ? (known[action] ?? UNKNOWN) : UNKNOWN;
}
