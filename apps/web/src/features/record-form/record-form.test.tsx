import { TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { patientFields } from '@simiente/contract/patient-fields';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactElement, useState } from 'react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ApiFailure } from '../../lib/api/failure.ts';
import { queryClient } from '../../lib/query-client.ts';
import { renderThemed } from '../../test/render.tsx';
import { ToastHost } from '../../ui/toasts/ToastHost.tsx';
import { wantToasts } from '../../ui/toasts/toast-demand.ts';
import { deleteDraftsOfOthers } from '../session/draft-store.ts';
import {
  forgetSession,
  forgetSessionEnd,
  rememberSessionEnd,
  sessionQuery,
} from '../session/session.ts';
import { fieldsOf } from './fields.ts';
import { RecordModal } from './RecordModal.tsx';
import { RecordPage } from './RecordPage.tsx';
import { type FormRequest, useRecordForm } from './use-record-form.ts';

interface Person {
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly version: number;
}

interface Values {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
}

const orNull = (text: string) => text || null;
const fields = fieldsOf<Values, Person>()({
  name: { label: 'Nombre', missing: 'Escribe el nombre.', rule: patientFields.name },
  email: { label: 'Correo', rule: patientFields.email, read: orNull },
  phone: { label: 'Teléfono', rule: patientFields.phone, read: orNull },
});
const valuesOf = (person: Person | null): Values => ({
  name: person?.name ?? '',
  email: person?.email ?? '',
  phone: person?.phone ?? '',
});
/** The schema of the record, as the contract would have it. */
const record = { safeParse: (value: unknown) => ({ data: value as Person | undefined }) };

/** An imported phone that the form would refuse. */
const ANA: Person = { name: 'Ana', email: 'ana@x.mx', phone: '12', version: 1 };
const staleWith = (current: Person) =>
  new ApiFailure('STALE_VERSION', undefined, { details: { current } });

interface Sent {
  readonly base: Person | null;
  readonly written: object;
  readonly key: string;
  readonly insists: boolean;
}

let sent: Sent[] = [];
/** Outcomes of the next attempts, in order; later attempts succeed. */
let outcomes: (() => Promise<Person | null>)[] = [];
let done: (Person | null)[] = [];

async function save({ base, written, key, insists }: Sent): Promise<Person | null> {
  sent.push({ base, written, key, insists });
  const outcome = outcomes.shift();
  if (outcome) return await outcome();
  return { ...(base ?? ANA), ...written, version: (base?.version ?? 0) + 1 };
}

const options = {
  name: 'person',
  fields,
  valuesOf,
  record,
  save,
  onDone: (saved: Person | null) => done.push(saved),
};

function Dialog({ person }: { person: Person | null }) {
  const [requested, setRequested] = useState<FormRequest<Values, Person> | null>(null);
  const form = useRecordForm({ ...options, requested });
  return (
    <>
      <button type="button" onClick={() => setRequested({ record: person })}>
        Abrir
      </button>
      <RecordModal
        form={form}
        title="Persona"
        submitLabel="Guardar"
        submit={
          form.values.name === 'Doble' && sent.length > 0 ? (
            <button type="button" onClick={form.insist}>
              De todos modos
            </button>
          ) : undefined
        }
      >
        <TextInput {...form.input('name')} data-autofocus />
        <TextInput {...form.input('email')} />
        <TextInput {...form.input('phone')} />
      </RecordModal>
    </>
  );
}

function Page({ person }: { person: Person | null }) {
  const form = useRecordForm({
    ...options,
    page: { record: person },
    alertOf: (errors) => (errors.name === undefined ? 'Revisa los campos' : 'Falta el nombre'),
    describeFailure: (error, isNew) => ({
      title: isNew ? 'Error al crear' : 'Error al guardar',
      detail: error.message,
    }),
  });
  return (
    <RecordPage form={form} label="Persona" submitLabel="Guardar" onCancel={() => {}}>
      <TextInput {...form.input('name')} />
      <TextInput {...form.input('email')} />
    </RecordPage>
  );
}

function enter(email: string): void {
  queryClient.setQueryData(sessionQuery.queryKey, () => ({
    user: { name: 'Mariana', email },
    clinicTimeZone: 'America/Mexico_City',
    mapTiles: null,
    twoFactor: 'off' as const,
  }));
  forgetSessionEnd();
  deleteDraftsOfOthers(email);
  wantToasts();
}

