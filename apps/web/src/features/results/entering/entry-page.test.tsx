import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../testing/screen.tsx';
import { type Answers, errorResponse } from '../../../testing/wire.ts';
import { ana, concentration, makeSet } from '../testing/results.ts';

const laboratory = { idPartner: 'par_rio', name: 'Laboratorio Piedra de Río' };

function entry(
  sets = [makeSet({ idResultSet: 'res_0', values: [concentration('21')] })],
  more: Answers = {},
) {
  const sent: unknown[] = [];
  const answers: Answers = {
    'GET /v1/user/get-one': () => ana,
    'GET /v1/user/get-medical-history-patient': () => ({
      idUser: ana.idUser,
      name: ana.name,
      email: null,
      phone: null,
      userData: ana.userData,
      historyName: null,
      allExamns: { exams: [] },
      MedicalReportData: { examReportIA: { message: '' }, firstMedicalReport: { message: '' } },
      appointments: { recipeAppointments: [], doctorAppointments: [] },
    }),
    'GET /v1/result/of-patient': () => ({ sets }),
    'GET /v1/result/entry': () => ({
      laboratory,
      method: 'Manual',
      whoEdition: 6,
      ranges: [{ analyte: 'concentration', unit: '10*6/mL', range: '≥ 16' }],
      orders: [{ idOrder: 'ord_1', folio: 'OE-000298', createDate: '2026-10-01T12:00:00.000Z' }],
    }),
    'GET /v1/exam/laboratories': () => ({ laboratories: [laboratory] }),
    'GET /v1/letterhead/get-one': () => ({ letterhead: null }),
    'POST /v1/result/create': ({ body }) => {
      sent.push(body);
      return { set: makeSet({ values: [concentration('14')] }) };
    },
    ...more,
  };
  return {
    sent,
    open: (search: string) =>
      openScreen(`/pacientes/${ana.idUser}/resultados/capturar${search}`, answers),
  };
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });

test('E-10.470, E-10.471: an entry has the offered range and order, and values are sent as on the paper', async () => {
  const { sent, open } = entry();
  const { user, address } = await open('?estudio=Seminograma');
  await screen.findByRole('form', { name: 'Capturar resultados: Seminograma' });
  expect(field('Concentración: rango impreso').value).toBe('≥ 16');
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Orden' }).value).toBe('ord_1');
  await user.click(field('Volumen: valor'));
  await user.keyboard('2,1{Enter}siete{Enter}14{Control>}{Enter}{/Control}');
  const wrong = field('pH: valor');
  await waitFor(() => expect(document.activeElement).toBe(wrong));
  expect(wrong.getAttribute('aria-invalid')).toBe('true');
  expect(sent).toEqual([]);
  await user.clear(wrong);
  await user.keyboard('{Control>}{Enter}{/Control}');
  await screen.findByText('Resultados capturados');
  expect(sent).toMatchObject([
    {
      idUser: ana.idUser,
      examType: 'Seminograma',
      idOrder: 'ord_1',
      idLaboratory: 'par_rio',
      method: 'Manual',
      whoEdition: 6,
      completeSample: true,
      values: [
        { analyte: 'volume', value: '2.1', unit: 'mL' },
        { analyte: 'concentration', value: '14', unit: '10*6/mL', range: '≥ 16' },
      ],
    },
  ]);
  expect(address()).toBe(`/pacientes/${ana.idUser}/resultados?juego=res_1`);
});

test('E-10.3623: the breadcrumb marks only its last page as the current one', async () => {
  await entry().open('?estudio=Seminograma');
  await screen.findByRole('form', { name: 'Capturar resultados: Seminograma' });
  const crumbs = screen.getByRole('navigation', { name: 'Ruta' });
  const current = [...crumbs.querySelectorAll('[aria-current]')].map(({ tagName }) => tagName);
  expect(current).toEqual(['SPAN']);
});

test('E-10.3483: the choices of an entry cannot change while it is saved', async () => {
  const saving = Promise.withResolvers<object>();
  const { open } = entry([makeSet()], { 'POST /v1/result/create': () => saving.promise });
  const { user } = await open('?estudio=Seminograma');
  await screen.findByRole('form', { name: 'Capturar resultados: Seminograma' });
  await user.click(field('Volumen: valor'));
  await user.keyboard('2{Control>}{Enter}{/Control}');
  for (const name of ['Edición OMS', 'Orden']) {
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name });
    await waitFor(() => expect(select.disabled).toBe(true));
  }
  saving.resolve({ set: makeSet() });
  await screen.findByText('Resultados capturados');
});

