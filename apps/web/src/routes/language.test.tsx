import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import page from '../../index.html?raw';
import { LoginPage } from '../features/session/sign-in/LoginPage.tsx';
import { queryClient } from '../lib/query-client.ts';
import { emptyProduct } from '../testing/empty-product.ts';
import { makePatientSummary } from '../testing/patients.ts';
import { renderThemed } from '../testing/render.tsx';
import { openScreen } from '../testing/screen.tsx';
import { matchMediaAtWidth } from '../testing/setup.ts';

/** Words of the libraries' default texts, which are English. */
const ENGLISH =
  /\b(loading|close|dismiss|clear|search|menu|open|toggle|show|hide|select|sort(ed)?|rows?|page|next|previous|delete|cancel|retry|password|(sign|log) (in|out)|breadcrumbs?|notifications?|not found|settings|patients?)\b/i;

/** Attributes with words for screen readers. */
const ATTRIBUTES = [
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'alt',
  'placeholder',
  'title',
];

function listWords(element: Element): string[] {
  const texts = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
  return [
    ...texts.map(({ textContent }) => textContent ?? ''),
    ...ATTRIBUTES.map((name) => element.getAttribute(name) ?? ''),
  ];
}

function expectSpanish(): void {
  const words = [...document.body.querySelectorAll(':not(style, script)')]
    .flatMap(listWords)
    .concat(document.title)
    .filter((text) => text.trim() !== '');
  expect(words.length).toBeGreaterThan(3);
  expect(words.filter((text) => ENGLISH.test(text))).toEqual([]);
}

test('E-1.3: the page is marked as Spanish, and as not to be translated', () => {
  expect(page).toContain('<html lang="es-MX" translate="no">');
});

test('E-1.3: the login and its error message are in Spanish', async () => {
  renderThemed(
    <QueryClientProvider client={queryClient}>
      <LoginPage onSignedIn={() => {}} />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Iniciar sesión' }));
  await screen.findByText('Por favor ingresa email y contraseña');
  expectSpanish();
});

test('E-1.3: the list of patients, its confirmation dialog and its messages are in Spanish', async () => {
  let userData = [makePatientSummary()];
  const { user } = await openScreen('/pacientes', {
    ...emptyProduct,
    'GET /v1/user/list': () => ({
      userData,
      counts: { 1: userData.length, 2: 0, 3: 0, 4: 0 },
      countsAreCapped: false,
      nextCursor: null,
      total: userData.length,
      totalIsCapped: false,
    }),
    'POST /v1/user/delete': () => {
      userData = [];
      return { deleted: 1 };
    },
  });
  await user.click(await screen.findByRole('checkbox', { name: /Ana/ }));
  expectSpanish();
  await user.click(await screen.findByRole('button', { name: 'Eliminar' }));
  const question = await screen.findByRole('dialog');
  expectSpanish();
  await user.click(await within(question).findByRole('button', { name: 'Eliminar' }));
  await screen.findByText('1 elemento eliminado');
  expectSpanish();
});

test.each([
  ['/home', 'Inicio'],
  ['/pacientes/usr_ana', 'Ana Ruiz'],
  ['/pacientes/usr_ana/fertility-test', 'Mi Test de Fertilidad'],
  ['/medicos', 'Médicos'],
  ['/partners', 'Socios Comerciales'],
  ['/prospectos', 'Prospectos Landing'],
  ['/no-existe', 'No encontramos esta página'],
])('E-1.3: %s is in Spanish', async (path, name) => {
  await openScreen(path, emptyProduct);
  await screen.findByRole('heading', { level: 1, name });
  expectSpanish();
});

test('E-1.3: the menu of a phone is in Spanish', async () => {
  window.matchMedia = matchMediaAtWidth(390);
  const { user } = await openScreen('/medicos', emptyProduct);
  await user.click(await screen.findByRole('button', { name: 'Abrir menú' }));
  await screen.findByRole('dialog');
  expectSpanish();
});
