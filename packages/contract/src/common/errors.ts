import { type ErrorEntry, firstErrors } from './first-errors.ts';

const table = {
  ...firstErrors,
  BAD_REQUEST: {
    status: 400,
    message: 'Los datos enviados no son válidos. Revisa los campos indicados.',
  },
  PROSPECT_ID_MISSING: {
    status: 400,
    message: 'ID del prospecto no encontrado',
  },
  MALFORMED_JSON: {
    status: 400,
    message: 'El contenido enviado no es JSON válido.',
  },
  CURSOR_INVALID: {
    status: 400,
    message: 'No se pudo cargar más. Recarga la lista.',
  },
  ACCOUNT_INACTIVE: {
    status: 403,
    message: 'Tu cuenta no está activa. Contacta al administrador.',
  },
  FORBIDDEN: {
    status: 403,
    message: 'Tu cuenta no tiene permiso para hacer esto. Solicítalo al administrador.',
  },
  WRONG_PASSWORD: {
    status: 403,
    message: 'La contraseña es incorrecta.',
  },
  PASSWORD_TOO_COMMON: {
    status: 422,
    message: 'Esa contraseña es muy común y fácil de adivinar. Elige otra.',
  },
  WRONG_CODE: {
    status: 403,
    message: 'El código no es correcto o ya se usó. Prueba con el siguiente.',
  },
  SECOND_STEP_EXPIRED: {
    status: 403,
    message: 'Se agotó el tiempo para escribir el código. Ingresa de nuevo tu contraseña.',
  },
  PASSKEY_REFUSED: {
    status: 403,
    message: 'No se reconoció la llave de acceso. Inténtalo otra vez o usa tu contraseña.',
  },
  PASSKEY_EXPIRED: {
    status: 403,
    message: 'Se agotó el tiempo para usar la llave de acceso. Inténtalo otra vez.',
  },
  PASSKEY_REQUIRED: {
    status: 403,
    message: 'Inicia sesión con tu llave de acceso para continuar.',
  },
  PASSKEYS_UNAVAILABLE: {
    status: 409,
    message: 'Aquí no se pueden usar llaves de acceso. Usa tu contraseña.',
  },
  TOO_MANY_EMERGENCIES: {
    status: 429,
    message:
      'Ya abriste 10 accesos de emergencia en 24 horas. Pide a un médico que consulte el expediente.',
  },
  TOO_MANY_PASSKEYS: {
    status: 409,
    message: 'Ya tienes 10 llaves de acceso. Quita una para agregar otra.',
  },
  PROVIDER_UNAVAILABLE: {
    status: 503,
    message: 'El servicio externo no responde. Inténtalo en unos minutos o entra de otra forma.',
  },
  PROVIDER_REFUSED: {
    status: 403,
    message: 'El servicio externo no confirmó que eres tú. Inténtalo otra vez.',
  },
  PROVIDER_NOT_RECENT: {
    status: 403,
    message:
      'El servicio externo no volvió a pedir tu contraseña. Cierra sesión en ese servicio e inténtalo de nuevo.',
  },
  PROVIDER_EXPIRED: {
    status: 403,
    message: 'Se agotó el tiempo para usar esa respuesta. Inténtalo otra vez.',
  },
  PROVIDER_UNBOUND: {
    status: 403,
    message: 'Esa cuenta externa no está vinculada. Pide una invitación o vincúlala en Mi cuenta.',
  },
  PROVIDER_TAKEN: {
    status: 409,
    message: 'Esa cuenta externa ya es de otra persona del equipo.',
  },
  ONLY_WAY_IN: {
    status: 409,
    message: 'Es tu única forma de entrar. Antes agrega una llave de acceso.',
  },
  PROOF_NEEDED: {
    status: 403,
    message: 'Para cambiar cuentas, confirma primero tu identidad.',
  },
  TWO_FACTOR_REQUIRED: {
    status: 403,
    message: 'Activa la verificación en dos pasos para continuar.',
  },
  WEBHOOK_SIGNATURE_INVALID: {
    status: 401,
    message: 'La firma de la notificación no es válida o ya venció.',
  },
  LABORATORY_TOKEN_INVALID: {
    status: 401,
    message: 'El token del laboratorio no es válido. Pide otro a la clínica.',
  },
  CROSS_ORIGIN: {
    status: 403,
    message: 'La solicitud viene de otro sitio y no se puede atender.',
  },
  NOT_FOUND: {
    status: 404,
    message: 'No se encontró el registro. Puede que se haya eliminado.',
  },
  ROUTE_NOT_FOUND: {
    status: 404,
    message: 'Esta dirección no existe.',
  },
  CONFLICT: {
    status: 409,
    message: 'El registro cambió mientras tanto. Revisa los datos actuales.',
  },
  STALE_VERSION: {
    status: 409,
    message: 'Otra persona cambió este registro mientras lo editabas. Elige qué datos conservar.',
  },
  APPOINTMENT_OVERLAP: {
    status: 409,
    message: 'El médico ya tiene una cita a esa hora.',
  },
  APPOINTMENT_CANCELLED: {
    status: 409,
    message: 'La cita está cancelada. Cambia su estado para registrar la asistencia.',
  },
  ATTENDANCE_NOT_YET: {
    status: 409,
    message: 'La cita es otro día. Por ahora solo puedes registrar que el paciente confirmó.',
  },
  ATTENDANCE_RECORDED: {
    status: 409,
    message:
      'La asistencia de esta cita ya está registrada. Deshaz la asistencia o crea otra cita para el nuevo día.',
  },
  SAME_TIME: {
    status: 409,
    message: 'El paciente ya tiene otra cita a esa hora.',
  },
  DOCTOR_EMAIL_TAKEN: {
    status: 409,
    message: 'Ese correo ya es de otro médico.',
  },
  DOCTOR_RETIRED: {
    status: 409,
    message:
      'Este médico está inactivo: no se le pueden agendar citas ni reprogramar las que tiene.',
  },
  PARTNER_ID_TAKEN: {
    status: 409,
    message: 'Ese id ya lo usa otro registro. Elige uno distinto.',
  },
  APPOINTMENT_ASSIGNED: {
    status: 409,
    message: 'Esta cita ya tiene paciente.',
  },
  RESTORE_OVERLAP: {
    status: 409,
    message:
      'El médico ya tiene otra cita a la misma hora que una de este paciente. Reprográmala y vuelve a intentarlo.',
  },
  RESTORE_PARENT_DELETED: {
    status: 409,
    message:
      'Pertenece a un registro que también está en la Papelera. Restaura ese registro primero, o los dos juntos.',
  },
  PROSPECT_CONVERTED: {
    status: 409,
    message: 'Este prospecto ya se convirtió en paciente.',
  },
  POSSIBLE_DUPLICATES: {
    status: 409,
    message: 'Ya hay pacientes con el mismo correo o teléfono. Elige a uno o crea otro.',
  },
  PARTNER_DELETED: {
    status: 409,
    message: 'Este partner está en la Papelera. Restáuralo para guardar la sucursal.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    message: 'Esta operación ya se envió con otros datos. Vuelve a intentarlo.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    message: 'El contenido enviado es demasiado grande.',
  },
  FILE_TOO_LARGE: {
    status: 413,
    message: 'El archivo pesa más de lo permitido.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    message: 'El tipo de contenido enviado no se acepta.',
  },
  NOT_A_PDF: {
    status: 415,
    message: 'Por favor, sube únicamente archivos PDF',
  },
  FILE_TYPE_NOT_ACCEPTED: {
    status: 415,
    message: 'Este tipo de archivo no se acepta. Sube un PDF, JPEG o PNG.',
  },
  NOT_AN_IMAGE: {
    status: 415,
    message: 'Por favor, selecciona solo archivos de imagen',
  },
  DICOM_NOT_ACCEPTED: {
    status: 415,
    message: 'Los archivos DICOM no se aceptan. Expórtalo como PDF, JPEG o PNG y súbelo de nuevo.',
  },
  FILE_EMPTY: {
    status: 422,
    message: 'El archivo está vacío. Elige otro.',
  },
  FILE_TRUNCATED: {
    status: 422,
    message: 'El archivo está incompleto: le falta el final. Descárgalo o expórtalo de nuevo.',
  },
  FILE_ENCRYPTED: {
    status: 422,
    message: 'El PDF está protegido con contraseña. Quítale la contraseña y súbelo de nuevo.',
  },
  FILE_INFECTED: {
    status: 422,
    message: 'El antivirus encontró una amenaza en el archivo y no se guardó. Pide uno nuevo.',
  },
  SCANNER_UNAVAILABLE: {
    status: 503,
    message:
      'El antivirus no responde, así que por ahora no se reciben archivos. Inténtalo en unos minutos.',
  },
  FILE_UNREADABLE: {
    status: 422,
    message: 'El archivo está dañado y no se puede abrir. Expórtalo de nuevo y súbelo otra vez.',
  },
  EXAM_NOT_OFFERED: {
    status: 422,
    message: 'La sucursal no ofrece alguno de los estudios elegidos. Revisa la selección.',
  },
  RESULT_EXISTS: {
    status: 409,
    message: 'Este estudio ya tiene resultados. Ábrelos para cambiarlos o corregirlos.',
  },
  RESULT_VALIDATED: {
    status: 409,
    message:
      'Estos resultados ya están validados. Para cambiarlos, usa «Corregir» e indica el motivo.',
  },
  RESULT_NOT_VALIDATED: {
    status: 409,
    message: 'Estos resultados aún no están validados: edítalos directamente.',
  },
  RESULT_WITHDRAWN: {
    status: 409,
    message: 'Estos resultados se retiraron del expediente. Recarga la página.',
  },
  CHECKS_OPEN: {
    status: 409,
    message: 'Hay advertencias sin aceptar. Revísalas una por una antes de validar.',
  },
  OWN_RESULT: {
    status: 403,
    message: 'Tú capturaste estos resultados. Los debe validar otra persona.',
  },
  RESULT_PRELIMINARY: {
    status: 409,
    message: 'Hay valores preliminares. Valida cuando el laboratorio envíe los definitivos.',
  },
  RESULT_HELD: {
    status: 409,
    message:
      'El laboratorio envió otros datos de esta muestra. Elige primero cuáles conservar en «Resultados recibidos».',
  },
  VALUE_OF_ANOTHER_ROW: {
    status: 422,
    message: 'El valor es de otro analito.',
  },
  EXAM_HAS_RESULTS: {
    status: 409,
    message: 'El estudio ya tiene resultados.',
  },
  SECOND_READING_DIFFERS: {
    status: 422,
    message:
      'Los valores que escribiste no coinciden con la captura. Revisa el reporte del laboratorio.',
  },
  ORDER_NOT_OPEN: {
    status: 422,
    message:
      'Esa orden no incluye este estudio o ya tiene su resultado. Elige otra o déjala en blanco.',
  },
  RECEIVED_DONE: {
    status: 409,
    message: 'Otra persona ya asignó o descartó este resultado.',
  },
  RESULTS_FILE_REFUSED: {
    status: 422,
    message: 'El archivo no se puede importar. No se guardó nada.',
  },
  REPORT_IN_REVIEW: {
    status: 409,
    message: 'Otra persona revisa este informe. Espera a que termine, o toma tú la revisión.',
  },
  REVIEW_OF_ANOTHER: {
    status: 409,
    message: 'Otra persona tomó esta revisión. Tus cambios guardados siguen en ella.',
  },
  REVIEW_ENDED: {
    status: 404,
    message: 'Esta revisión ya terminó. Abre el informe para ver cómo quedó.',
  },
  DRAFT_NOT_OPEN: {
    status: 409,
    message: 'Este borrador ya se firmó o se descartó. Abre el informe para ver cómo quedó.',
  },
  VERSION_NOT_IN_FORCE: {
    status: 409,
    message: 'Esta versión ya no está vigente: se sustituyó o se retiró. Abre la más reciente.',
  },
  REPORT_BASIS_CHANGED: {
    status: 409,
    message:
      'Cambió un resultado que cita este informe. Ábrelo para ver qué cambió: se entrega cuando un médico lo corrige o confirma que sigue siendo válido.',
  },
  CONFIRMED_BY_SIGNER: {
    status: 403,
    message:
      'Solo el médico que firmó este informe puede confirmar que sigue siendo válido. Pídeselo o corrige el informe con tu firma.',
  },
  SENTENCE_UNKNOWN: {
    status: 422,
    message: 'Una frase no pertenece al texto en revisión. Vuelve a abrir la revisión.',
  },
  NOT_AN_ADDITION: {
    status: 422,
    message: 'Una adición no cambia el texto firmado. Agrega frases o empieza una corrección.',
  },
  REPORT_EMPTY: {
    status: 422,
    message: 'El informe no tiene texto. Escribe al menos una frase antes de firmar.',
  },
  SHOWN_TEXT_DIFFERS: {
    status: 409,
    message: 'El texto cambió después de mostrarse. Léelo otra vez antes de firmar.',
  },
  WARNINGS_OPEN: {
    status: 422,
    message:
      'Quedan avisos sin revisar. Corrige, explica o confirma cada cifra, y acepta cada tratamiento y cada valor señalado, antes de firmar.',
  },
  IDENTITY_NEEDED: {
    status: 403,
    message:
      'Para firmar necesitas una identidad profesional activa. Confírmala en Mi cuenta o pídela al administrador.',
  },
  SECOND_STEP_NEEDED: {
    status: 403,
    message:
      'Para firmar, activa la verificación en dos pasos o agrega una llave de acceso en Mi cuenta.',
  },
  NOT_SEALED: {
    status: 503,
    message: 'La firma se está sellando. Inténtalo de nuevo en unos segundos.',
  },
  DELIVERY_NEEDS_BIRTH_DATE: {
    status: 409,
    message:
      'Falta la fecha de nacimiento. El paciente la necesita para abrir su informe. Agrégala en su ficha.',
  },
  DELIVERY_NEEDS_EMAIL: {
    status: 409,
    message: 'El paciente no tiene correo. Agrégalo en su ficha o entrega el enlace de otra forma.',
  },
  DELIVERY_NEEDS_READER: {
    status: 403,
    message:
      'Tu cuenta no puede leer este informe, así que no puede tener a la vez su enlace y su código. Envía uno de los dos por correo o pide a un médico que lo entregue.',
  },
  DELIVERY_EMAIL_IS_YOURS: {
    status: 403,
    message:
      'El correo de este paciente lo escribiste tú y tu cuenta no puede leer sus informes. Pide a un médico que lo entregue.',
  },
  DELIVERY_CLOSED: {
    status: 409,
    message: 'Este enlace ya no funciona. Entrega el informe otra vez.',
  },
  CONSENT_WITHDRAWN: {
    status: 409,
    message:
      'El paciente retiró su consentimiento. Registra uno nuevo antes de entregarle su informe.',
  },
  MAIL_UNAVAILABLE: {
    status: 409,
    message: 'Esta instalación no envía correos. Entrega el enlace y el código de otra forma.',
  },
  DRAFT_TOKEN_INVALID: {
    status: 401,
    message: 'El token para enviar borradores no es válido. Pide otro a la clínica.',
  },
  CURP_INVALID: {
    status: 422,
    message: 'La CURP no es válida.',
  },
  ACCOUNT_EMAIL_TAKEN: {
    status: 409,
    message: 'Ya existe una cuenta con ese correo.',
  },
  ACCOUNT_SUSPENDED: {
    status: 409,
    message: 'La cuenta está suspendida. Actívala antes de crear un enlace.',
  },
  LAST_ADMINISTRATOR: {
    status: 409,
    message:
      'Es la única cuenta activa que puede administrar. Antes asigna el rol Administración a otra cuenta.',
  },
  OWN_ACCOUNT: {
    status: 409,
    message: 'Es tu propia cuenta. Pide este cambio a otro administrador o hazlo en Mi cuenta.',
  },
  DOCTOR_OF_ANOTHER: {
    status: 409,
    message: 'El médico ya está vinculado a otra cuenta. Elige uno distinto.',
  },
  IDENTITY_OWN: {
    status: 409,
    message: 'No puedes registrar tu propia identidad profesional. Pídelo a otro administrador.',
  },
  IDENTITY_CEDULA_TAKEN: {
    status: 409,
    message: 'Otra cuenta tiene esa cédula profesional. Revisa el número.',
  },
  SECOND_ACCOUNT_NEEDED: {
    status: 409,
    message:
      'Debe confirmarlo otra cuenta de administración, anterior al cambio y ajena a quien lo hizo. Si no la hay, pídelo al operador del servidor.',
  },
  ROLE_MISSING: {
    status: 422,
    message: 'Elige al menos un rol.',
  },
  LINK_UNKNOWN: {
    status: 404,
    message: 'El enlace no es válido o se creó otro después. Pide uno nuevo al administrador.',
  },
  LINK_USED: {
    status: 409,
    message: 'El enlace ya se usó. Inicia sesión o pide uno nuevo al administrador.',
  },
  LINK_EXPIRED: {
    status: 409,
    message: 'El enlace ya venció. Pide uno nuevo al administrador.',
  },
  STORAGE_FULL: {
    status: 507,
    message: 'No hay espacio para guardar. No se perdió nada; avisa al administrador.',
  },
} satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof table;

/**
 * Every failure of the API. `status` is the HTTP status and the `status` of the body, `message` is for users. The
 * meaning of a code, for developers and logs, is in error-meanings.ts.
 */
export const errorTable: Readonly<Record<ErrorCode, ErrorEntry>> = table;

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorTable, code);
}

/** An invalid position in the input, and why, in Spanish. */
export interface InputIssue {
  readonly path: string;
  readonly message: string;
}

/** The body of every failed call. */
export interface ErrorBody {
  readonly status: number;
  readonly code: ErrorCode;
  readonly errorMessage: string;
  readonly issues?: readonly InputIssue[];
  /** The data that the code's `meaning` names. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Request id of a fault, which is in the log. */
  readonly requestId?: string;
}

/** The body for `errorTable[code].status`. */
export function errorBody(
  code: ErrorCode,
  { issues, details }: Pick<ErrorBody, 'issues' | 'details'> = {},
): ErrorBody {
  const { status, message } = errorTable[code];
  return {
    status,
    code,
    errorMessage: message,
    ...(issues?.length ? { issues } : {}),
    ...(details ? { details } : {}),
  };
}
