export interface ErrorEntry {
  readonly status: number;
  readonly message: string;
}

/**
 * The entries of the error table that a browser needs before a page has loaded: answers without our text, and the
 * end of a session.
 */
export const startupErrors = {
  UNAUTHORIZED: {
    status: 401,
    message: 'Tu sesión terminó. Inicia sesión para continuar.',
  },
  INVALID_EMAIL: {
    status: 400,
    message: 'La dirección de correo electrónico no es válida.',
  },
  INVALID_EMAIL_OR_PASSWORD: {
    status: 401,
    message: 'Correo o contraseña incorrectos.',
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    message:
      'Se han enviado demasiadas solicitudes en un corto período de tiempo. Por favor, inténtalo de nuevo más tarde.',
  },
  INTERNAL: {
    status: 500,
    message: 'Ha ocurrido un error. Por favor, inténtalo de nuevo.',
  },
  UNAVAILABLE: {
    status: 503,
    message: 'El servicio no está disponible en este momento. Inténtalo de nuevo en unos segundos.',
  },
} satisfies Record<string, ErrorEntry>;
