import type { Capability } from '@simiente/contract/common/access/roles';
import type { ProfessionalIdentity } from '@simiente/contract/professional-identity/calls';
import { ACCEPTED_SENTENCE } from '@simiente/contract/reports/states';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fill, unlocked } from '../../../testing/render.tsx';
import { openScreen } from '../../../testing/screen.tsx';
import { type Answers, errorResponse, networkError } from '../../../testing/wire.ts';
import { DRAFT_SENTENCES, makeCopy, makeSigned, makeVersion, nunez } from '../testing/reports.ts';
import { REVIEW_PAGE, reviewer, reviewServer } from '../testing/review-server.ts';
import { account, identity } from '../testing/signer.ts';
import { splitPieces } from './SignDialog.tsx';

/** Reports that every observed element is in view once `see` is called. */
let scrollToEnd: () => void = () => {};
beforeEach(() => {
  const watched = new Map<Element, (entries: readonly object[]) => void>();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #notify: (entries: readonly object[]) => void;
      constructor(notify: (entries: readonly object[]) => void) {
        this.#notify = notify;
      }
      observe(target: Element) {
        watched.set(target, this.#notify);
      }
      unobserve(target: Element) {
        watched.delete(target);
      }
      disconnect() {}
    },
  );
  scrollToEnd = () =>
    act(() => {
      for (const [target, notify] of [...watched]) notify([{ isIntersecting: true, target }]);
    });
});

/** The copy with a struck and an added sentence, ready to be signed. */
function makeReadyCopy() {
  const changes = [{ text: 'La concentración fue de 14 millones/ml. ' }, { struck: true }, {}];
  const sentences = [
    ...makeCopy().sentences.map((sentence, index) => ({ ...sentence, ...changes[index] })),
    {
      text: 'Repetir en tres meses.',
      origin: null,
      accepted: false,
      struck: false,
      explanations: [],
      author: 'medico' as const,
    },
  ];
  return makeCopy({
    sentences,
    text: 'La concentración fue de 14 millones/ml. Tu índice…',
    acknowledgedAt: '2026-10-25T00:40:00.000Z',
    open: { differing: 0, unknown: 0, treatments: 0, values: 0 },
    findings: [
      {
        start: 60,
        end: 70,
        figure: '23.4',
        unit: 'kg/m²',
        analyte: null,
        verdict: 'unknown',
        message: '23.4 kg/m² no tiene resultado en el expediente',
        explanation: null,
        sentence: 2,
        open: false,
      },
    ],
  });
}

async function openDialog(
  answers: Answers = {},
  signingUser = { account, identity: identity as ProfessionalIdentity | null },
  copy = makeReadyCopy(),
  may: readonly Capability[] = reviewer,
) {
  const server = reviewServer(copy);
  const screenOpened = await openScreen(
    REVIEW_PAGE,
    {
      ...server.answers,
      'GET /v1/account/get-one': () => signingUser.account,
      'GET /v1/account/get-identity': () => ({ identity: signingUser.identity }),
      ...answers,
    },
    may,
  );
  await screen.findByRole('region', { name: 'Revisión' });
  await screenOpened.user.click(await screen.findByRole('button', { name: 'Firmar' }));
  const dialog = await screen.findByRole('dialog', { name: 'Firmar informe' });
  return { ...screenOpened, server, dialog: within(dialog) };
}

const isDisabled = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true';

