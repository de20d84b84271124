import type { Page } from '@playwright/test';
import { expect, failedRequest, test } from '../product/test.ts';

test.use({ expectedErrors: failedRequest(400, 401, 409, 422, 429, 500, 502) });

const SIGN_IN = '**/api/auth/sign-in/email';

/** What an identity provider or a proxy may answer to a sign-in. */
interface Answer {
  readonly status: number;
  readonly body: string;
  readonly contentType?: string;
}

/** For each code its sentence, and its name in better-auth. */
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
  await expect(page.locator('[data-locked]')).toHaveCount(0);
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill('jacaranda en flor');
  await page.keyboard.press('Enter');
}

test.beforeEach(async ({ page }) => {
  await page.goto('/login');
});

/** The code as it is, prefixed, in capitals, and by better-auth's name. */
const namesOf = (code: string, libraryCode: string) => [
  code,
  `auth/${code}`,
  code.toUpperCase().replaceAll('-', '_'),
  libraryCode,
];

test('S-12: each code of a refused sign-in has its sentence, however it is written', async ({
  page,
}) => {
  for (const [index, [code, sentence, libraryCode]] of CODES.entries()) {
    const names = namesOf(code, libraryCode);
    // One of its names is tried in a browser; LoginPage.test.tsx tries all of them.
    const name = names[index % names.length];
    await test.step(String(name), async () => {
      const body = JSON.stringify({ code: name, message: 'What the provider says' });
      await answerWith(page, { status: 401, body });
      await tryToSignIn(page);
      // No two sentences are the same.
      await expect(page.getByRole('alert')).toHaveText(sentence);
    });
  }
});

test('an e-mail that is none, and an answer that is not ours, have their sentences', async ({
  page,
}) => {
  const alert = page.getByRole('alert');
  for (const email of ['mariana', 'mariana@simiente', 'mariana solórzano@simiente.example']) {
    await test.step(`E-8.4: ${email}`, async () => {
      await tryToSignIn(page, email);
      await expect(alert).toHaveText('La dirección de correo electrónico no es válida.');
      await expect(page.getByLabel('Correo electrónico')).toBeFocused();
      await clear(page);
    });
  }
  await test.step('too many requests, refused by better-auth without a code', async () => {
    const body = '{"message":"Too many requests. Please try again later."}';
    await answerWith(page, { status: 429, body });
    await tryToSignIn(page);
    await expect(alert).toContainText('Se han enviado demasiadas solicitudes');
  });
  for (const [form, answer] of [
    [
      'a page with status 500',
      { status: 500, body: '<h1>Internal Server Error</h1>', contentType: 'text/html' },
    ],
    ['a page of a proxy', { status: 502, body: '<h1>Bad Gateway</h1>', contentType: 'text/html' }],
    ['nothing', { status: 500, body: '' }],
    ['broken JSON', { status: 500, body: '{"code":"wrong-pass' }],
    ['JSON of another service', { status: 500, body: '{"fault":"x"}' }],
    ['a success that is no JSON', { status: 200, body: '<html></html>', contentType: 'text/html' }],
    ['a success that opens no session', { status: 200, body: '{"ok":true}' }],
  ] as const) {
    await test.step(`E-8.9: ${form}`, async () => {
      await answerWith(page, answer);
      await tryToSignIn(page);
      await expect(alert).toHaveText('Error al iniciar sesión. Intenta nuevamente.');
      await expect(page).toHaveURL('/login');
      await page.unroute(SIGN_IN);
      await clear(page);
    });
  }
});

/** Replaces the last sentence, so that the next attempt has to show its own. */
async function clear(page: Page): Promise<void> {
  await expect(page.locator('[data-locked]')).toHaveCount(0);
  await page.getByLabel('Contraseña', { exact: true }).fill('');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Por favor ingresa email y contraseña');
}
