/**
 * Every failure of the API. `status` is the HTTP status and the `status` of the body, `meaning` is for
 * developers and logs, `message` is for users.
 */
export type ErrorCode =
  | 'BAD_REQUEST'
  | 'MALFORMED_JSON'
  | 'CURSOR_INVALID'
  | 'UNAUTHORIZED'
  | 'INVALID_EMAIL'
  | 'INVALID_EMAIL_OR_PASSWORD'
  | 'ACCOUNT_INACTIVE'
  | 'FORBIDDEN'
  | 'WRONG_PASSWORD'
  | 'PASSWORD_TOO_COMMON'
  | 'WRONG_CODE'
  | 'SECOND_STEP_EXPIRED'
  | 'TWO_FACTOR_REQUIRED'
  | 'WEBHOOK_SIGNATURE_INVALID'
  | 'CROSS_ORIGIN'
  | 'NOT_FOUND'
  | 'ROUTE_NOT_FOUND'
  | 'CONFLICT'
  | 'STALE_VERSION'
  | 'APPOINTMENT_OVERLAP'
  | 'DOCTOR_EMAIL_TAKEN'
  | 'DOCTOR_RETIRED'
  | 'PARTNER_ID_TAKEN'
  | 'APPOINTMENT_ASSIGNED'
  | 'RESTORE_OVERLAP'
  | 'RESTORE_PARENT_DELETED'
  | 'PROSPECT_CONVERTED'
  | 'POSSIBLE_DUPLICATES'
  | 'PARTNER_DELETED'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'PAYLOAD_TOO_LARGE'
  | 'FILE_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'NOT_A_PDF'
  | 'FILE_TYPE_NOT_ACCEPTED'
  | 'NOT_AN_IMAGE'
  | 'DICOM_NOT_ACCEPTED'
  | 'FILE_EMPTY'
  | 'FILE_TRUNCATED'
  | 'FILE_ENCRYPTED'
  | 'FILE_ACTIVE'
  | 'FILE_UNREADABLE'
  | 'EXAM_NOT_OFFERED'
  | 'CURP_INVALID'
  | 'TOO_MANY_REQUESTS'
  | 'INTERNAL'
  | 'UNAVAILABLE'
  | 'STORAGE_FULL';

interface ErrorEntry {
  readonly status: number;
  readonly meaning: string;
  readonly message: string;
}

