import { type ErrorEntry, startupErrors } from './startup-errors.ts';

/** The message of each code, by HTTP status. */
const messages = {
  400: {
    BAD_REQUEST: 'Los datos enviados no son válidos. Revisa los campos indicados.',
    PROSPECT_ID_MISSING: 'ID del prospecto no encontrado',
    MALFORMED_JSON: 'El contenido enviado no es JSON válido.',
    CURSOR_INVALID: 'No se pudo cargar más. Recarga la lista.',
  },
  401: {
    WEBHOOK_SIGNATURE_INVALID: 'La firma de la notificación no es válida o ya venció.',
    LABORATORY_TOKEN_INVALID: 'El token del laboratorio no es válido. Pide otro a la clínica.',
    DRAFT_TOKEN_INVALID: 'El token para enviar borradores no es válido. Pide otro a la clínica.',
  },
  403: {
    ACCOUNT_INACTIVE: 'Tu cuenta no está activa. Contacta al administrador.',
    PASSWORD_EXPIRED: 'Tu contraseña inicial venció. Pide otra al administrador.',
    FORBIDDEN: 'Tu cuenta no tiene permiso para hacer esto. Solicítalo al administrador.',
    WRONG_PASSWORD: 'La contraseña es incorrecta.',
    WRONG_CODE: 'El código no es correcto o ya se usó. Prueba con el siguiente.',
    SECOND_STEP_EXPIRED:
      'Se agotó el tiempo para escribir el código. Ingresa de nuevo tu contraseña.',
    PASSKEY_REFUSED: 'No se reconoció la llave de acceso. Inténtalo otra vez o usa tu contraseña.',
    PASSKEY_EXPIRED: 'Se agotó el tiempo para usar la llave de acceso. Inténtalo otra vez.',
    PASSKEY_REQUIRED: 'Inicia sesión con tu llave de acceso para continuar.',
    PROVIDER_REFUSED: 'El servicio externo no confirmó que eres tú. Inténtalo otra vez.',
    PROVIDER_NOT_RECENT:
      'El servicio externo no volvió a pedir tu contraseña. Cierra sesión en ese servicio e inténtalo de nuevo.',
    PROVIDER_EXPIRED: 'Se agotó el tiempo para usar esa respuesta. Inténtalo otra vez.',
    PROVIDER_UNBOUND:
      'Esa cuenta externa no está vinculada. Pide una invitación o vincúlala en Mi cuenta.',
    PROOF_NEEDED: 'Para cambiar cuentas, confirma primero tu identidad.',
    TWO_FACTOR_REQUIRED: 'Activa la verificación en dos pasos para continuar.',
    CROSS_ORIGIN: 'La solicitud viene de otro sitio y no se puede atender.',
    OWN_RESULT: 'Tú capturaste estos resultados. Los debe validar otra persona.',
    CONFIRMED_BY_SIGNER:
      'Solo el médico que firmó este informe puede corregirlo o confirmar que sigue siendo válido. Avísale.',
    IDENTITY_NEEDED:
      'Para firmar necesitas una identidad profesional activa. Confírmala en Mi cuenta o pídela al administrador.',
    SECOND_STEP_NEEDED:
      'Para firmar, activa la verificación en dos pasos o agrega una llave de acceso en Mi cuenta.',
    DELIVERY_NEEDS_READER:
      'Tu cuenta no puede leer este informe, así que no puede tener a la vez su enlace y su código. Envía uno de los dos por correo o pide a un médico que lo entregue.',
    DELIVERY_EMAIL_IS_YOURS:
      'El correo de este paciente lo escribiste tú y tu cuenta no puede leer sus informes. Pide a un médico que lo entregue.',
  },
  404: {
    NOT_FOUND: 'No se encontró el registro. Puede que se haya eliminado.',
    ROUTE_NOT_FOUND: 'Esta dirección no existe.',
    REVIEW_ENDED: 'Esta revisión ya terminó. Abre el informe para ver cómo quedó.',
    LINK_UNKNOWN: 'El enlace no es válido o se creó otro después. Pide uno nuevo al administrador.',
  },
  409: {
    PASSKEYS_UNAVAILABLE: 'Aquí no se pueden usar llaves de acceso. Usa tu contraseña.',
    TOO_MANY_PASSKEYS: 'Ya tienes 10 llaves de acceso. Quita una para agregar otra.',
    PROVIDER_TAKEN: 'Esa cuenta externa ya está vinculada a otra persona del equipo.',
    ONLY_WAY_IN: 'Es tu única forma de entrar. Antes agrega una llave de acceso.',
    CONFLICT: 'El registro cambió mientras tanto. Revisa los datos actuales.',
    STALE_VERSION:
      'Otra persona cambió este registro mientras lo editabas. Elige qué datos conservar.',
    APPOINTMENT_OVERLAP: 'El médico ya tiene una cita a esa hora.',
    APPOINTMENT_CANCELLED: 'La cita está cancelada. Cambia su estado para registrar la asistencia.',
    REMINDERS_OFF:
      'Los recordatorios están desactivados. Un administrador puede activarlos en Por confirmar.',
    REMINDERS_WITHOUT_MAIL: 'Esta instalación no envía correos. Usa WhatsApp o llama por teléfono.',
    REMINDER_NEEDS_CONSENT:
      'Falta el consentimiento del paciente para recordatorios por este medio. Regístralo en su página.',
    REMINDER_NEEDS_PHONE: 'El paciente no tiene teléfono registrado. Agrégalo en su página.',
    ATTENDANCE_NOT_YET:
      'La cita es otro día. Por ahora solo puedes registrar que el paciente confirmó.',
    ATTENDANCE_RECORDED:
      'La asistencia de esta cita ya está registrada. Deshazla para cancelar la cita o cambiarla de día, o crea otra cita.',
    SAME_TIME: 'El paciente ya tiene otra cita a esa hora.',
    CURP_TAKEN: 'Esa CURP ya es de otro paciente. Revísala o abre el expediente que la tiene.',
    DOCTOR_EMAIL_TAKEN: 'Ese correo ya es de otro médico.',
    DOCTOR_RETIRED:
      'Este médico está inactivo: no se le pueden agendar citas ni reprogramar las que tiene.',
    PARTNER_ID_TAKEN: 'Ese id ya lo usa otro registro. Elige uno distinto.',
    APPOINTMENT_ASSIGNED: 'Esta cita ya tiene paciente.',
    RESTORE_OVERLAP:
      'El médico ya tiene otra cita a la misma hora que una de este paciente. Reprográmala y vuelve a intentarlo.',
    RESTORE_PARENT_DELETED:
      'Pertenece a un registro que también está en la Papelera. Restaura ese registro primero, o los dos juntos.',
    PROSPECT_CONVERTED: 'Este prospecto ya se convirtió en paciente.',
    POSSIBLE_DUPLICATES:
      'Ya hay pacientes con el mismo correo o teléfono. Elige a uno o crea otro.',
    PATIENT_MERGED: 'Este expediente se fusionó con otro. Abre el que se conserva.',
    MERGE_REVIEWS_OPEN:
      'Los dos tienen abierta una revisión del mismo informe. Firma o descarta una antes de fusionar.',
    MERGE_OLD: 'Esta fusión ya se deshizo, o pasaron más de 30 días.',
    MERGE_FOLLOWED:
      'Uno de estos expedientes se fusionó después con otro. Deshaz primero esa fusión.',
    PARTNER_DELETED: 'Este partner está en la Papelera. Restáuralo para guardar la sucursal.',
    IDEMPOTENCY_KEY_REUSED: 'Esta operación ya se envió con otros datos. Vuelve a intentarlo.',
    RESULT_EXISTS: 'Este estudio ya tiene resultados. Ábrelos para cambiarlos o corregirlos.',
    RESULT_VALIDATED:
      'Estos resultados ya están validados. Para cambiarlos, usa «Corregir» e indica el motivo.',
    RESULT_NOT_VALIDATED: 'Estos resultados aún no están validados: edítalos directamente.',
    RESULT_WITHDRAWN: 'Estos resultados se retiraron del expediente. Recarga la página.',
    CHECKS_OPEN: 'Hay advertencias sin aceptar. Revísalas una por una antes de validar.',
    RESULT_PRELIMINARY:
      'Hay valores preliminares. Valida cuando el laboratorio envíe los definitivos.',
    RESULT_HELD:
      'El laboratorio envió otros datos de esta muestra. Elige primero cuáles conservar en «Resultados recibidos».',
    EXAM_HAS_RESULTS: 'El estudio ya tiene resultados.',
    RECEIVED_DONE: 'Otra persona ya asignó o descartó este resultado.',
    REPORT_IN_REVIEW:
      'Otra persona revisa este informe. Espera a que termine, o toma tú la revisión.',
    REVIEW_OF_ANOTHER: 'Otra persona tomó esta revisión. Tus cambios guardados siguen en ella.',
    DRAFT_NOT_OPEN: 'Este borrador ya se firmó o se descartó. Abre el informe para ver cómo quedó.',
    VERSION_NOT_IN_FORCE:
      'Esta versión ya no está vigente: se sustituyó o se retiró. Abre la más reciente.',
    REPORT_BASIS_CHANGED:
      'Cambió un dato que cita este informe. Ábrelo para ver qué cambió: se entrega cuando un médico lo corrige o confirma que sigue siendo válido.',
    SHOWN_TEXT_DIFFERS: 'El texto cambió después de mostrarse. Léelo otra vez antes de firmar.',
    DELIVERY_NEEDS_BIRTH_DATE:
      'Falta la fecha de nacimiento. El paciente la necesita para abrir su informe. Agrégala en su ficha.',
    DELIVERY_NEEDS_EMAIL:
      'El paciente no tiene correo. Agrégalo en su ficha o entrega el enlace de otra forma.',
    DELIVERY_CLOSED: 'Este enlace ya no funciona. Entrega el informe otra vez.',
    CONSENT_WITHDRAWN:
      'El paciente retiró su consentimiento. Registra uno nuevo antes de entregarle su informe.',
    MAIL_UNAVAILABLE:
      'Esta instalación no envía correos. Entrega el enlace y el código de otra forma.',
    ACCOUNT_EMAIL_TAKEN:
      'Ya existe una cuenta con ese correo. Si le falta su enlace, crea otro desde su menú en Cuentas.',
    ACCOUNT_SUSPENDED: 'La cuenta está suspendida. Actívala antes de crear un enlace.',
    LAST_ADMINISTRATOR:
      'Es la única cuenta activa que puede administrar. Antes asigna el rol Administración a otra cuenta.',
    OWN_ACCOUNT: 'Es tu propia cuenta. Pide este cambio a otro administrador o hazlo en Mi cuenta.',
    DOCTOR_OF_ANOTHER: 'El médico ya está vinculado a otra cuenta. Elige uno distinto.',
    IDENTITY_OWN:
      'No puedes registrar tu propia identidad profesional. Pídelo a otro administrador.',
    IDENTITY_CEDULA_TAKEN: 'Otra cuenta tiene esa cédula profesional. Revisa el número.',
    SECOND_ACCOUNT_NEEDED:
      'Debe confirmarlo otra cuenta de administración, anterior al cambio y ajena a quien lo hizo. Si no la hay, pídelo al operador del servidor.',
    LINK_USED: 'El enlace ya se usó. Inicia sesión o pide uno nuevo al administrador.',
    LINK_EXPIRED: 'El enlace ya venció. Pide uno nuevo al administrador.',
  },
  413: {
    PAYLOAD_TOO_LARGE: 'El contenido enviado es demasiado grande.',
    FILE_TOO_LARGE: 'El archivo pesa más de lo permitido.',
  },
  415: {
    UNSUPPORTED_MEDIA_TYPE: 'El tipo de contenido enviado no se acepta.',
    NOT_A_PDF: 'Por favor, sube únicamente archivos PDF',
    FILE_TYPE_NOT_ACCEPTED: 'Este tipo de archivo no se acepta. Sube un PDF, JPEG o PNG.',
    NOT_AN_IMAGE: 'Por favor, selecciona solo archivos de imagen',
    DICOM_NOT_ACCEPTED:
      'Los archivos DICOM no se aceptan. Expórtalo como PDF, JPEG o PNG y súbelo de nuevo.',
  },
  422: {
    PASSWORD_TOO_COMMON: 'Esa contraseña es muy común y fácil de adivinar. Elige otra.',
    FILE_EMPTY: 'El archivo está vacío. Elige otro.',
    FILE_TRUNCATED:
      'El archivo está incompleto: le falta el final. Descárgalo o expórtalo de nuevo.',
    FILE_ENCRYPTED:
      'El PDF está protegido con contraseña. Quítale la contraseña y súbelo de nuevo.',
    FILE_INFECTED:
      'El antivirus encontró una amenaza en el archivo y no se guardó. Pide uno nuevo.',
    FILE_UNREADABLE:
      'El archivo está dañado y no se puede abrir. Expórtalo de nuevo y súbelo otra vez.',
    EXAM_NOT_OFFERED: 'La sucursal no ofrece alguno de los estudios elegidos. Revisa la selección.',
    VALUE_OF_ANOTHER_ROW: 'El valor es de otro analito.',
    SECOND_READING_DIFFERS:
      'Los valores que escribiste no coinciden con la captura. Revisa el reporte del laboratorio.',
    ORDER_NOT_OPEN:
      'Esa orden no incluye este estudio o ya tiene su resultado. Elige otra o déjala en blanco.',
    RESULTS_FILE_REFUSED: 'El archivo no se puede importar. No se guardó nada.',
    SENTENCE_UNKNOWN: 'Una frase no pertenece al texto en revisión. Vuelve a abrir la revisión.',
    NOT_AN_ADDITION:
      'Una adición no cambia el texto firmado. Agrega frases o empieza una corrección.',
    REPORT_EMPTY: 'El informe no tiene texto. Escribe al menos una frase antes de firmar.',
    WARNINGS_OPEN:
      'Quedan avisos sin revisar. Corrige, explica o confirma cada cifra, y acepta cada tratamiento y cada valor señalado, antes de firmar.',
    CURP_INVALID: 'La CURP no es válida.',
    ROLE_MISSING: 'Elige al menos un rol.',
  },
  429: {
    TOO_MANY_EMERGENCIES:
      'Ya abriste 10 accesos de emergencia en 24 horas. Pide a un médico que consulte el expediente.',
  },
  503: {
    PROVIDER_UNAVAILABLE:
      'El servicio externo no responde. Inténtalo en unos minutos o entra de otra forma.',
    SCANNER_UNAVAILABLE:
      'El antivirus no responde, así que por ahora no se reciben archivos. Inténtalo en unos minutos.',
    NOT_SEALED: 'La firma se está sellando. Inténtalo de nuevo en unos segundos.',
  },
  507: {
    STORAGE_FULL: 'No hay espacio para guardar. No se perdió nada; avisa al administrador.',
  },
} as const;

