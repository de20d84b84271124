import type { Capability } from '@simiente/contract/common/access/roles';
import type { Report } from '@simiente/contract/reports/calls';
import type { ReportVersion } from '@simiente/contract/reports/version';
import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queries } from '../../lib/api/client.ts';
import { queryClient } from '../../lib/query-client.ts';
import { openScreen } from '../../testing/screen.tsx';
import type { Answers } from '../../testing/wire.ts';
import {
  alejandro,
  makeDraft,
  makeHistory,
  makeReport,
  makeSigned,
  makeVersion,
  nunez,
} from './testing/reports.ts';

const PAGE = `/pacientes/${alejandro.idUser}/actuality`;
const NOTICE =
  'El siguiente análisis ha sido generado con inteligencia artificial y es supervisado por médicos expertos en fertilidad.';

const open = (
  report: Report,
  message: string,
  {
    path = PAGE,
    answers = {} as Answers,
    may = undefined as readonly Capability[] | undefined,
  } = {},
) =>
  openScreen(
    path,
    {
      'GET /v1/user/get-medical-history-patient': () => makeHistory(message),
      'GET /v1/reports/of-patient': () => ({ reports: [report] }),
      ...answers,
    },
    may,
  );

const answerVersions = (...versions: readonly ReportVersion[]): Answers => ({
  'GET /v1/reports/get-version': ({ query }) => ({
    version: versions.find(({ idVersion }) => idVersion === query.get('idVersion')),
  }),
});

const status = async () => (await screen.findByTestId('signature-status')).textContent;

test('E-10.651: R12, R13: title and notice keep their specified words, and the line beneath marks the text as unsigned', async () => {
  const draft = makeDraft({ inForce: true, source: 'importacion' });
  await open(
    makeReport({ inForce: draft.idVersion, pending: draft.idVersion, versions: [draft] }),
    'Uno.\n\nDos.',
  );
  expect(await status()).toBe(
    'Sin firma en Simiente. Versión 1, importado, modelo desconocido, del 24 oct 2026, 9:05.',
  );
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Mi Test de Fertilidad');
  expect(screen.getByRole('note').textContent).toBe(NOTICE);
  expect(screen.getByTestId('report').textContent).toBe('Uno.Dos.');
});

test('E-10.4080: the tab of a report has its own title, which also names a printed file', async () => {
  document.title = 'Paciente · Simiente';
  await open(makeReport({}), 'Uno.');
  await status();
  expect(document.title).toBe('Mi Test de Fertilidad · Simiente');
});

test('E-10.651: R13: a signed text shows its signer with cédula, day, hour and version', async () => {
  const signed = makeSigned({ number: 2, inForce: true });
  await open(
    makeReport({ state: 'signed', inForce: signed.idVersion, versions: [signed, makeDraft()] }),
    'Firmado.',
  );
  expect(await status()).toBe(
    'Firmado por Regina Núñez Ocampo (cédula 12345678) el 24 oct 2026, 18:42. Versión 2.',
  );
});

test('E-10.651: R13: when another doctor signs while the page is open, text and named version match', async () => {
  const draft = makeDraft({ inForce: true });
  const signed = makeSigned({ number: 2, inForce: true });
  const before = makeReport({ inForce: draft.idVersion, versions: [draft] });
  const after = makeReport({
    state: 'signed',
    inForce: signed.idVersion,
    versions: [signed, draft],
  });
  let isSigned = false;
  await open(before, '', {
    answers: {
      'GET /v1/user/get-medical-history-patient': () =>
        makeHistory(isSigned ? 'Lo firmado.' : 'El borrador.'),
      'GET /v1/reports/of-patient': () => ({ reports: [isSigned ? after : before] }),
    },
  });
  expect(await screen.findByText('El borrador.')).toBeTruthy();
  await status();
  isSigned = true;
  // This imitates a change that arrives through the stream.
  await act(() => queryClient.invalidateQueries({ queryKey: queries.reports.ofPatient.key() }));
  expect(await screen.findByText('Lo firmado.')).toBeTruthy();
  expect(await status()).toMatch(/^Firmado por Regina Núñez Ocampo/);
});

