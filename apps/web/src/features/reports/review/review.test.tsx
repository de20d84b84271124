import { VALUE_ACCEPTED } from '@simiente/contract/reports/explanations';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { unlocked } from '../../../testing/render.tsx';
import { openScreen } from '../../../testing/screen.tsx';
import { errorResponse } from '../../../testing/wire.ts';
import { concentration, makeCopy, makeDraft, nunez } from '../testing/reports.ts';
import { lastSave, openReview, row } from '../testing/review-screen.ts';
import { REVIEW_PAGE as PAGE, reviewer, reviewServer } from '../testing/review-server.ts';

const isOn = (place: number) => row(place).dataset.current === 'true';

test('E-10.660: J and K move, A accepts and continues, X strikes, and each change is saved automatically', async () => {
  const server = reviewServer(makeCopy());
  const { user } = await openReview(server);
  expect(isOn(1)).toBe(true);
  await user.keyboard('a');
  expect(within(row(1)).getByText('Aceptada')).toBeTruthy();
  expect(isOn(2)).toBe(true);
  await user.keyboard('x');
  expect(within(row(2)).getByText('Tachada')).toBeTruthy();
  await user.keyboard('j');
  expect(isOn(3)).toBe(true);
  await user.keyboard('kk');
  expect(isOn(1)).toBe(true);
  await waitFor(() => expect(lastSave(server)).toBeDefined());
  expect(lastSave(server)?.map(({ accepted, struck }) => [accepted, struck])).toEqual([
    [true, false],
    [false, true],
    [false, false],
  ]);
  expect(await screen.findByText(/Lo revisas tú/)).toBeTruthy();
});

test('E-10.661: E edits in place; Enter keeps the typed text, Escape the earlier one', async () => {
  const server = reviewServer(makeCopy());
  const { user } = await openReview(server);
  await user.keyboard('je');
  const field = screen.getByRole('textbox', { name: 'Frase 2' });
  await user.clear(field);
  await user.type(field, 'Conviene repetirlo.');
  await user.keyboard('{Enter}');
  expect(within(row(2)).getByText('IA editada')).toBeTruthy();
  await user.keyboard('e');
  await user.type(await screen.findByRole('textbox', { name: 'Frase 2' }), ' O no.');
  await user.keyboard('{Escape}');
  expect(row(2).textContent).toContain('Conviene repetirlo.');
  expect(row(2).textContent).not.toContain('O no.');
  await waitFor(() => expect(lastSave(server)?.[1]?.text).toBe('Conviene repetirlo. '));
});

test('E-10.661, R7: a rule-based sentence is marked as automatic, also after an edit', async () => {
  const ruleDraft = makeDraft({ inForce: true, source: 'reglas', ruleVersion: 'reglas-1' });
  const { user } = await openReview(reviewServer(makeCopy(), {}, ruleDraft));
  expect(within(row(1)).getByText('Automática')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Corregir a 14' }));
  expect(within(row(1)).getByText('Editada')).toBeTruthy();
  expect(screen.queryByText(/^IA\b/)).toBeNull();
});

test('E-10.661: an emptied sentence gets its text back, struck through, and an added one that stays empty is removed', async () => {
  const server = reviewServer(makeCopy());
  const { user } = await openReview(server);
  await user.keyboard('e');
  await user.clear(await screen.findByRole('textbox', { name: 'Frase 1' }));
  await user.keyboard('{Enter}');
  expect(within(row(1)).getByText('Tachada')).toBeTruthy();
  expect(row(1).textContent).toContain('La concentración fue de 70 millones/ml');
  await user.click(await screen.findByRole('button', { name: 'Agregar frase' }));
  await screen.findByRole('textbox');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('group', { name: /^Frase 4/ })).toBeNull());
});

test('E-10.662: R7: an added sentence has a doctor as author, and comes after the chosen sentence', async () => {
  const server = reviewServer(makeCopy());
  const { user } = await openReview(server);
  await user.keyboard('j');
  await user.click(await screen.findByRole('button', { name: 'Agregar frase' }));
  await user.type(
    await screen.findByRole('textbox', { name: 'Frase 3' }),
    'Repetir en tres meses.',
  );
  await user.keyboard('{Enter}');
  expect(within(row(3)).getByText('Médico')).toBeTruthy();
  expect(row(3).textContent).toContain('No está en el borrador');
  await waitFor(() =>
    expect(lastSave(server)?.map(({ origin }) => origin)).toEqual([0, 1, null, 2]),
  );
});