function draw(element: ReactElement) {
  return renderThemed(
    <QueryClientProvider client={queryClient}>
      {element}
      <ToastHost />
    </QueryClientProvider>,
  );
}

const field = (name: string) => screen.getByRole('textbox', { name: new RegExp(`^${name}`) });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function open(person: Person | null) {
  const drawn = draw(<Dialog person={person} />);
  await press('Abrir');
  await screen.findByRole('dialog', { name: 'Persona' });
  return drawn;
}

async function retype(name: string, text: string) {
  await userEvent.clear(field(name));
  if (text !== '') await userEvent.type(field(name), text);
}

/** Submits like Enter; the click lock of the button has a test of its own. */
const submit = async () => {
  const form = field('Nombre').closest('form');
  if (form === null) throw new Error('the field is in no form');
  await act(async () => fireEvent.submit(form));
};
const typedIn = (name: string) => (field(name) as HTMLInputElement).value;
const isFocused = (element: Element) => document.activeElement === element;

function errorOf(name: string): string | undefined {
  const element = field(name);
  if (element.getAttribute('aria-invalid') !== 'true') return undefined;
  const described = element.getAttribute('aria-describedby')?.split(' ') ?? [];
  return described.map((id) => document.getElementById(id)?.textContent).join('');
}

beforeEach(() => {
  enter('mariana@example.org');
  sent = [];
  outcomes = [];
  done = [];
});

afterEach(() => {
  act(() => notifications.clean());
  enter('nobody@example.org');
  queryClient.clear();
});

