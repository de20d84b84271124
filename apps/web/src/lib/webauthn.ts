import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { makeReader } from './api/answer-shape.ts';
import { ApiFailure } from './api/failure.ts';

/** Reads the server's challenge for a sign-in or a confirmation. */
export const readSignOptions = makeReader<PublicKeyCredentialRequestOptionsJSON>({
  challenge: 'string',
});

/**
 * Has the browser sign a challenge with a passkey.
 * @throws ApiFailure PASSKEY_REFUSED
 */
export async function signWithPasskey(optionsJSON: PublicKeyCredentialRequestOptionsJSON) {
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON }).catch(explain);
  return { id, rawId, type, response };
}

/**
 * Lets the browser create a passkey.
 * @throws ApiFailure PASSKEY_REFUSED
 */
export async function createPasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON) {
  const registration = await startRegistration({ optionsJSON }).catch(explain);
  const { clientDataJSON, attestationObject, transports = [] } = registration.response;
  return {
    id: registration.id,
    rawId: registration.rawId,
    type: registration.type,
    response: { clientDataJSON, attestationObject, transports },
  };
}

/** Throws a message for the user. Browsers do not distinguish a user who declined from a user without a passkey. */
function explain({ name }: Error): never {
  if (name === 'InvalidStateError') {
    throw rejected('Este dispositivo ya tiene una llave de acceso de tu cuenta.');
  }
  if (name === 'NotAllowedError' || name === 'AbortError') {
    throw rejected('No se usó ninguna llave de acceso. Inténtalo otra vez o usa tu contraseña.');
  }
  throw rejected('El navegador no pudo usar la llave de acceso. Usa tu contraseña.');
}

const rejected = (message: string) => new ApiFailure('PASSKEY_REFUSED', message);