test('E-10.675: a sentence that a correction adds is marked as missing from the corrected version', async () => {
  const server = reviewServer(
    makeCopy({
      number: 3,
      base: { idVersion: 'rev_2', number: 2, type: 'signed' },
      amendment: { type: 'correction', reason: 'Una cifra' },
    }),
  );
  const { user } = await openReview(server);
  await user.click(await screen.findByRole('button', { name: 'Agregar frase' }));
  await user.type(await screen.findByRole('textbox', { name: 'Frase 2' }), 'Repetirlo.');
  await user.keyboard('{Enter}');
  expect(row(2).textContent).toContain('No está en la versión 2');
  expect(row(1).textContent).toMatch(/^Versión 2: La concentración/);
});

test('E-10.663: R6: a differing figure is corrected to the result with one press', async () => {
  const server = reviewServer(makeCopy());
  const { user } = await openReview(server);
  expect(within(row(1)).getByText(/70 ≠ 14/)).toBeTruthy();
  expect(within(row(3)).getByText('23.4 kg/m², sin resultado en el expediente')).toBeTruthy();
  expect(
    screen.getByText('Para firmar: corrige o explica 1 cifra y confirma 2 cifras sin verificar'),
  ).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Corregir a 14' }));
  expect(row(1).textContent).toContain('La concentración fue de 14 millones/ml');
  expect(within(row(1)).queryByText(/≠/)).toBeNull();
  expect(within(row(1)).getByText('IA editada')).toBeTruthy();
});

test('H-C6: a sentence with a treatment is accepted by a checkbox, and blocks a signature until then', async () => {
  const server = reviewServer(makeCopy());
  const { user } = await openReview(server);
  await user.click(await screen.findByRole('button', { name: 'Agregar frase' }));
  await user.keyboard('Toma 50 mg de clomifeno al día.{Enter}');
  expect(screen.getByText(/acepta 1 tratamiento$/)).toBeTruthy();
  await user.click(await screen.findByRole('checkbox', { name: 'Acepto este tratamiento' }));
  expect(screen.queryByText(/acepta 1 tratamiento$/)).toBeNull();
  await waitFor(() =>
    expect(lastSave(server)?.flatMap(({ explanations }) => explanations)).toMatchObject([
      { figure: 'Toma 50 mg de clomifeno al día.', text: 'Tratamiento aceptado por el médico' },
    ]),
  );
});

test('E-10.660: a button that disappears moves the focus to a sentence', async () => {
  const server = reviewServer(makeCopy());
  const { user } = await openReview(server);
  const focused = () => document.activeElement?.getAttribute('aria-label');
  await user.click(await screen.findByRole('button', { name: 'Corregir a 14' }));
  expect(focused()).toBe('Frase 1, IA editada');
  await user.keyboard('j');
  await user.click(
    await screen.findByRole('button', { name: 'Confirmarlas: 2 cifras sin verificar' }),
  );
  expect(focused()).toBe('Frase 2, IA');
  await user.click(await screen.findByRole('button', { name: 'Agregar frase' }));
  await user.keyboard('Repetir en tres meses.{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Quitar' }));
  expect(focused()).toBe('Frase 2, IA');
});

test('E-10.663: R6: a differing figure can be explained instead of corrected, and the explanation removed', async () => {
  const server = reviewServer(makeCopy());
  const { user } = await openReview(server);
  await user.click(await screen.findByRole('button', { name: 'Explicar' }));
  await user.click(await screen.findByRole('button', { name: 'Guardar explicación' }));
  expect(screen.getByText('Explica por qué la cifra es correcta.')).toBeTruthy();
  await unlocked();
  await user.type(
    await screen.findByLabelText('¿Por qué es correcta esta cifra?'),
    'Es de otra muestra{Enter}',
  );
  expect(within(row(1)).getByText(/Explicado: Es de otra muestra/)).toBeTruthy();
  await waitFor(() =>
    expect(lastSave(server)?.[0]?.explanations).toEqual([
      {
        figure: '70',
        unit: 'millones/ml',
        expected: '14',
        idValue: 'val_1',
        text: 'Es de otra muestra',
      },
    ]),
  );
  await user.click(await screen.findByRole('button', { name: 'Quitar explicación' }));
  expect(within(row(1)).getByText(/70 ≠ 14/)).toBeTruthy();
});

