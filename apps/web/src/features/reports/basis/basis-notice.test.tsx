import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fill } from '../../../testing/render.tsx';
import { openReport as open, signed } from '../testing/report-screen.ts';
import { makeHistory, makeReport, makeSigned, makeVersion } from '../testing/reports.ts';

test('H-C1, E-10.1352, E-10.3253, E-10.3522: the page names each changed result with author and reason, and marks its quotes', async () => {
  const idVersion = 'rev_2';
  const emptyValue = {
    name: null,
    comparator: null,
    text: null,
    choice: null,
    range: null,
  } as const;
  const value = (analyte: string, number: string) => ({
    ...{ ...emptyValue, analyte, value: number },
    unit: analyte === 'concentration' ? '10*6/mL' : '10*6/{ejaculate}',
  });
  const change = {
    ...{ name: null, examType: 'Seminograma', collectedAt: '2026-10-12T14:40:00.000Z' },
    change: 'corrected',
  } as const;
  const report = makeReport({
    ...{ state: 'signed', inForce: idVersion, versions: [signed] },
    basis: {
      since: '2026-10-25T01:44:00.000Z',
      changes: [
        {
          ...{ ...change, idSource: 'val_1', analyte: 'concentration', derivedFrom: null },
          ...{ before: value('concentration', '14'), after: value('concentration', '41') },
          ...{ at: '2026-10-25T01:44:00.000Z', by: 'Luis Segundo', reason: 'El papel dice 41' },
        },
        {
          ...{
            ...change,
            idSource: 'total',
            analyte: 'totalNumber',
            at: null,
            by: null,
            reason: null,
          },
          derivedFrom: ['concentration'],
          ...{ before: value('totalNumber', '29.4'), after: value('totalNumber', '86.1') },
        },
        ...(
          [
            ['held', '14', '14', null],
            ['preliminary', '14', '41', null],
            ['corrected', '14', '14', '≥ 16'],
            ['withdrawn', '14', null, null],
          ] as const
        ).map(([kind, old, now, range], index) => ({
          ...{ ...change, idSource: `val_state_${index}`, analyte: 'concentration' },
          ...{ change: kind, derivedFrom: null, at: null, by: null, reason: null },
          before: value('concentration', old),
          after: now && { ...value('concentration', now), range },
        })),
      ],
      ...{ seen: 'a'.repeat(64), mayConfirm: true, sentences: ['La concentración fue de 14.'] },
      delivered: { times: 1, last: '2026-10-25T00:50:00.000Z' },
    },
  });
  const sent: unknown[] = [];
  const { user } = await open(report, {
    'GET /v1/user/get-medical-history-patient': () =>
      makeHistory('Uno. La concentración fue de 14. Tres.'),
    'POST /v1/reports/confirm': ({ body }) => {
      sent.push(body);
      return { version: makeVersion(signed) };
    },
  });
  const notice = within(
    await screen.findByRole('region', { name: 'Cambiaron resultados que cita este informe' }),
  );
  const [first, second] = notice.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(first).toContain('14 ×10⁶/mL41 ×10⁶/mL');
  expect(first).toMatch(/Corrigió Luis Segundo, 24 oct 2026, 19:44«El papel dice 41»/);
  expect(second).toMatch(/86\.1 .*Se calcula con concentración/);
  expect(notice.getByText(/lo[s]? cita en 1 frase\. Ya se entregó 1 vez/)).toBeTruthy();
  expect(screen.getByText('La concentración fue de 14.').tagName).toBe('MARK');
  expect(screen.getByText('Cambió un dato')).toBeTruthy();

  await user.click(await notice.findByRole('button', { name: 'Sigue siendo válido…' }));
  const dialog = within(
    await screen.findByRole('dialog', { name: 'El informe sigue siendo válido' }),
  );
  expect(
    await dialog.findByText(
      'Seguirá citando concentración 14 ×10⁶/mL; el resultado actual es 41 ×10⁶/mL.',
    ),
  ).toBeTruthy();
  const items = dialog.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(items.slice(2)).toEqual(
    [
      'ese resultado está en espera de una decisión',
      'ese resultado es preliminar: 41 ×10⁶/mL',
      'el resultado actual es 14 ×10⁶/mL (rango ≥ 16)',
      'ese resultado se retiró',
    ].map((words) => `Seguirá citando concentración 14 ×10⁶/mL; ${words}.`),
  );
  await fill(user, await dialog.findByLabelText(/^Motivo/), 'El laboratorio confirmó 14');
  await fill(user, await dialog.findByLabelText('Contraseña'), 'secreta');
  await fill(user, await dialog.findByLabelText(/^Código/), '123456');
  await user.click(await dialog.findByRole('button', { name: 'Confirmar que es válido' }));
  expect(await screen.findByText('Se confirmó que el informe sigue siendo válido')).toBeTruthy();
  expect(sent).toMatchObject([
    { idVersion, reason: 'El laboratorio confirmó 14', seen: 'a'.repeat(64) },
  ]);
});

test('E-10.3700: a sentence that the report repeats is marked each time, and shown as often as it is signed', async () => {
  const idVersion = 'rev_2';
  const sentence = 'La FSH (basal) fue de 4.1.';
  const basis = {
    ...{ since: '2026-10-25T01:44:00.000Z', changes: [], seen: 'a'.repeat(64), mayConfirm: true },
    ...{ sentences: [sentence, sentence], delivered: null },
  };
  await open(makeReport({ state: 'signed', inForce: idVersion, versions: [signed], basis }), {
    'GET /v1/user/get-medical-history-patient': () =>
      makeHistory(`Uno. ${sentence} Dos. ${sentence}\n\n${sentence}`),
  });
  expect(await screen.findAllByText(sentence, { selector: 'mark' })).toHaveLength(3);
  expect(screen.getByTestId('report').textContent).toBe(
    `Uno. ${sentence} Dos. ${sentence}${sentence}`,
  );
});

test('E-10.3746: a sentence that begins with another marked one is marked completely', async () => {
  const idVersion = 'rev_2';
  const sentences = ['FSH: 4.1 mUI/mL', 'FSH: 4.1 mUI/mL en abril'];
  const basis = {
    ...{ since: '2026-10-25T01:44:00.000Z', changes: [], seen: 'a'.repeat(64), mayConfirm: true },
    ...{ sentences, delivered: null },
  };
  await open(makeReport({ state: 'signed', inForce: idVersion, versions: [signed], basis }), {
    'GET /v1/user/get-medical-history-patient': () => makeHistory(sentences.join('\n\n')),
  });
  expect(await screen.findByText('FSH: 4.1 mUI/mL en abril', { selector: 'mark' })).toBeTruthy();
});

test('H-C1, E-10.1458: another doctor sees that the signer decides, without buttons for a correction or a confirmation', async () => {
  const idVersion = 'rev_2';
  const signed = makeSigned({ number: 2, inForce: true, idVersion });
  const basis = {
    ...{ since: '2026-10-25T01:44:00.000Z', changes: [], seen: 'a'.repeat(64) },
    ...{ mayConfirm: false, sentences: [], delivered: null },
  };
  await open(makeReport({ state: 'signed', inForce: idVersion, versions: [signed], basis }));
  const notice = within(await screen.findByRole('region', { name: /^Cambiaron resultados/ }));
  expect(notice.getByText(/Debe corregirlo o confirmarlo el médico que lo firmó\.$/)).toBeTruthy();
  expect(notice.queryAllByRole('button')).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Corregir' })).toBeNull();
});