type Messages = typeof messages;
type MessageCode = { [Status in keyof Messages]: keyof Messages[Status] }[keyof Messages];

export type ErrorCode = keyof typeof startupErrors | MessageCode;

/** Every failure of the API. `status` is the HTTP status and the `status` of the body, `message` is for users. */
export const errorTable: Readonly<Record<ErrorCode, ErrorEntry>> = {
  ...startupErrors,
  ...(Object.fromEntries(
    Object.entries(messages).flatMap(([status, texts]) =>
      Object.entries(texts).map(([code, message]) => [code, { status: Number(status), message }]),
    ),
  ) as Record<MessageCode, ErrorEntry>),
};

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorTable, code);
}

/** The path of an invalid value in the input, and the reason in Spanish. */
export interface InputIssue {
  readonly path: string;
  readonly message: string;
}

/** `details` of a STALE_VERSION: the current record. */
export interface StaleDetails<Current> {
  readonly current: Current;
}

/** The body of every failed call. */
export interface ErrorBody {
  readonly status: number;
  readonly code: ErrorCode;
  readonly errorMessage: string;
  readonly issues?: readonly InputIssue[];
  /** Data specific to the code, such as `StaleDetails`. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Only for unexpected failures: the id of the request in the log. */
  readonly requestId?: string;
}

/** The body of a failed call with this code. */
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