describe('checking', () => {
  test('an edit sends only the changed fields, as the contract parses them', async () => {
    await open(ANA);
    await retype('Nombre', ' Anna ');
    await retype('Correo', '');
    await submit();
    await waitFor(() => expect(done).toHaveLength(1));
    // The untouched phone is invalid, but is not sent.
    expect(sent).toMatchObject([{ base: ANA, written: { name: 'Anna', email: null } }]);
    expect(Object.keys(sent[0]?.written ?? {})).toEqual(['name', 'email']);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('a new record is validated and sent whole', async () => {
    await open(null);
    await submit();
    expect(errorOf('Nombre')).toBe('Escribe el nombre.');
    expect(sent).toEqual([]);
    await retype('Nombre', 'Beto');
    await submit();
    await waitFor(() => expect(done).toHaveLength(1));
    expect(sent).toMatchObject([
      { base: null, written: { name: 'Beto', email: null, phone: null } },
    ]);
  });

  test('the first invalid field takes the focus, and keeps it while typing', async () => {
    await open(ANA);
    await retype('Correo', 'sin arroba');
    await retype('Teléfono', '34');
    await submit();
    expect(isFocused(field('Correo'))).toBe(true);
    expect(errorOf('Correo')).toBeDefined();
    await userEvent.type(field('Correo'), '@');
    expect(isFocused(field('Correo'))).toBe(true);
    expect(errorOf('Correo')).toBeUndefined();
    expect(errorOf('Teléfono')).toBeDefined();
  });

  test('an edit without changes closes and sends nothing', async () => {
    await open(ANA);
    await submit();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([]);
    expect(done).toEqual([null]);
  });
});

describe('saving', () => {
  test('two submits in the same tick are one attempt', async () => {
    const answer = Promise.withResolvers<Person>();
    outcomes = [() => answer.promise];
    await open(ANA);
    await retype('Nombre', 'Anna');
    await act(async () => {
      for (const _ of [1, 2]) fireEvent.submit(field('Nombre'));
    });
    await submit();
    expect(sent).toHaveLength(1);
    await act(async () => answer.resolve({ ...ANA, name: 'Anna', version: 2 }));
    await waitFor(() => expect(done).toHaveLength(1));
  });

  test('a failure is shown, nothing is lost, and the next attempt has the same key until it is saved', async () => {
    const fail = () => Promise.reject(new ApiFailure('INTERNAL', 'Algo falló.'));
    outcomes = [fail, fail];
    await open(null);
    await retype('Nombre', 'Beto');
    await submit();
    await screen.findByText('Algo falló.');
    expect(typedIn('Nombre')).toBe('Beto');
    await submit();
    await waitFor(() => expect(sent).toHaveLength(2));
    await retype('Nombre', 'Berta');
    await submit();
    await waitFor(() => expect(done).toHaveLength(1));
    await press('Abrir');
    await retype('Nombre', 'Berta');
    await submit();
    await waitFor(() => expect(done).toHaveLength(2));
    const [first, second, third, fourth] = sent.map(({ key }) => key);
    expect(second).toBe(first);
    expect(new Set([second, third, fourth]).size).toBe(3);
  });

  test('an issue of the server is shown at its field', async () => {
    const issues = [{ path: 'email', message: 'Ese correo ya está en uso.' }];
    outcomes = [() => Promise.reject(new ApiFailure('BAD_REQUEST', 'Revisa.', { issues }))];
    await open(ANA);
    await retype('Correo', 'otra@x.mx');
    await submit();
    await waitFor(() => expect(errorOf('Correo')).toBe('Ese correo ya está en uso.'));
    expect(isFocused(field('Correo'))).toBe(true);
    expect(screen.queryByText('Revisa.')).toBeNull();
  });

  test('a warning leaves the form open until the user insists', async () => {
    outcomes = [async () => null];
    await open(null);
    await retype('Nombre', 'Doble');
    await submit();
    await screen.findByRole('button', { name: 'De todos modos' });
    expect(done).toEqual([]);
    // Enter does not confirm the warning.
    await submit();
    expect(sent).toHaveLength(1);
    await press('De todos modos');
    await waitFor(() => expect(done).toHaveLength(1));
    expect(sent[1]).toMatchObject({ insists: true });
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
  });
});

describe('when another user saved first', () => {
  const NOW: Person = { name: 'Hanna', email: 'ana@x.mx', phone: '5512345678', version: 2 };

  async function meetOther() {
    outcomes = [() => Promise.reject(staleWith(NOW))];
    await open(ANA);
    await retype('Nombre', 'Anna');
    await submit();
    return await screen.findByRole('dialog', { name: 'Otra persona guardó cambios' });
  }

  test('E-2.182, E-2.233, E-10.105: every field changed by either user is shown with both values', async () => {
    const dialog = await meetOther();
    expect(
      within(dialog)
        .getAllByRole('region')
        .map((part) => part.textContent),
    ).toEqual([
      'NombreDistintoDatos actualesHannaTus cambiosAnna',
      'TeléfonoIgualDatos actuales5512345678Tus cambios5512345678',
    ]);
    expect(isFocused(screen.getByRole('button', { name: 'Usar los datos actuales' }))).toBe(true);
  });

  test('the form continues from the current data if the user takes them', async () => {
    await meetOther();
    await press('Usar los datos actuales');
    expect(typedIn('Nombre')).toBe('Hanna');
    expect(typedIn('Teléfono')).toBe('5512345678');
    await submit();
    expect(sent).toHaveLength(1);
    expect(done).toEqual([null]);
  });

  test('E-2.233, E-10.105: the user’s changes can be saved on top of the current data and version', async () => {
    await meetOther();
    await press('Conservar mis cambios');
    await waitFor(() => expect(done).toHaveLength(1));
    expect(sent[1]).toMatchObject({ base: NOW, written: { name: 'Anna' } });
    expect(Object.keys(sent[1]?.written ?? {})).toEqual(['name']);
  });

  test('a stale refusal whose record already has the sent values counts as saved', async () => {
    outcomes = [() => Promise.reject(staleWith({ ...ANA, name: 'Anna', version: 2 }))];
    await open(ANA);
    await retype('Nombre', ' Anna');
    await submit();
    await waitFor(() => expect(done).toMatchObject([{ name: 'Anna', version: 2 }]));
  });
});

describe('closing', () => {
  test('E-2.165: closing with changes asks first, and Seguir editando leads back', async () => {
    await open(ANA);
    await retype('Nombre', 'Anna');
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('dialog', { name: '¿Descartar los cambios?' }).textContent).toContain(
      'Se perderá lo que escribiste.',
    );
    expect(isFocused(screen.getByRole('button', { name: 'Seguir editando' }))).toBe(true);
    await press('Seguir editando');
    expect(typedIn('Nombre')).toBe('Anna');
    expect(isFocused(field('Nombre'))).toBe(true);
    await press('Cancelar');
    await userEvent.keyboard('{Escape}');
    expect(typedIn('Nombre')).toBe('Anna');
  });

  test('Descartar drops the changes, and the form opens without them next time', async () => {
    await open(ANA);
    await retype('Nombre', 'Anna');
    await press('Cancelar');
    await press('Descartar');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press('Abrir');
    expect(typedIn('Nombre')).toBe('Ana');
    await press('Cancelar');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('when the session ends', () => {
  const NOTICE = 'Recuperamos lo que estabas escribiendo cuando terminó tu sesión.';

  async function typeUntilTheEnd() {
    const { unmount } = await open(ANA);
    await retype('Nombre', 'A medias');
    act(() => {
      rememberSessionEnd();
      forgetSession();
    });
    unmount();
  }

  test('T-A9, E-2.165, E-10.70, E-10.105: the same user finds the form open, with the draft and its version', async () => {
    await typeUntilTheEnd();
    enter('mariana@example.org');
    draw(<Dialog person={{ ...ANA, name: 'Hanna', version: 2 }} />);
    const dialog = await screen.findByRole('dialog', { name: 'Persona' });
    expect(dialog.textContent).toContain(NOTICE);
    expect(typedIn('Nombre')).toBe('A medias');
    await submit();
    await waitFor(() => expect(sent).toMatchObject([{ base: ANA, written: { name: 'A medias' } }]));
  });

  test('T-A9: another user does not find the draft', async () => {
    await typeUntilTheEnd();
    enter('otra@example.org');
    draw(<Dialog person={ANA} />);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('T-A9, E-2.234: a page recovers its draft', async () => {
    const { unmount } = await openPage(null);
    await retype('Nombre', 'A medias');
    act(() => {
      rememberSessionEnd();
      forgetSession();
    });
    unmount();
    enter('mariana@example.org');
    await openPage(null);
    expect(screen.getByText(NOTICE)).toBeDefined();
    expect(typedIn('Nombre')).toBe('A medias');
  });
});

async function openPage(person: Person | null) {
  const root = createRootRoute({
    component: () => (
      <>
        <Link to={'/otra' as never}>Otra página</Link>
        <Outlet />
      </>
    ),
  });
  const form = createRoute({
    getParentRoute: () => root,
    path: '/persona',
    component: () => <Page person={person} />,
  });
  const other = createRoute({
    getParentRoute: () => root,
    path: '/otra',
    component: () => <h1>Otra página</h1>,
  });
  const router = createRouter({
    routeTree: root.addChildren([form, other]),
    history: createMemoryHistory({ initialEntries: ['/persona'] }),
  });
  await router.load();
  const drawn = draw(<RouterProvider router={router as never} />);
  await screen.findByRole('form', { name: 'Persona' });
  return drawn;
}

describe('a form that is a page', () => {
  test('shows its alert and the errors of the fields, one alert at a time', async () => {
    await openPage(null);
    await submit();
    await screen.findByText('Falta el nombre');
    await retype('Nombre', 'Beto');
    await retype('Correo', 'beto');
    await submit();
    await screen.findByText('Revisa los campos');
    await waitFor(() => expect(screen.queryByText('Falta el nombre')).toBeNull());
  });

  test('shows a failure in a toast, and keeps the input', async () => {
    outcomes = [() => Promise.reject(new ApiFailure('INTERNAL', 'Algo falló.'))];
    await openPage(null);
    await retype('Nombre', 'Beto');
    await submit();
    await screen.findByText('Error al crear');
    expect(screen.getByText('Algo falló.')).toBeDefined();
    expect(typedIn('Nombre')).toBe('Beto');
  });

  test('E-2.234: asks before it is left with changes, but not once they are saved', async () => {
    await openPage(ANA);
    await retype('Nombre', 'Anna');
    await userEvent.click(screen.getByRole('link', { name: 'Otra página' }));
    const question = await screen.findByRole('dialog', { name: '¿Descartar los cambios?' });
    expect(question.textContent).toContain('Se perderá lo que escribiste.');
    await press('Seguir editando');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await submit();
    await waitFor(() => expect(done).toHaveLength(1));
    await userEvent.click(screen.getByRole('link', { name: 'Otra página' }));
    await screen.findByRole('heading', { name: 'Otra página' });
  });

  test('asks in a dialog when another user saved first', async () => {
    outcomes = [() => Promise.reject(staleWith({ ...ANA, email: 'hanna@x.mx', version: 2 }))];
    await openPage(ANA);
    await retype('Nombre', 'Anna');
    await submit();
    await screen.findByRole('dialog', { name: 'Otra persona guardó cambios' });
    await userEvent.keyboard('{Escape}');
    await press('Conservar mis cambios');
    await waitFor(() => expect(sent[1]).toMatchObject({ base: { version: 2 } }));
  });
});