test('E-10.471: the form offers the ranges that applied on the day of the sample', async () => {
  const { open } = entry([], {
    'GET /v1/result/entry': ({ query }) => ({
      laboratory,
      method: 'Manual',
      whoEdition: 6,
      ranges: [
        {
          analyte: 'concentration',
          unit: '10*6/mL',
          range: query.get('on') === '2025-02-01' ? '≥ 15' : '≥ 16',
        },
      ],
      orders: [],
    }),
  });
  const { user } = await open('?estudio=Seminograma');
  await screen.findByRole('form');
  expect(field('Concentración: rango impreso').value).toBe('≥ 16');
  await user.type(field('Día de la toma'), '01022025');
  await waitFor(() => expect(field('Concentración: rango impreso').value).toBe('≥ 15'));
});

test('E-10.409: two agreeing counts show their sampling error, and others the allowed difference', async () => {
  const { open } = entry();
  const { user } = await open('?estudio=Seminograma');
  await screen.findByRole('form');
  await user.type(field('Espermatozoides contados, primera cuenta: valor'), '200');
  await user.type(field('Espermatozoides contados, segunda cuenta: valor'), '239');
  await screen.findByText(/^Las dos cuentas concuerdan; .* el error de muestreo es 4\.8 %\.$/);
  await user.type(
    field('Espermatozoides contados, segunda cuenta: valor'),
    '{Backspace}{Backspace}45',
  );
  await screen.findByText(/^Las dos cuentas difieren en 45; .* la diferencia máxima es 41\./);
  expect(screen.queryByText(/error de muestreo/)).toBeNull();
});

test('E-10.490: a row in another unit loses the range, which was printed in the earlier one', async () => {
  const { open } = entry();
  const { user } = await open('?estudio=Seminograma');
  await screen.findByRole('form');
  const unit = screen.getByRole('combobox', { name: 'Concentración: unidad' });
  await user.selectOptions(unit, '/mL');
  expect(field('Concentración: rango impreso').value).toBe('');
});

test('E-10.474: checks are sentences beside their rows, and a value far from all others must be typed twice', async () => {
  const { sent, open } = entry();
  const { user } = await open('?estudio=Seminograma');
  await screen.findByRole('form');
  await user.click(field('Concentración: valor'));
  await user.keyboard('2100');
  expect(screen.getByText(/está muy lejos de sus otros resultados \(21\)/)).toBeTruthy();
  await user.keyboard('{Control>}{Enter}{/Control}');
  const again = await screen.findByRole('textbox', { name: 'Concentración, otra vez' });
  await waitFor(() => expect(document.activeElement).toBe(again));
  expect(sent).toEqual([]);
  await user.keyboard('2100{Control>}{Enter}{/Control}');
  await screen.findByText('Resultados capturados');
});

test('E-10.694: the second reading asks for confirmation before retyped values are lost', async () => {
  const set = makeSet({ values: [concentration('14')] });
  const { idValue, analyte, name, unit } = set.values[0] ?? concentration('14');
  const { open } = entry([set], {
    'GET /v1/result/second-reading': () => ({
      way: 'retyped',
      fields: [{ idValue, analyte, name, unit }],
    }),
  });
  const { user } = await open('');
  await user.click(await screen.findByRole('link', { name: 'Resultados' }));
  await user.click(await screen.findByRole('button', { name: 'Segunda lectura' }));
  const reading = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Concentración/ });
  await user.type(reading, '14');
  await user.keyboard('{Escape}');
  await screen.findByRole('dialog', { name: '¿Descartar los cambios?' });
  await user.click(await screen.findByRole('button', { name: 'Seguir editando' }));
  expect(reading.value).toBe('14');
});

test('E-10.475: a result that another account typed is confirmed after its values were compared', async () => {
  let set = makeSet({ values: [concentration('14')] });
  const { open } = entry([], {
    'GET /v1/result/of-patient': () => ({ sets: [set] }),
    'GET /v1/result/second-reading': () => ({ way: 'other', fields: [] }),
    'POST /v1/result/confirm': () => {
      set = { ...set, lacksSecondReading: false, may: { ...set.may, confirm: false } };
      return { set };
    },
  });
  const { user } = await open('');
  await user.click(await screen.findByRole('link', { name: 'Resultados' }));
  await user.click(await screen.findByRole('button', { name: 'Segunda lectura' }));
  const dialog = await screen.findByRole('dialog', { name: 'Segunda lectura' });
  await within(dialog).findByText(/Compara cada valor con el reporte del laboratorio/);
  expect(
    within(dialog).getByText(/^Alejandro Villaseñor Rojas · Seminograma · 12 oct 2026, 8:40 · /),
  ).toBeTruthy();
  expect(within(dialog).getByRole('row', { name: /^Concentración/ }).textContent).toContain('14');
  const confirm = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Confirmar' });
  expect(confirm.disabled).toBe(true);
  await user.click(await within(dialog).findByRole('checkbox', { name: /^No hay archivo/ }));
  await user.click(confirm);
  await screen.findByText('Segunda lectura registrada');
  // The button was removed with the row.
  await waitFor(() => expect(document.activeElement?.tagName).toBe('MAIN'));
});

