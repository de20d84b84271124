import { isContractProcedure } from '@orpc/contract';
import { contract } from '@simiente/contract';
import { capabilities } from '@simiente/contract/common/access/roles';
import type { MedicalHistory } from '@simiente/contract/patients/calls';
import { createRouter } from '@tanstack/react-router';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { api } from '../../lib/api/client.ts';
import { routeTree } from '../../routeTree.gen.ts';
import { ana, emptyProduct } from '../../testing/empty-product.ts';
import { unlocked } from '../../testing/render.tsx';
import { openScreen } from '../../testing/screen.tsx';
import { type Answers, answerRequests, everyCall } from '../../testing/wire.ts';
import { makeDoctorAppointment } from '../appointments/testing/records.ts';
import { makePartner } from '../partners/testing/partners.ts';

/** Successful answers that are not from the server: from a captive portal, truncated, and without data. */
const MALFORMED: readonly (readonly [string, () => Response])[] = [
  [
    'a page of HTML',
    () =>
      new Response('<html>Sign in to Wi-Fi</html>', { headers: { 'content-type': 'text/html' } }),
  ],
  [
    'JSON that breaks off',
    () => new Response('{"status":200,"da', { headers: { 'content-type': 'application/json' } }),
  ],
  ['an empty object', () => Response.json({})],
  ['an envelope with empty data', () => Response.json({ status: 200, data: {} })],
];

/** Cycles through the malformed answers. */
function pickMalformed(index: number) {
  const [one] = MALFORMED.slice(index % MALFORMED.length);
  if (!one) throw new Error('No malformed answer');
  return one;
}

const allAnswer = (answer: () => Response): Answers =>
  Object.fromEntries(everyCall.map((call) => [call, answer]));

/** Screens that show no data of the server, or only with the state of another page. */
const WITHOUT_DATA = new Set([
  '/',
  '/$',
  '/contrasena',
  '/invitacion',
  '/login',
  '/partners/create-branch',
  '/partners/create-partner',
  '/proveedor',
  '/recuperar',
]);

const paths = Object.keys(createRouter({ routeTree }).routesByPath)
  .filter((path) => !WITHOUT_DATA.has(path))
  .map((path) => path.replace('/{-$vista}', '').replaceAll(/\$\w+/g, 'id_1'));

const readText = () => document.body.textContent ?? '';

/** Words in errors of the engine, of the schema library and of a foreign page. */
const ENGINE =
  /(?:Type|Syntax|Reference|Zod|ORPC)Error|undefined|is not|[Cc]annot|Failed|Unexpected|Invalid|Wi-Fi|\[object/;

async function expectFailure() {
  await screen.findAllByRole('button', { name: 'Reintentar' });
  await waitFor(() => {
    expect(document.querySelector('[aria-busy=true], .mantine-Skeleton-root')).toBeNull();
    expect(readText()).not.toContain('Cargando...');
  });
  expect(readText()).toMatch(/Error al|No se pud/);
  expect(readText()).not.toMatch(ENGINE);
}

// The client converts all of them to one failure, as the next test shows, so each screen gets one of them.
test('C1, E-10.1001: every screen shows an error, and offers to retry, when each call answers a malformed body', async () => {
  for (const [index, path] of paths.entries()) {
    const [what, answer] = pickMalformed(index);
    const { close } = await openScreen(path, allAnswer(answer), capabilities);
    await expectFailure().catch((cause: unknown) => {
      throw new Error(`${path}, ${what}: ${readText()}`, { cause });
    });
    close();
  }
});

type Calls = { readonly [name: string]: Calls | ((input: object) => Promise<unknown>) };

test.each(MALFORMED)(
  'C1, E-10.1001: every call of the contract is UNAVAILABLE when its answer is %s',
  async (_what, answer) => {
    answerRequests(allAnswer(answer));
    const input = {
      id: 'id_1',
      idUser: 'id_1',
      idVersion: 'id_1',
      idOrder: 'id_1',
      idDraft: 'id_1',
    };
    const expectFailures = async (part: object, calls: Calls): Promise<void> => {
      for (const [name, declared] of Object.entries(part)) {
        const makeCall = calls[name];
        if (!isContractProcedure(declared)) {
          await expectFailures(declared, makeCall as Calls);
          continue;
        }
        if (declared['~orpc'].meta.answer === 'file') continue;
        await expect(
          (makeCall as (input: object) => Promise<unknown>)(input),
          name,
        ).rejects.toMatchObject({ name: 'ApiFailure', code: 'UNAVAILABLE' });
      }
    };
    await expectFailures(contract, api as unknown as Calls);
  },
);

test.each(MALFORMED.slice(0, 1))(
  'C1, E-10.1001: a new branch stays in its form with the specified message when its creation answers %s',
  async (_what, answer) => {
    const { user } = await openScreen('/partner/almena', {
      'GET /v1/partner/get_one_partner': () => ({ partner: makePartner() }),
      'GET /v1/partner/get-branches-by-partner': () => ({
        branches: [],
        lastBranch: null,
        nextCursor: null,
        total: 0,
        totalIsCapped: false,
      }),
      'POST /v1/partner/branch-duplicates': () => ({ duplicates: [] }),
      'POST /v1/partner/create-branch': answer,
    });
    const [create] = await screen.findAllByRole('link', { name: 'Crear sucursal' });
    await user.click(create as HTMLElement);
    await screen.findByText('Para Laboratorio Almena. Todos los campos son obligatorios.');
    for (const box of screen.getAllByRole<HTMLInputElement>('textbox')) {
      const isDegrees = /Latitud|Longitud/.test(box.labels?.[0]?.textContent ?? '');
      fireEvent.change(box, { target: { value: isDegrees ? '19.4' : 'almena.example' } });
    }
    await user.click(await screen.findByRole('checkbox', { name: /Seminograma/ }));
    await unlocked();
    await user.click(await screen.findByRole('button', { name: 'Crear sucursal' }));
    await screen.findByText('Error al crear la sucursal');
    expect(readText()).not.toMatch(ENGINE);
  },
);

test.each(MALFORMED.slice(-1))(
  'C1, E-10.1001: ‘Editar Cita’ keeps its input, with an error, when saving answers %s',
  async (_what, answer) => {
    const history = emptyProduct['GET /v1/user/get-medical-history-patient'];
    const { user } = await openScreen(`/pacientes/${ana.idUser}/doctor-appointments`, {
      ...emptyProduct,
      'GET /v1/user/get-medical-history-patient': (request) => ({
        ...(history?.(request) as MedicalHistory),
        appointments: {
          recipeAppointments: [],
          doctorAppointments: [makeDoctorAppointment()],
        },
      }),
      'GET /v1/doctor/free-times': () => ({ times: [] }),
      'PUT /v1/doctor/update_appointment_status': answer,
    });
    await user.click(await screen.findByRole('button', { name: 'Ver Detalles' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(await dialog.findByLabelText(/^Hora/), { target: { value: '11:15' } });
    await user.click(await dialog.findByRole('button', { name: 'Guardar cambios' }));
    await dialog.findByText(/El servicio no está disponible/);
    expect(readText()).not.toMatch(ENGINE);
  },
);
