import type { Delivery } from '@simiente/contract/deliveries/calls';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fill, unlocked } from '../../../testing/render.tsx';
import { type Answers, errorResponse } from '../../../testing/wire.ts';
import { inForce, openReport as open, PAGE, signed, unsigned } from '../testing/report-screen.ts';
import {
  alejandro,
  makeCopy,
  makeDraft,
  makeReport,
  makeSigned,
  makeVersion,
} from '../testing/reports.ts';
import { reviewer } from '../testing/review-server.ts';

/** The page to which Back leads. */
const doctors: Answers = {
  'GET /v1/doctor/list': () => ({
    doctors: [],
    nextCursor: null,
    total: 0,
    totalIsCapped: false,
  }),
};

test.each([
  ['Corregir', 'correction', 'Corregir el informe firmado', 'Empezar la corrección'],
  ['Agregar', 'addition', 'Agregar al informe firmado', 'Empezar a agregar'],
])(
  'E-10.675: R8: %s opens a copy of the signed version, with its reason',
  async (button, type, title, submit) => {
    const sent: unknown[] = [];
    const { user, address } = await open(inForce, {
      'POST /v1/reports/start-review': ({ body }) => {
        sent.push(body);
        return { workingCopy: makeCopy() };
      },
    });
    await user.click(await screen.findByRole('button', { name: button }));
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    expect(dialog.getByText('Versión 2 · Alejandro Villaseñor Rojas')).toBeTruthy();
    await fill(user, await dialog.findByLabelText(/^Motivo/), 'La cifra era de otra muestra');
    await user.click(await dialog.findByRole('button', { name: submit }));
    await waitFor(() => expect(address()).toBe(`${PAGE}?lectura=revisar`));
    expect(sent).toEqual([
      { idVersion: 'rev_2', amendment: { type, reason: 'La cifra era de otra muestra' } },
    ]);
  },
);

test('E-10.676, H-C3, E-10.1457: R9: a signed version is withdrawn with a reason and a signature; without a reason nothing is sent', async () => {
  const sent: unknown[] = [];
  const { user } = await open(inForce, {
    'POST /v1/reports/withdraw': ({ body }) => {
      sent.push(body);
      return { version: makeVersion(signed) };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Retirar' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Retirar el informe firmado' }));
  await fill(user, await dialog.findByLabelText('Contraseña'), 'secreta');
  await fill(user, await dialog.findByLabelText(/^Código/), '123456');
  await user.keyboard('{Enter}');
  expect(await dialog.findByText('Escribe el motivo, con al menos 5 caracteres.')).toBeTruthy();
  expect(sent).toEqual([]);
  await fill(user, await dialog.findByLabelText(/^Motivo/), 'Era de otro paciente');
  await user.click(await dialog.findByRole('checkbox', { name: 'El informe era de otra persona' }));
  await waitFor(() =>
    expect(dialog.getByRole('button', { name: 'Retirar' }).dataset.locked).toBeUndefined(),
  );
  await user.click(await dialog.findByRole('button', { name: 'Retirar' }));
  expect(await screen.findByText('Informe retirado')).toBeTruthy();
  expect(sent).toEqual([
    {
      idVersion: 'rev_2',
      reason: 'Era de otro paciente',
      ofAnother: true,
      confirmation: { password: 'secreta', code: '123456' },
    },
  ]);
});