test('E-10.705: leaving an unfinished explanation needs confirmation', async () => {
  const { user, address } = await openReview(reviewServer(makeCopy()));
  await user.click(await screen.findByRole('button', { name: 'Explicar' }));
  const field = screen.getByLabelText<HTMLInputElement>('¿Por qué es correcta esta cifra?');
  await user.type(field, 'Es de otra');
  await user.click(await screen.findByRole('button', { name: 'Leer' }));
  const question = await screen.findByRole('dialog', { name: '¿Descartar los cambios?' });
  await user.click(await within(question).findByRole('button', { name: 'Seguir editando' }));
  expect(address()).toBe(PAGE);
  expect(field.value).toBe('Es de otra');
});

test('E-10.629: R6: an explanation of another result is suggested again, and does not count until it is saved', async () => {
  const explained = {
    figure: '70',
    unit: 'millones/ml',
    expected: '12',
    idValue: 'val_0',
    text: 'Es de otra muestra',
  };
  const [first, ...others] = makeCopy().sentences;
  const server = reviewServer(
    makeCopy({
      sentences: [{ ...first, explanations: [explained] } as typeof first & {}, ...others],
    }),
  );
  const { user } = await openReview(server);
  expect(
    within(row(1)).getByText(/70 ≠ 14.*Lo explicaste con otro resultado: Es de otra muestra/),
  ).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Explicar' }));
  await user.click(await screen.findByRole('button', { name: 'Guardar explicación' }));
  expect(within(row(1)).getByText(/Explicado: Es de otra muestra/)).toBeTruthy();
  await waitFor(() =>
    expect(lastSave(server)?.[0]?.explanations).toContainEqual({
      ...explained,
      expected: '14',
      idValue: 'val_1',
    }),
  );
});

test('E-10.629: R6: a result that changed after the check of the figures is reported before the signature', async () => {
  const agreed = makeCopy({
    results: [{ ...concentration, value: '70' }],
    acknowledgedAt: '2026-10-25T00:40:00.000Z',
    open: { differing: 0, unknown: 0, treatments: 0, values: 0 },
  });
  const server = reviewServer(agreed);
  const { user } = await openReview(server);
  server.change({
    ...agreed,
    results: [concentration],
    open: { differing: 1, unknown: 0, treatments: 0, values: 0 },
  });
  await user.click(await screen.findByRole('button', { name: 'Firmar' }));
  expect(await screen.findByText('Cambió un resultado')).toBeTruthy();
  expect(await within(row(1)).findByText(/70 ≠ 14/)).toBeTruthy();
  expect(screen.queryByRole('dialog', { name: 'Firmar informe' })).toBeNull();
});

test('E-10.664: R6: figures without a result are acknowledged once for the text, and then it can be signed', async () => {
  const server = reviewServer(makeCopy());
  const { user } = await openReview(server);
  const sign = () => screen.getByRole('button', { name: 'Firmar' });
  expect(sign().getAttribute('aria-disabled')).toBe('true');
  await user.click(await screen.findByRole('button', { name: 'Corregir a 14' }));
  await user.click(
    await screen.findByRole('button', { name: 'Confirmarlas: 2 cifras sin verificar' }),
  );
  expect(await screen.findByText(/2 sin verificar, confirmada/)).toBeTruthy();
  expect(server.saves.at(-1)?.acknowledge).toBe(true);
  await waitFor(() => expect(sign().getAttribute('aria-disabled')).toBeNull());
});