test('E-10.651: R9: a withdrawn report has a notice instead of text, and keeps its versions readable', async () => {
  const withdrawal = {
    at: '2026-10-26T18:00:00.000Z',
    by: nunez.fullName,
    reason: 'Era de otro paciente',
  };
  const withdrawn = makeSigned({ number: 2, state: 'withdrawn', withdrawal });
  const { user, address } = await open(
    makeReport({ state: 'withdrawn', versions: [withdrawn, makeDraft()] }),
    '',
    {
      answers: {
        ...answerVersions(
          makeVersion(withdrawn, {
            text: 'Lo que decía.',
            sentences: [{ text: 'Lo que decía.', author: 'medico' }],
          }),
        ),
      },
    },
  );
  expect(await status()).toBe('Retirado el 26 oct 2026, 12:00 por Regina Núñez Ocampo. Versión 2.');
  expect(screen.getByText('Retirado', { selector: 'p' })).toBeTruthy();
  expect(screen.queryByTestId('report')).toBeNull();
  const versions = screen.getByRole('region', { name: 'Versiones' });
  expect(within(versions).getByText('Motivo: Era de otro paciente')).toBeTruthy();
  await user.click(await within(versions).findByRole('link', { name: /^Versión 2/ }));
  expect(await screen.findByText('Lo que decía.')).toBeTruthy();
  expect(address()).toBe(`${PAGE}?version=rev_2`);
});

test('H-C3, E-10.1457: a version that belongs to another person has no text, PDF, comparison or new review', async () => {
  const withdrawal = { at: '2026-10-26T18:00:00.000Z', by: nunez.fullName, reason: 'Otro folio' };
  const facts = { state: 'withdrawn', withdrawal, ofAnother: true } as const;
  const withdrawn = makeSigned({ number: 2, ...facts });
  const versions = [withdrawn, makeDraft({ ofAnother: true })];
  const { user } = await open(makeReport({ state: 'withdrawn', versions }), '', {
    answers: {
      ...answerVersions(makeVersion(withdrawn, { text: '', sentences: [] })),
      'GET /v1/reports/get-working-copy': () => ({ workingCopy: null }),
    },
    may: ['patients.read', 'reports.read', 'reports.review'],
  });
  await user.click(await screen.findByRole('link', { name: /^Versión 2/ }));
  expect(await screen.findByText(/^Este texto era de otra persona/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /PDF/ })).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Revisar' }));
  expect(
    await screen.findByText(/Era de otra persona. Para firmar una versión nueva/),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Revisar su texto de nuevo' })).toBeNull();
});

test('E-10.652: R5, R7: a version shows the author of each sentence, its signature and its digest', async () => {
  const signed = makeSigned({
    number: 2,
    inForce: true,
    type: 'correction',
    replaces: 1,
    reason: 'Una cifra',
  });
  await open(
    makeReport({ state: 'signed', inForce: signed.idVersion, versions: [signed] }),
    'Texto.',
    {
      path: `${PAGE}?version=rev_2`,
      answers: {
        ...answerVersions(
          makeVersion(signed, {
            text: 'De la IA. Cambiada. Mía.',
            sentences: [
              { text: 'De la IA. ', author: 'ia' },
              { text: 'Cambiada. ', author: 'ia_editada' },
              { text: 'Mía.', author: 'medico' },
            ],
            proof: 'password',
            zone: 'America/Mexico_City',
            verifyCode: 'K7Q2',
          }),
        ),
      },
    },
  );
  const shown = within(await screen.findByRole('region', { name: 'Versión 2' }));
  expect(shown.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'IADe la IA.',
    'IA editadaCambiada.',
    'MédicoMía.',
  ]);
  expect(shown.getByText(/Corrige la versión 1\. Motivo: Una cifra/)).toBeTruthy();
  expect(shown.getByText('Contraseña y código de verificación')).toBeTruthy();
  expect(shown.getByText('a'.repeat(64))).toBeTruthy();
});