test('E-10.694: leaving the page with the typed reason of a withdrawal needs confirmation', async () => {
  const { user, leave, address } = await open(inForce, doctors);
  await user.click(await screen.findByRole('button', { name: 'Retirar' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Retirar el informe firmado' }));
  await fill(user, await dialog.findByLabelText(/^Motivo/), 'Era de otro');
  leave();
  await screen.findByRole('dialog', { name: '¿Descartar los cambios?' });
  expect(address()).toBe(PAGE);
  await user.click(await screen.findByRole('button', { name: 'Descartar' }));
  await waitFor(() => expect(address()).toBe('/medicos'));
});

const openedDelivery: Delivery = {
  idDelivery: 'rdl_1',
  kind: 'exam_ai',
  idVersion: 'rev_2',
  number: 2,
  versionState: 'signed',
  state: 'open',
  isPaused: false,
  linkBy: 'email',
  codeBy: 'voice',
  createdAt: '2026-10-25T00:50:00.000Z',
  createdBy: 'Ana Ríos',
  expiresAt: '2026-11-01T00:50:00.000Z',
  closedAt: null,
  closedBy: null,
  opens: 2,
  openedAt: '2026-10-26T15:00:00.000Z',
  downloads: 1,
  failures: 0,
  requestedAt: null,
};

test('E-10.673: R9: an account that withdraws a version sees its recipients, and whether they opened it', async () => {
  const unopenedDelivery = {
    ...openedDelivery,
    idDelivery: 'rdl_2',
    opens: 0,
    openedAt: null,
    downloads: 0,
  };
  const { user } = await open(inForce, {
    'GET /v1/deliveries/of-version': ({ query }) => {
      expect(query.get('idVersion')).toBe('rev_2');
      return {
        idUser: alejandro.idUser,
        deliveries: [openedDelivery, unopenedDelivery],
        earlier: [],
        downloads: [
          { by: 'Regina Núñez', at: '2026-10-25T01:00:00.000Z', times: 3 },
          { by: 'Regina Luna', at: '2026-10-25T01:00:00.000Z', times: 1 },
        ],
      };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Retirar' }));
  const reached = within(await screen.findByRole('region', { name: 'Quién lo recibió' }));
  // The links still open, but show a notice instead of the text.
  expect(
    screen.getByText(
      /Los enlaces con los que se entregó ya no mostrarán el texto e indicarán que se retiró\./,
    ),
  ).toBeTruthy();
  expect(
    await reached.findByText(/Se abrió 2 veces · 1 descarga · última apertura:$/),
  ).toBeTruthy();
  expect(reached.getByText(/No se ha abierto$/)).toBeTruthy();
  expect(reached.getByText(/Regina Núñez: 3 descargas, la última$/)).toBeTruthy();
  expect(reached.getByText(/Regina Luna: 1 descarga,$/)).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Motivo' }));
});

test('E-10.673: R9: the earlier versions that the patient may still have are named for an undelivered version', async () => {
  const earlier: Delivery = {
    ...openedDelivery,
    idVersion: 'rev_1',
    number: 1,
    versionState: 'superseded',
  };
  const { user } = await open(inForce, {
    'GET /v1/deliveries/of-version': () => ({
      idUser: alejandro.idUser,
      deliveries: [],
      earlier: [earlier],
      downloads: [],
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Retirar' }));
  const reached = within(await screen.findByRole('region', { name: 'Quién lo recibió' }));
  expect(
    await reached.findByText('Esta versión no se entregó al paciente y nadie la descargó.'),
  ).toBeTruthy();
  expect(
    reached.getByText(
      'El paciente puede conservar una versión anterior, que ya no está vigente: avísale.',
    ),
  ).toBeTruthy();
  expect(reached.getByText(/^El paciente, la versión 1 · Se abrió 2 veces/)).toBeTruthy();
});

test('E-10.677: a draft is discarded with its reason, and a rejection is explained', async () => {
  let isGone = true;
  const sent: unknown[] = [];
  const { user } = await open(unsigned, {
    'POST /v1/reports/discard-draft': ({ body }) => {
      sent.push(body);
      return isGone ? errorResponse('DRAFT_NOT_OPEN') : { report: unsigned };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Descartar' }));
  const dialog = within(await screen.findByRole('dialog', { name: '¿Descartar este borrador?' }));
  await fill(user, await dialog.findByLabelText(/^Motivo/), 'Llegó dos veces');
  const submit = dialog.getByRole('button', { name: 'Descartar borrador' });
  await user.click(submit);
  expect(await dialog.findByText(/Este borrador ya se firmó o se descartó/)).toBeTruthy();
  isGone = false;
  await waitFor(() => expect(submit.dataset.locked).toBeUndefined());
  await user.click(submit);
  expect(await screen.findByText('Borrador descartado')).toBeTruthy();
  expect(sent.at(-1)).toEqual({ idVersion: 'rev_1', reason: 'Llegó dos veces' });
});

test('E-10.675: an account that only reads reports cannot change a signed one', async () => {
  await open(inForce, {}, ['patients.read', 'reports.read']);
  await screen.findByRole('region', { name: 'Versiones' });
  for (const name of ['Corregir', 'Agregar', 'Retirar']) {
    expect(screen.queryByRole('button', { name })).toBeNull();
  }
});

test('E-10.679: a rule-based draft is written with one press, and without results the page lists the missing ones', async () => {
  let isMissing = true;
  const sent: unknown[] = [];
  const { user } = await open(
    makeReport({ state: 'none', idReport: null }),
    {
      'POST /v1/reports/write-draft': ({ body }) => {
        sent.push(body);
        if (isMissing) {
          return errorResponse('CONFLICT', {
            issues: [{ path: 'idUser', message: 'Captura sus resultados.' }],
          });
        }
        const draft = {
          idVersion: 'rev_1',
          number: 1,
          sha256: 'a'.repeat(64),
          arrivedAt: '2026-10-24T15:05:00.000Z',
        };
        return { draft, languageModel: null };
      },
    },
    [...reviewer, 'results.read'],
  );
  const findCreate = () => screen.findByRole('button', { name: 'Crear borrador' });
  await user.click(await findCreate());
  expect(await screen.findByText('Captura sus resultados.')).toBeTruthy();
  isMissing = false;
  await unlocked();
  await user.click(await findCreate());
  expect(await screen.findByText('Borrador creado: versión 1')).toBeTruthy();
  expect(sent).toEqual([{ idUser: alejandro.idUser }, { idUser: alejandro.idUser }]);
});

test('E-10.678: a user’s own review can be closed without a signature, after confirmation', async () => {
  const copy = makeCopy({ version: 5 });
  const {
    number,
    base,
    replaces,
    amendment,
    reviewer: who,
    startedAt,
    savedAt,
    idWorkingCopy,
  } = copy;
  const review = {
    idWorkingCopy,
    number,
    base,
    replaces,
    amendment,
    reviewer: who,
    isMine: true,
    startedAt,
    savedAt,
    version: 1,
  };
  const sent: unknown[] = [];
  const { user } = await open(
    { ...unsigned, review },
    {
      'GET /v1/reports/get-working-copy': () => ({ workingCopy: copy }),
      'POST /v1/reports/drop-working-copy': ({ body }) => {
        sent.push(body);
        return { report: unsigned };
      },
    },
  );
  await user.click(await screen.findByRole('button', { name: 'Revisar' }));
  // Waits for the copy, whose version is sent.
  await screen.findByRole('region', { name: 'Revisión' });
  await user.click(await screen.findByRole('button', { name: 'Dejar la revisión' }));
  const dialog = within(await screen.findByRole('dialog', { name: '¿Dejar la revisión?' }));
  await user.click(await dialog.findByRole('button', { name: 'Dejar la revisión' }));
  expect(await screen.findByText('Revisión terminada sin firmar')).toBeTruthy();
  expect(sent).toEqual([{ idWorkingCopy: 'rwc_1', version: 5 }]);
});

test('E-10.572, E-10.579: a signed version offers its PDF and, if in force, its delivery', async () => {
  const deliverable = {
    kind: 'exam_ai',
    idVersion: 'rev_2',
    number: 2,
    signedAt: '2026-10-24T18:42:00.000Z',
    isPaused: false,
  };
  await open(
    inForce,
    {
      'GET /v1/deliveries/of-patient': () => ({
        deliveries: [],
        deliverable: [deliverable],
        lacksBirthDate: false,
        consentWithdrawn: false,
        email: null,
        sendsMail: false,
      }),
    },
    [...reviewer, 'reports.deliver'],
  );
  expect(await screen.findByRole('button', { name: 'Entregar' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Descargar el PDF de la versión 2' })).toBeTruthy();
});

test('E-10.626: a version without a sealed signature cannot be delivered, with a notice', async () => {
  const unsealedVersion = makeSigned({ number: 2, inForce: true, sealed: false });
  await open({ ...inForce, versions: [unsealedVersion, makeDraft()] }, {}, [
    ...reviewer,
    'reports.deliver',
  ]);
  expect(await screen.findByText('Se está sellando')).toBeTruthy();
  expect(screen.getByTestId('signature-status').textContent).toMatch(
    /Versión 2\. Se está sellando\.$/,
  );
  expect(screen.queryByRole('button', { name: /PDF|Entregar/ })).toBeNull();
});

test('E-10.572: a draft has no PDF', async () => {
  await open(unsigned);
  await screen.findByRole('button', { name: 'Descartar' });
  expect(screen.queryByRole('button', { name: /PDF/ })).toBeNull();
});
