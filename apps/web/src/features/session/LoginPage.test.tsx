import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PageRequest } from '../../test/page-request.ts';
import { renderThemed } from '../../test/render.tsx';
import { LoginPage } from './LoginPage.tsx';

const OTHER = 'Ha ocurrido un error. Por favor, inténtalo de nuevo.';

/** The sentence of each code, and the name that better-auth has for it. */
const CODES = [
  [
    'user-not-found',
    'USER_NOT_FOUND',
    'No se encontró ningún usuario con esta dirección de correo electrónico.',
  ],
  ['wrong-password', 'INVALID_PASSWORD', 'La contraseña es incorrecta.'],
  [
    'email-already-in-use',
    'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
    'Ya existe una cuenta con esta dirección de correo electrónico.',
  ],
  ['invalid-email', 'INVALID_EMAIL', 'La dirección de correo electrónico no es válida.'],
  [
    'weak-password',
    'PASSWORD_TOO_SHORT',
    'La contraseña es demasiado débil. Debe tener al menos 6 caracteres.',
  ],
  ['invalid-credential', 'INVALID_EMAIL_OR_PASSWORD', 'Correo o contraseña incorrectos.'],
  [
    'too-many-requests',
    'TOO_MANY_REQUESTS',
    'Se han enviado demasiadas solicitudes en un corto período de tiempo. Por favor, inténtalo de nuevo más tarde.',
  ],
  ['network-request-failed', 'FAILED_TO_CREATE_SESSION', OTHER],
] as const;

/** What the server answers. */
let answered: string;

beforeEach(() => {
  vi.stubGlobal('Request', PageRequest);
  vi.stubGlobal('fetch', async () => Response.json({ code: answered }, { status: 401 }));
});

async function alertAfterSigningIn(): Promise<string | null> {
  renderThemed(<LoginPage onSignedIn={() => {}} />);
  fireEvent.change(screen.getByLabelText('Correo electrónico'), {
    target: { value: 'mariana@simiente.example' },
  });
  fireEvent.change(screen.getByLabelText('Contraseña'), { target: { value: 'jacaranda' } });
  fireEvent.click(screen.getByRole('button', { name: 'Iniciar sesión' }));
  const { textContent } = await screen.findByRole('alert');
  cleanup();
  return textContent;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each(CODES)(
  'S-12: the code %s has its sentence on the screen, bare, with its prefix, in capitals and as better-auth names it',
  async (code, libraryCode, sentence) => {
    const names = [code, `auth/${code}`, code.toUpperCase().replaceAll('-', '_'), libraryCode];
    for (const name of names) {
      answered = name;
      expect(await alertAfterSigningIn(), name).toBe(sentence);
    }
  },
);