export const errorTable: Readonly<Record<ErrorCode, ErrorEntry>> = {
  BAD_REQUEST: {
    status: 400,
    meaning: 'The input does not fit the contract; `issues` says where.',
    message: 'Los datos enviados no son válidos. Revisa los campos indicados.',
  },
  MALFORMED_JSON: {
    status: 400,
    meaning: 'The body is not JSON.',
    message: 'El contenido enviado no es JSON válido.',
  },
  CURSOR_INVALID: {
    status: 400,
    meaning: 'The cursor was not made by this server, or for another order.',
    message: 'El marcador de página no es válido. Vuelve a cargar la lista desde el principio.',
  },
  UNAUTHORIZED: {
    status: 401,
    meaning: 'No session, or one that ended.',
    message: 'Tu sesión terminó. Inicia sesión para continuar.',
  },
  INVALID_EMAIL: {
    status: 400,
    meaning: 'What was typed as an e-mail is no address.',
    message: 'La dirección de correo electrónico no es válida.',
  },
  INVALID_EMAIL_OR_PASSWORD: {
    status: 401,
    meaning: 'Unknown e-mail or wrong password; the two are not told apart.',
    message: 'Correo o contraseña incorrectos.',
  },
  ACCOUNT_INACTIVE: {
    status: 403,
    meaning: 'The staff account has a status other than 1.',
    message: 'Tu cuenta no está activa. Contacta al administrador.',
  },
  FORBIDDEN: {
    status: 403,
    meaning: 'No role of the account allows it.',
    message: 'Tu cuenta no tiene permiso para esto. Pide el rol a administración.',
  },
  WRONG_PASSWORD: {
    status: 403,
    meaning: 'The password that confirms a change of the own account is not the right one.',
    message: 'La contraseña es incorrecta.',
  },
  PASSWORD_TOO_COMMON: {
    status: 422,
    meaning: 'The new password is among those that are tried first.',
    message: 'Esa contraseña es muy común y fácil de adivinar. Elige otra.',
  },
  WRONG_CODE: {
    status: 403,
    meaning: 'A code of the second step, or of recovery, that is wrong or was used already.',
    message: 'El código no es correcto o ya se usó. Prueba con el siguiente.',
  },
  SECOND_STEP_EXPIRED: {
    status: 403,
    meaning: 'Nobody waits for a second step, or waited too long or failed too often.',
    message: 'Se agotó el tiempo para escribir el código. Ingresa de nuevo tu contraseña.',
  },
  TWO_FACTOR_REQUIRED: {
    status: 403,
    meaning: 'This installation asks for a second step, and the account has none yet.',
    message: 'Activa la verificación en dos pasos para continuar.',
  },
  WEBHOOK_SIGNATURE_INVALID: {
    status: 401,
    meaning: 'A webhook without a signature of its secret, or with one of another time.',
    message: 'La firma del aviso no es válida o ya venció.',
  },
  CROSS_ORIGIN: {
    status: 403,
    meaning: 'A change asked for by a page of another origin.',
    message: 'La solicitud viene de otro sitio y no se puede atender.',
  },
  NOT_FOUND: {
    status: 404,
    meaning: 'The record does not exist, or is in the trash.',
    message: 'No se encontró lo que buscas. Puede que se haya eliminado.',
  },
  ROUTE_NOT_FOUND: {
    status: 404,
    meaning: 'There is no such call, or not under this method.',
    message: 'Esta dirección no existe.',
  },
  CONFLICT: {
    status: 409,
    meaning: 'The record was changed by another request, or collides with another.',
    message: 'El registro cambió mientras tanto. Revisa los datos actuales.',
  },
  STALE_VERSION: {
    status: 409,
    meaning: 'The edit was made from a version that is no longer the latest; `details.current` is.',
    message: 'Otra persona cambió este registro mientras lo editabas. Elige qué datos conservar.',
  },
  APPOINTMENT_OVERLAP: {
    status: 409,
    meaning:
      'The doctor has another appointment then; `details` says whose, when, and what is free.',
    message: 'El médico ya tiene una cita a esa hora.',
  },
  DOCTOR_EMAIL_TAKEN: {
    status: 409,
    meaning: 'Another doctor has this e-mail, in whatever case; `issues` says whose it is.',
    message: 'Ese correo ya es de otro médico.',
  },
  DOCTOR_RETIRED: {
    status: 409,
    meaning: 'The doctor has retired: no new appointments, and none at another time.',
    message:
      'Este médico está inactivo: no se le pueden agendar citas nuevas ni cambiar la hora de las que tiene.',
  },
  PARTNER_ID_TAKEN: {
    status: 409,
    meaning: 'Another record has this id, perhaps one in the trash; ids are never used again.',
    message: 'Ese id ya lo usa otro registro. Elige uno distinto.',
  },
  APPOINTMENT_ASSIGNED: {
    status: 409,
    meaning: 'The appointment is of another patient already; `details` says whose.',
    message: 'Esta cita ya tiene paciente.',
  },
  RESTORE_OVERLAP: {
    status: 409,
    meaning:
      'An appointment of a patient in the trash had a time that another one has by now; `details.idUser` says whose.',
    message:
      'El médico ya tiene otra cita a la misma hora que una de este paciente. Muévela y vuelve a intentarlo.',
  },
  RESTORE_PARENT_DELETED: {
    status: 409,
    meaning:
      'What is to be restored belongs to a record that is in the trash itself; `details.parents` says which.',
    message:
      'Pertenece a un registro que también está en la Papelera. Restaura ese registro primero, o los dos juntos.',
  },
  PROSPECT_CONVERTED: {
    status: 409,
    meaning: 'The prospect has become a patient already; `details.current` says whom.',
    message: 'Este prospecto ya se convirtió en paciente.',
  },
  POSSIBLE_DUPLICATES: {
    status: 409,
    meaning:
      'Patients with the same e-mail or phone exist, and the request does not say to make another one.',
    message: 'Ya hay pacientes con el mismo correo o teléfono. Elige a uno o crea otro.',
  },
  PARTNER_DELETED: {
    status: 409,
    meaning: 'The partner whose branch is being saved is in the trash.',
    message: 'Este partner está en la Papelera. Restáuralo para guardar la sucursal.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    meaning: 'The Idempotency-Key came before with another request.',
    message: 'Esta operación ya se envió con otros datos. Vuelve a intentarlo.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    meaning: 'The body is larger than the call accepts.',
    message: 'El contenido enviado es demasiado grande.',
  },
  FILE_TOO_LARGE: {
    status: 413,
    meaning: 'The file is larger than the call accepts; `details.limit` says how many bytes.',
    message: 'El archivo pesa más de lo permitido.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    meaning: 'The Content-Type is not one the call reads.',
    message: 'El tipo de contenido enviado no se acepta.',
  },
  NOT_A_PDF: {
    status: 415,
    meaning: 'The file is not a PDF by its content.',
    message: 'Por favor, sube únicamente archivos PDF.',
  },
  FILE_TYPE_NOT_ACCEPTED: {
    status: 415,
    meaning: 'The file is not a PDF, JPEG or PNG by its content.',
    message: 'Este tipo de archivo no se acepta. Sube un PDF, JPEG o PNG.',
  },
  NOT_AN_IMAGE: {
    status: 415,
    meaning: 'The file is not a PNG, JPEG or WebP by its content, or holds more than the picture.',
    message: 'Por favor, selecciona solo archivos de imagen.',
  },
  DICOM_NOT_ACCEPTED: {
    status: 415,
    meaning: 'The file is DICOM.',
    message: 'Los archivos DICOM no se aceptan. Expórtalo como PDF, JPEG o PNG y súbelo de nuevo.',
  },
  FILE_EMPTY: {
    status: 422,
    meaning: 'The file has no bytes.',
    message: 'El archivo está vacío. Elige otro.',
  },
  FILE_TRUNCATED: {
    status: 422,
    meaning: 'The file ends before its end mark.',
    message: 'El archivo está incompleto: le falta el final. Descárgalo o expórtalo de nuevo.',
  },
  FILE_ENCRYPTED: {
    status: 422,
    meaning: 'The PDF cannot be opened without a password.',
    message: 'El PDF está protegido con contraseña. Quítale la contraseña y súbelo de nuevo.',
  },
  FILE_ACTIVE: {
    status: 422,
    meaning: 'The PDF has programs, files or actions in it, or parts that cannot be checked.',
    message:
      'El PDF contiene programas, acciones u otros archivos, o partes que no se pueden revisar. Ábrelo, imprímelo como PDF y sube el archivo nuevo.',
  },
  FILE_UNREADABLE: {
    status: 422,
    meaning: 'The file begins as what it should be, and cannot be opened.',
    message: 'El archivo está dañado y no se puede abrir. Expórtalo de nuevo y súbelo otra vez.',
  },
  EXAM_NOT_OFFERED: {
    status: 422,
    meaning: 'The branch does not offer one of the studies; `details.exams` says which.',
    message: 'La sucursal no ofrece alguno de los estudios elegidos. Revisa la selección.',
  },
  CURP_INVALID: {
    status: 422,
    meaning: 'The text is no CURP.',
    message: 'La CURP no es válida.',
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    meaning: 'Too many attempts of an account or from an address; Retry-After says how long.',
    message:
      'Se han enviado demasiadas solicitudes en un corto período de tiempo. Por favor, inténtalo de nuevo más tarde.',
  },
  INTERNAL: {
    status: 500,
    meaning: 'A fault of ours; the log has it under the request id.',
    message: 'Ha ocurrido un error. Por favor, inténtalo de nuevo.',
  },
  UNAVAILABLE: {
    status: 503,
    meaning: 'The database or the file store does not answer; Retry-After says when to come back.',
    message: 'El servicio no está disponible en este momento. Inténtalo de nuevo en unos segundos.',
  },
  STORAGE_FULL: {
    status: 507,
    meaning: 'There is no room left for data or files.',
    message: 'No hay espacio para guardar. No se perdió nada; avisa al administrador.',
  },
};

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
  /** Of a fault: the request id that the log has. */
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