test('E-10.670, E-10.687: R4: the dialog shows the exact text first, then changes, open warnings and signer', async () => {
  const { user, dialog } = await openDialog();
  const text = await dialog.findByRole('region', { name: 'Texto exacto' });
  expect(text.textContent).toBe(makeReadyCopy().text);
  expect(text.tabIndex).toBe(0);
  expect(dialog.getByText('3 cambios frente al borrador')).toBeTruthy();
  expect(
    dialog.getByText('Mi Test de Fertilidad, versión 2 · Alejandro Villaseñor Rojas, 34 años'),
  ).toBeTruthy();
  expect(dialog.getByText('Sin verificar con el expediente: 23.4 kg/m²')).toBeTruthy();
  expect(dialog.getByText('Ana Ríos Luna')).toBeTruthy();
  expect(dialog.getByText('Cédula 87654321 · Urología')).toBeTruthy();
  await user.click(await dialog.findByRole('button', { name: 'Diferencias' }));
  // The text scrolls, so the keyboard must reach it.
  await user.tab();
  expect(document.activeElement).toBe(dialog.getByRole('region', { name: 'Diferencias' }));
  expect(dialog.getByText(/Repetir en tres meses\./).tagName).toBe('INS');
  expect(dialog.getByText(DRAFT_SENTENCES[1]?.trim() ?? '', { exact: false }).tagName).toBe('DEL');
});

test('H-C6, E-10.1392: the dialog names missing identification of a note', async () => {
  const patient = { name: 'Luis Mora', age: null, missing: ['sex' as const, 'address' as const] };
  const { dialog } = await openDialog({}, undefined, { ...makeReadyCopy(), patient });
  expect((await dialog.findByRole('region', { name: 'Datos que faltan' })).textContent).toMatch(
    /falta: sexo al nacer y domicilio\..*NOM-004-SSA3-2012/,
  );
});

test('E-10.671: R6: signing needs the whole text in view, the sentence accepted, password and code', async () => {
  const sent: unknown[] = [];
  const { user, dialog, server, address } = await openDialog({
    'POST /v1/reports/sign': ({ body }) => {
      sent.push(body);
      const version = makeSigned({ number: 2, signer: { ...nunez, idAccount: 'acc_own' } });
      server.sign(version);
      return { version: makeVersion(version) };
    },
  });
  const sign = () => dialog.getByRole('button', { name: 'Firmar' });
  await dialog.findByLabelText('Contraseña');
  await fill(user, await dialog.findByLabelText('Contraseña'), 'secreta secreta');
  await fill(user, await dialog.findByLabelText(/^Código/), '123456');
  await user.click(await dialog.findByRole('checkbox', { name: ACCEPTED_SENTENCE }));
  expect(isDisabled(sign())).toBe(true);
  await user.keyboard('{Enter}');
  expect(sent).toEqual([]);
  scrollToEnd();
  expect(isDisabled(sign())).toBe(false);
  await user.click(sign());
  expect(await screen.findAllByText('Informe firmado')).toHaveLength(1);
  const { idWorkingCopy, version, sha256 } = makeReadyCopy();
  expect(sent).toEqual([
    {
      idWorkingCopy,
      version,
      sha256,
      accepted: ACCEPTED_SENTENCE,
      confirmation: { password: 'secreta secreta', code: '123456' },
    },
  ]);
  await waitFor(() => expect(address()).toBe(REVIEW_PAGE.replace('?lectura=revisar', '')));
  await waitFor(() => expect(document.activeElement?.tagName).toBe('MAIN'));
});