test('E-10.652: R7: text from a rule-based draft is never marked as AI text, corrected or not', async () => {
  const signed = makeSigned({ number: 2, inForce: true, fromDraft: 1 });
  const sentences = [
    { text: 'De las reglas. ', author: 'ia' },
    { text: 'Cambiada.', author: 'ia_editada' },
  ] as const;
  await open(
    makeReport({
      state: 'signed',
      inForce: signed.idVersion,
      versions: [signed, makeDraft({ source: 'reglas', ruleVersion: 'reglas-1' })],
    }),
    'Texto.',
    {
      path: `${PAGE}?version=rev_2`,
      answers: { ...answerVersions(makeVersion(signed, { sentences: [...sentences] })) },
    },
  );
  const shown = within(await screen.findByRole('region', { name: 'Versión 2' }));
  expect(shown.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'AutomáticaDe las reglas.',
    'EditadaCambiada.',
  ]);
});

test('E-10.653: versions are listed newest first with state, author and successor; an account that may not review has no review', async () => {
  const report = makeReport({
    state: 'signed',
    inForce: 'rev_3',
    versions: [
      makeSigned({ number: 3, inForce: true }),
      makeSigned({ number: 2, state: 'superseded', supersededBy: 3 }),
      makeDraft({ source: 'reglas', ruleVersion: 'reglas-1' }),
    ],
  });
  await open(report, 'Texto.', { may: ['patients.read', 'reports.read'] });
  const versions = await screen.findByRole('region', { name: 'Versiones' });
  const items = within(versions).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Versión 3FirmadoRegina Núñez Ocampo24 oct 2026, 18:42VigentePDF',
    'Versión 2SustituidoRegina Núñez Ocampo24 oct 2026, 18:42Sustituido por la versión 3',
    'Versión 1BorradorAutomático (reglas-1)24 oct 2026, 9:05',
  ]);
  expect(screen.queryByRole('button', { name: 'Revisar' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Corregir' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Comparar' })).toBeTruthy();
});

test('E-10.654: any two versions are compared word by word', async () => {
  const after = makeSigned({ number: 2, inForce: true, sha256: 'c'.repeat(64) });
  const report = makeReport({ state: 'signed', inForce: 'rev_2', versions: [after, makeDraft()] });
  const { user, address } = await open(report, 'Texto.', {
    answers: {
      ...answerVersions(
        makeVersion(after, { text: 'Fue de 14 millones/ml.' }),
        makeVersion(makeDraft(), { text: 'Fue de 70 millones/ml.' }),
      ),
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Comparar' }));
  const text = await screen.findByTestId('comparison');
  expect(text.querySelector('del')?.textContent).toBe(' quitado: 70');
  expect(text.querySelector('ins')?.textContent).toBe(' agregado: 14');
  expect(address()).toBe(`${PAGE}?lectura=comparar`);
});

test('E-10.700: a draft signed without changes shows the same words, although its marks are not signed', async () => {
  const after = makeSigned({ number: 2, inForce: true, sha256: 'c'.repeat(64) });
  const report = makeReport({ state: 'signed', inForce: 'rev_2', versions: [after, makeDraft()] });
  const { user } = await open(report, 'Texto.', {
    answers: {
      ...answerVersions(
        makeVersion(after, { text: 'Fue de 14 millones/ml.' }),
        makeVersion(makeDraft(), { text: 'Fue de **14 millones/ml**【4:2†source】.' }),
      ),
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Comparar' }));
  await screen.findByText('Las dos versiones tienen el mismo texto.');
});
