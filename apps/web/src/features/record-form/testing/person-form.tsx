import { TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { patientFields } from '@simiente/contract/patients/fields';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  type RouterHistory,
  RouterProvider,
  useNavigate,
} from '@tanstack/react-router';
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactElement, useState } from 'react';
import { afterEach, beforeEach } from 'vitest';
import { ApiFailure } from '../../../lib/api/failure.ts';
import type { RequestOptions } from '../../../lib/api/request-key.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { renderThemed } from '../../../testing/render.tsx';
import { ToastHost } from '../../../ui/toasts/ToastHost.tsx';
import { requestToasts } from '../../../ui/toasts/toast-requests.ts';
import { sessionQuery } from '../../session/session.ts';
import { toExisting } from '../FormMessages.tsx';
import { defineFields, type FieldValues } from '../fields.ts';
import { RecordModal } from '../RecordModal.tsx';
import { RecordPage } from '../RecordPage.tsx';
import { type FormRequest, useRecordForm } from '../use-record-form.ts';

export interface Person {
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly version: number;
}

const orNull = (text: string) => text || null;
const fields = defineFields<Person>()({
  name: { label: 'Nombre', missing: 'Escribe el nombre.', rule: patientFields.name },
  email: { label: 'Correo', rule: patientFields.email, read: orNull },
  phone: { label: 'Teléfono', rule: patientFields.phone, read: orNull },
});
/** The schema of the record, as in a contract. */
const record = { safeParse: (value: unknown) => ({ data: value as Person | undefined }) };

/** An imported phone that the form would reject. */
export const ANA: Person = { name: 'Ana', email: 'ana@x.mx', phone: '12', version: 1 };
/** Data of an existing record. */
export const KNOWN_PHONE = '5500000000';
export const KNOWN_NAME = 'Ya Existe';
export const makeStaleError = (current: Person) =>
  new ApiFailure('STALE_VERSION', undefined, { details: { current } });

interface Sent {
  readonly base: Person | null;
  readonly payload: object;
  readonly options: RequestOptions;
  readonly isConfirmed: boolean;
}

export const sent: Sent[] = [];
/** Outcomes of the next attempts, in order; later attempts succeed. */
export const outcomes: (() => Promise<Person | null>)[] = [];
/** Ids of the existing records that were opened instead of saving. */
export const openedExisting: string[] = [];
/** The results that the form reported. */
export const done: (Person | null)[] = [];

async function save({ base, payload, options, isConfirmed }: Sent): Promise<Person | null> {
  sent.push({ base, payload, options, isConfirmed });
  const outcome = outcomes.shift();
  if (outcome) return await outcome();
  return { ...(base ?? ANA), ...payload, version: (base?.version ?? 0) + 1 };
}

const options = {
  fields,
  record,
  save,
  onDone: (saved: Person | null) => done.push(saved),
};

export function Dialog({ person }: { person: Person | null }) {
  const [requested, setRequested] = useState<FormRequest<
    FieldValues<typeof fields>,
    Person
  > | null>(null);
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
        existing={toExisting(form.values.phone === KNOWN_PHONE ? ['ana'] : [], (id) =>
          form.leave(() => {
            form.discard();
            openedExisting.push(id);
          }, ['phone']),
        )}
        submit={
          form.values.name === 'Doble' && sent.length > 0 ? (
            <button type="button" onClick={form.submitAnyway}>
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
  const navigate = useNavigate();
  const form = useRecordForm({
    ...options,
    page: { record: person },
    getAlert: (errors) => (errors.name === undefined ? 'Revisa los campos' : 'Falta el nombre'),
    describeFailure: (error, isNew) => ({
      title: isNew ? 'Error al crear' : 'Error al guardar',
      detail: error.message,
    }),
  });
  return (
    <RecordPage
      form={form}
      label="Persona"
      submitLabel="Guardar"
      onCancel={() => {}}
      existing={toExisting(form.values.name === KNOWN_NAME ? ['ana'] : [], () =>
        form.leave(() => void navigate({ to: '/otra' as never }), ['name']),
      )}
    >
      <TextInput {...form.input('name')} />
      <TextInput {...form.input('email')} />
    </RecordPage>
  );
}

export function enter(email: string): void {
  queryClient.setQueryData(sessionQuery.queryKey, () => ({
    user: { name: 'Mariana', email },
    clinicTimeZone: 'America/Mexico_City',
    mapTiles: null,
    twoFactor: 'off' as const,
  }));
  requestToasts();
}

const histories: RouterHistory[] = [];

/** Renders the element on a page with a link to another page. The tab has an earlier page in its history. */
export async function draw(element: ReactElement) {
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
    component: () => element,
  });
  const other = createRoute({
    getParentRoute: () => root,
    path: '/otra',
    component: () => <h1>Otra página</h1>,
  });
  window.history.pushState(null, '', '/otra');
  // The browser's history, because a memory history goes back without asking.
  const history = createBrowserHistory();
  history.push('/persona');
  histories.push(history);
  const router = createRouter({ routeTree: root.addChildren([form, other]), history });
  await router.load();
  const drawn = renderThemed(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
      <ToastHost />
    </QueryClientProvider>,
  );
  await screen.findByRole('link', { name: 'Otra página' });
  return { ...drawn, history };
}

export const field = (name: string) =>
  screen.getByRole('textbox', { name: new RegExp(`^${name}`) });
export const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

export async function open(person: Person | null) {
  const drawn = await draw(<Dialog person={person} />);
  await press('Abrir');
  await screen.findByRole('dialog', { name: 'Persona' });
  return drawn;
}

export async function retype(name: string, text: string) {
  await userEvent.clear(field(name));
  if (text !== '') await userEvent.type(field(name), text);
}

/** Submits like Enter; the click lock of the button has a separate test. */
export const submit = async () => {
  const form = field('Nombre').closest('form');
  if (form === null) throw new Error('the field is in no form');
  await act(async () => fireEvent.submit(form));
};
export const readField = (name: string) => (field(name) as HTMLInputElement).value;
export const isFocused = (element: Element) => document.activeElement === element;

export function getError(name: string): string | undefined {
  const element = field(name);
  if (element.getAttribute('aria-invalid') !== 'true') return undefined;
  const described = element.getAttribute('aria-describedby')?.split(' ') ?? [];
  return described.map((id) => document.getElementById(id)?.textContent).join('');
}

/** Signs a user in before each test of a file, and resets everything after it. */
export function setUpForms(): void {
  beforeEach(() => enter('mariana@example.org'));
  afterEach(() => {
    act(() => notifications.clean());
    for (const list of [sent, outcomes, done, openedExisting]) list.length = 0;
    enter('nobody@example.org');
    queryClient.clear();
    for (const history of histories.splice(0)) history.destroy();
  });
}

export async function openPage(person: Person | null) {
  const drawn = await draw(<Page person={person} />);
  await screen.findByRole('form', { name: 'Persona' });
  return drawn;
}