test('E-10.476: the second reading returns the focus when it closes, and Validar moves it to its study', async () => {
  let set = makeSet({ values: [concentration('14')] });
  const { open } = entry([], {
    'GET /v1/result/of-patient': () => ({ sets: [set] }),
    'GET /v1/result/second-reading': () => ({ way: 'other', fields: [] }),
    'POST /v1/result/validate': () => {
      set = { ...set, may: { ...set.may, validate: false } };
      return { set };
    },
  });
  const { user } = await open('');
  await user.click(await screen.findByRole('link', { name: 'Resultados' }));
  const second = await screen.findByRole('button', { name: 'Segunda lectura' });
  await user.click(second);
  await screen.findByRole('dialog', { name: 'Segunda lectura' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(second));
  await user.click(await screen.findByRole('button', { name: 'Validar' }));
  const validation = await screen.findByRole('dialog', { name: 'Validar resultados' });
  await user.click(await within(validation).findByRole('checkbox', { name: /^No hay archivo/ }));
  await user.click(await within(validation).findByRole('button', { name: 'Validar' }));
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Seminograma' })),
  );
});

test('a rejected validation refetches the results, and no other record', async () => {
  const requests: string[] = [];
  const countCalls = (call: string, data: unknown) => ({
    [call]: () => {
      requests.push(call);
      return data;
    },
  });
  const set = makeSet({ lacksSecondReading: false, values: [concentration('14')] });
  const { open } = entry([set], {
    ...countCalls('GET /v1/user/get-one', ana),
    ...countCalls('GET /v1/result/of-patient', { sets: [set] }),
    'POST /v1/result/validate': () => errorResponse('RESULT_VALIDATED'),
  });
  const { user } = await open('');
  await user.click(await screen.findByRole('link', { name: 'Resultados' }));
  const validate = await screen.findByRole('button', { name: 'Validar' });
  requests.length = 0;
  await user.click(validate);
  await screen.findByText('Los resultados no se validaron');
  await waitFor(() => expect(requests).toEqual(['GET /v1/result/of-patient']));
});

test('H-B3, E-10.1016: Validar with open warnings asks to accept each, in the words of the paper', async () => {
  const messages = ['Las cuentas difieren.', 'Abstinencia de 9 días.'];
  const sent: unknown[] = [];
  let set = makeSet({
    lacksSecondReading: false,
    values: [concentration('14')],
    checks: messages.map((message) => ({
      check: 'counts',
      level: 'warning',
      message,
      analytes: [],
    })),
  });
  const { open } = entry([], {
    'GET /v1/result/of-patient': () => ({ sets: [set] }),
    'POST /v1/result/validate': ({ body }) => {
      sent.push(body);
      set = {
        ...set,
        status: 'validado',
        validatedAt: '2026-10-13T15:00:00.000Z',
        validatedBy: 'Renata Olvera',
        acknowledged: messages,
        may: { ...set.may, validate: false },
      };
      return { set };
    },
  });
  const { user } = await open('');
  await user.click(await screen.findByRole('link', { name: 'Resultados' }));
  await user.click(await screen.findByRole('button', { name: 'Validar' }));
  const dialog = await screen.findByRole('dialog', { name: 'Validar resultados' });
  const validate = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Validar' });
  for (const box of within(dialog).getAllByRole('checkbox', {
    name: /^Así aparece en el reporte/,
  })) {
    expect(validate.disabled).toBe(true);
    await user.click(box);
  }
  await user.click(validate);
  await screen.findByText('Resultados validados');
  expect(sent).toMatchObject([{ acknowledged: messages }]);
  await screen.findByText(/^Renata Olvera aceptó la advertencia .*Las cuentas difieren\.$/);
});

test('E-10.3701: the entry of an exam whose record does not load offers another attempt', async () => {
  const { open } = entry([], {
    'GET /v1/user/get-medical-history-patient': () => errorResponse('INTERNAL'),
  });
  await open('?examen=exa_1');
  expect(await screen.findByText('No se pudo cargar el estudio')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Reintentar' })).toBeTruthy();
});