test('E-10.695: a signature with a lost answer is reported once the report is loaded again', async () => {
  const { user, dialog, server, address, refresh } = await openDialog({
    'POST /v1/reports/sign': () => {
      const { number, reviewer: by } = makeReadyCopy();
      server.sign(makeSigned({ number, signer: { ...nunez, idAccount: by.idAccount } }));
      return networkError();
    },
  });
  await dialog.findByLabelText('Contraseña');
  scrollToEnd();
  await user.click(await dialog.findByRole('checkbox', { name: ACCEPTED_SENTENCE }));
  await fill(user, await dialog.findByLabelText('Contraseña'), 'secreta');
  await fill(user, await dialog.findByLabelText(/^Código/), '123456');
  await user.keyboard('{Enter}');
  expect(await dialog.findByText(/^Sin conexión/)).toBeTruthy();
  expect(screen.queryByText('Informe firmado')).toBeNull();
  await refresh();
  expect(await screen.findByText('Informe firmado')).toBeTruthy();
  await waitFor(() => expect(address()).toBe(REVIEW_PAGE.replace('?lectura=revisar', '')));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('E-10.695: a report that another doctor signed after a takeover is not reported as signed here', async () => {
  const { server, refresh, address } = await openDialog();
  server.sign(makeSigned({ number: makeReadyCopy().number }));
  await refresh();
  expect(await screen.findByRole('button', { name: 'Empezar la revisión' })).toBeTruthy();
  expect(screen.queryByText('Informe firmado')).toBeNull();
  expect(address()).toBe(REVIEW_PAGE);
});

test('E-10.628: R8: a draft that replaces the version in force is signed with kind and reason', async () => {
  const sent: unknown[] = [];
  const copy = { ...makeReadyCopy(), replaces: { idVersion: 'rev_9', number: 9 } };
  const { user, dialog } = await openDialog(
    {
      'POST /v1/reports/sign': ({ body }) => {
        sent.push(body);
        return { version: makeVersion(makeSigned({ number: 10 })) };
      },
    },
    undefined,
    copy,
  );
  const replaces = within(
    await dialog.findByRole('region', { name: 'Sustituye a la versión 9, vigente' }),
  );
  scrollToEnd();
  await user.click(await dialog.findByRole('checkbox', { name: ACCEPTED_SENTENCE }));
  await fill(user, await dialog.findByLabelText('Contraseña'), 'secreta');
  await fill(user, await dialog.findByLabelText(/^Código/), '123456');
  const sign = () => dialog.getByRole('button', { name: 'Firmar' });
  expect(isDisabled(sign())).toBe(true);
  await fill(user, await replaces.findByLabelText(/^Motivo/), 'Se repitió el estudio');
  expect(isDisabled(sign())).toBe(false);
  await user.click(sign());
  await waitFor(() =>
    expect(sent).toMatchObject([
      { amendment: { type: 'correction', reason: 'Se repitió el estudio' } },
    ]),
  );
});

test('E-10.628: R8: the reason with which an amendment was opened is shown, and not asked again', async () => {
  const { dialog } = await openDialog({}, undefined, {
    ...makeReadyCopy(),
    replaces: { idVersion: 'rev_1', number: 1 },
    amendment: { type: 'addition', reason: 'Faltaba la próxima cita' },
  });
  expect(await dialog.findByText('Adición. Motivo: Faltaba la próxima cita')).toBeTruthy();
  expect(dialog.queryByLabelText(/^Motivo/)).toBeNull();
});

test('E-10.694: leaving the page during typing needs confirmation, and typed text and progress stay', async () => {
  const copy = { ...makeReadyCopy(), replaces: { idVersion: 'rev_9', number: 9 } };
  const { user, dialog, leave, address } = await openDialog({}, undefined, copy);
  const reason = await dialog.findByLabelText<HTMLTextAreaElement>(/^Motivo/);
  scrollToEnd();
  await fill(user, reason, 'Se repitió');
  leave();
  await screen.findByRole('dialog', { name: '¿Descartar los cambios?' });
  await user.click(await screen.findByRole('button', { name: 'Seguir editando' }));
  await waitFor(() => expect(document.activeElement).toBe(reason));
  expect(reason.value).toBe('Se repitió');
  expect(address()).toBe(REVIEW_PAGE);
  await user.keyboard('{Escape}');
  await screen.findByRole('dialog', { name: '¿Descartar los cambios?' });
  await user.click(await screen.findByRole('button', { name: 'Descartar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('E-10.671: a wrong code is reported at its field, and a retried signature is made once', async () => {
  const keys: (string | null)[] = [];
  const { user, dialog } = await openDialog({
    'POST /v1/reports/sign': ({ headers }) => {
      keys.push(headers.get('idempotency-key'));
      return errorResponse('WRONG_CODE');
    },
  });
  const code = await dialog.findByLabelText(/^Código/);
  scrollToEnd();
  await user.click(await dialog.findByRole('checkbox', { name: ACCEPTED_SENTENCE }));
  await fill(user, await dialog.findByLabelText('Contraseña'), 'secreta');
  await fill(user, code, '000000');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(code.getAttribute('aria-invalid')).toBe('true'));
  await unlocked();
  await user.type(code, '{Enter}');
  await waitFor(() => expect(keys).toHaveLength(2));
  expect(keys[0]).toBe(keys[1]);
});

test('E-10.671: an overlong password is reported as wrong at its field', async () => {
  const sent: unknown[] = [];
  const { user, dialog } = await openDialog({
    'POST /v1/reports/sign': ({ body }) => {
      sent.push(body);
      return errorResponse('BAD_REQUEST');
    },
  });
  const password = await dialog.findByLabelText('Contraseña');
  expect(password.getAttribute('aria-invalid')).toBeNull();
  scrollToEnd();
  await user.click(await dialog.findByRole('checkbox', { name: ACCEPTED_SENTENCE }));
  await user.click(password);
  await user.paste('x'.repeat(129));
  await fill(user, await dialog.findByLabelText(/^Código/), '123456');
  await user.keyboard('{Enter}');
  expect(await dialog.findByText('La contraseña es incorrecta.')).toBeTruthy();
  expect(password.getAttribute('aria-invalid')).toBe('true');
  expect(sent).toEqual([]);
});

test.each([
  [
    'has no identity',
    { account, identity: null },
    /Pide al administrador que registre tu identidad profesional/,
    false,
  ],
  [
    'did not confirm their identity',
    { account, identity: { ...identity, state: 'pending' as const } },
    /Confirma en Mi cuenta los datos de tu identidad profesional/,
    true,
  ],
  [
    'has neither a second step nor a passkey',
    { account: { ...account, twoFactor: null }, identity },
    /Activa en Mi cuenta la verificación en dos pasos, o agrega una llave de acceso/,
    true,
  ],
])(
  'E-10.672: R3, R4: an account that %s gets an instruction, and cannot sign',
  async (_, signingUser, words, isOwnMatter) => {
    const { dialog } = await openDialog({}, signingUser);
    expect(await dialog.findByText(words)).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Firmar' })).toBeNull();
    expect(dialog.queryByRole('link', { name: 'Ir a Mi cuenta' }) !== null).toBe(isOwnMatter);
  },
);

test('E-10.672: the only administrator sees who can enter their identity, and where to invite an account', async () => {
  const signingUser = { account, identity: null };
  const { dialog } = await openDialog({}, signingUser, makeReadyCopy(), [
    ...reviewer,
    'accounts.manage',
  ]);
  expect(
    await dialog.findByText(/No puedes registrar tu propia identidad profesional/),
  ).toBeTruthy();
  expect(dialog.queryByText(/Pide al administrador/)).toBeNull();
  expect(dialog.getByRole('link', { name: 'Ir a Cuentas' }).getAttribute('href')).toBe('/cuentas');
});

test('E-10.670: the dialog focuses the text, not the close button, and returns the focus', async () => {
  const { dialog, user } = await openDialog();
  const about = dialog.getByText(/^Mi Test de Fertilidad, versión 2/);
  await waitFor(() => expect(document.activeElement).toBe(about));
  await user.keyboard('{Escape}');
  const opener = screen.getByRole('button', { name: 'Firmar' });
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

test('E-10.670: the pieces of a text join to the text, and none is longer than two lines', () => {
  const text = `${'palabra '.repeat(60)}\n\n${'x'.repeat(400)} fin.\n`;
  expect(splitPieces(text).join('')).toBe(text);
  expect(splitPieces('')).toEqual([]);
  expect(Math.max(...splitPieces(text).map(({ length }) => length))).toBeLessThanOrEqual(122);
});
