import type { Page } from '@playwright/test';
import { expect, failedRequest, test } from '../product/test.ts';

test.use({ expectedErrors: failedRequest(400, 401, 409, 422, 429, 500, 502) });

const SIGN_IN = '**/api/auth/sign-in/email';

/** What an identity provider or something in between may answer to a sign-in. */
interface Answer {
  readonly status: number;
  readonly body: string;
  readonly contentType?: string;
}

/** Code by code: its sentence, and under which name better-auth knows it. */
const CODES = [
  [
    'user-not-found',
    'No se encontró ningún usuario con esta dirección de correo electrónico.',
    'USER_NOT_FOUND',
  ],
  ['wrong-password', 'La contraseña es incorrecta.', 'INVALID_PASSWORD'],
  [
    'email-already-in-use',
    'Ya existe una cuenta con esta dirección de correo electrónico.',
    'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
  ],
  ['invalid-email', 'La dirección de correo electrónico no es válida.', 'INVALID_EMAIL'],
  [
    'weak-password',
    'La contraseña es demasiado débil. Debe tener al menos 6 caracteres.',
    'PASSWORD_TOO_SHORT',
  ],
  ['invalid-credential', 'Correo o contraseña incorrectos.', 'INVALID_EMAIL_OR_PASSWORD'],
  [
    'too-many-requests',
    'Se han enviado demasiadas solicitudes en un corto período de tiempo. Por favor, inténtalo de nuevo más tarde.',
    'TOO_MANY_REQUESTS',
  ],
  [
    'network-request-failed',
    'Ha ocurrido un error. Por favor, inténtalo de nuevo.',
    'FAILED_TO_CREATE_SESSION',
  ],
] as const;

async function answerWith(page: Page, answer: Answer): Promise<void> {
  await page.unroute(SIGN_IN);
  await page.route(SIGN_IN, (route) =>
    route.fulfill({ contentType: 'application/json', ...answer }),
  );
}

async function tryToSignIn(page: Page, email = 'mariana@simiente.example'): Promise<void> {
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill('jacaranda en flor');
  await page.keyboard.press('Enter');
}

test.beforeEach(async ({ page }) => {
  await page.goto('/login');
});

for (const [code, sentence, libraryCode] of CODES) {
  test(`S-12: ${code} has its sentence, bare, with its prefix and as better-auth writes it`, async ({
    page,
  }) => {
    const names = [code, `auth/${code}`, code.toUpperCase().replaceAll('-', '_'), libraryCode];
    for (const name of names) {
      await answerWith(page, {
        status: 401,
        body: JSON.stringify({ code: name, message: 'What the provider says' }),
      });
      await tryToSignIn(page);
      await expect(page.getByRole('alert')).toHaveText(sentence);
      // What was said before is gone by the next attempt.
      await page.reload();
    }
  });
}

test("better-auth's refusal of too many requests has no code, and has the sentence", async ({
  page,
}) => {
  await answerWith(page, {
    status: 429,
    body: '{"message":"Too many requests. Please try again later."}',
  });
  await tryToSignIn(page);
  await expect(page.getByRole('alert')).toContainText('Se han enviado demasiadas solicitudes');
});

for (const email of ['mariana', 'mariana@simiente', 'mariana solórzano@simiente.example']) {
  test(`E-8.4: a text that is no address has the sentence of one: ${email}`, async ({ page }) => {
    await tryToSignIn(page, email);
    await expect(page.getByRole('alert')).toHaveText(
      'La dirección de correo electrónico no es válida.',
    );
    await expect(page.getByLabel('Correo electrónico')).toBeFocused();
  });
}

for (const [form, answer] of [
  [
    'a page with status 500',
    { status: 500, body: '<h1>Internal Server Error</h1>', contentType: 'text/html' },
  ],
  ['a page of a proxy', { status: 502, body: '<h1>Bad Gateway</h1>', contentType: 'text/html' }],
  ['nothing', { status: 500, body: '' }],
  ['broken JSON', { status: 500, body: '{"code":"wrong-pass' }],
  ['JSON of somebody else', { status: 500, body: '{"fault":"x"}' }],
  ['a success that is no JSON', { status: 200, body: '<html></html>', contentType: 'text/html' }],
  ['a success that opens no session', { status: 200, body: '{"ok":true}' }],
] as const) {
  test(`E-8.9: an answer that is no answer of ours is an unexpected failure: ${form}`, async ({
    page,
  }) => {
    await answerWith(page, answer);
    await tryToSignIn(page);
    await expect(page.getByRole('alert')).toHaveText(
      'Error al iniciar sesión. Intenta nuevamente.',
    );
    await expect(page).toHaveURL('/login');
    await page.unroute(SIGN_IN);
  });
}