test('H-C2, E-10.1455: an unvalidated quoted value is listed, and must be accepted before a signature', async () => {
  const server = reviewServer(
    makeCopy({
      results: [{ ...concentration, value: '70', unvalidated: true }],
      acknowledgedAt: '2026-10-25T00:40:00.000Z',
      open: { differing: 0, unknown: 0, treatments: 0, values: 1 },
    }),
  );
  const { user } = await openReview(server);
  const sign = () => screen.getByRole('button', { name: 'Firmar' });
  expect(sign().getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText('Para firmar: acepta 1 valor')).toBeTruthy();
  expect(within(row(1)).getByText('Concentración, 70 millones/ml: sin validar.')).toBeTruthy();
  await user.click(
    await within(row(1)).findByRole('checkbox', { name: 'Acepto citar este valor' }),
  );
  await waitFor(() =>
    expect(lastSave(server)?.[0]?.explanations).toEqual([
      {
        figure: '70',
        unit: 'millones/ml',
        expected: 'sin validar',
        idValue: 'val_1',
        text: VALUE_ACCEPTED,
      },
    ]),
  );
  await waitFor(() => expect(sign().getAttribute('aria-disabled')).toBeNull());
});

test('E-10.666: a review of another account names its reviewer, is read-only, and can be taken over', async () => {
  const otherCopy = makeCopy({
    isMine: false,
    reviewer: { idAccount: nunez.idAccount, name: 'Regina Núñez Ocampo' },
  });
  const server = reviewServer(otherCopy);
  const { user } = await openScreen(
    PAGE,
    {
      ...server.answers,
      'POST /v1/reports/take-over': ({ body }) => {
        // The reviewer saved the copy after it was shown.
        const current = { ...otherCopy, version: 9 };
        if ((body as { version: number }).version !== 9) {
          return errorResponse('STALE_VERSION', { details: { current } });
        }
        server.change(makeCopy());
        return { workingCopy: makeCopy() };
      },
    },
    reviewer,
  );
  expect(await screen.findByText(/Lo revisa Regina Núñez Ocampo/, { selector: 'p' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Agregar frase' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Firmar' })).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Tomar la revisión' }));
  expect(await screen.findByRole('button', { name: 'Agregar frase' })).toBeTruthy();
  // The focused button is gone.
  expect(document.activeElement?.tagName).toBe('MAIN');
});

test('E-10.666: a reviewer whose review was taken over sees the unsaved text', async () => {
  const server = reviewServer(makeCopy());
  const { user } = await openScreen(
    PAGE,
    {
      ...server.answers,
      'PUT /v1/reports/save-working-copy': () => {
        server.change(makeCopy({ isMine: false, reviewer: { idAccount: 'acc_2', name: 'Otra' } }));
        return errorResponse('REVIEW_OF_ANOTHER');
      },
    },
    reviewer,
  );
  await screen.findByRole('region', { name: 'Revisión' });
  await user.click(await screen.findByRole('button', { name: 'Agregar frase' }));
  await user.click(await screen.findByRole('textbox'));
  // Pasted, because a save between two typed letters would show only the first of them.
  await user.paste('Lo que escribí.');
  await user.keyboard('{Enter}');
  expect(await screen.findByText(/La revisión ya no es tuya/)).toBeTruthy();
  expect(await screen.findByText('Lo que escribí.')).toBeTruthy();
});

test('E-10.660: a user can switch the shortcuts off', async () => {
  localStorage.setItem('simiente-shortcuts', 'false');
  const server = reviewServer(makeCopy());
  const { user } = await openReview(server);
  await user.keyboard('x');
  expect(screen.queryByText('Tachada')).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Tachar' }));
  expect(screen.getByText('Tachada')).toBeTruthy();
  localStorage.removeItem('simiente-shortcuts');
});

test('E-10.667: a draft without a reviewer has a notice, and its review begins with one press', async () => {
  const server = reviewServer(null);
  const { user } = await openScreen(
    PAGE,
    {
      ...server.answers,
      'POST /v1/reports/start-review': ({ body }) => {
        expect(body).toEqual({ idVersion: 'rev_1' });
        server.change(makeCopy());
        return { workingCopy: makeCopy() };
      },
    },
    reviewer,
  );
  await user.click(await screen.findByRole('button', { name: 'Empezar la revisión' }));
  expect(await screen.findByRole('region', { name: 'Revisión' })).toBeTruthy();
});
