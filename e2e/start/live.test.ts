import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { type EventStream, openEventStream } from '@simiente/server/testing/event-stream';
import { findViolations } from '../product/axe.ts';
import { emptyDatabaseSettings } from './external.ts';
import { ROOT, type Running, simiente, withFolder } from './run.ts';

const READY = /Dirección:\s+(http:\/\/127\.0\.0\.1:\d+)/;
const EMAIL = 'jefa@simiente.example';
const PASSWORD = 'jacaranda en flor';

/** Two servers as an operator starts them, on one database. */
async function withTwoServers(
  env: Record<string, string>,
  work: (servers: readonly { server: Running; url: string }[]) => Promise<void>,
): Promise<void> {
  const database = await emptyDatabaseSettings();
  await withFolder(async (dataDir) => {
    const serve = async () => {
      const server = simiente(['serve'], {
        dataDir,
        env: {
          ...database,
          ADMIN_EMAIL: EMAIL,
          ADMIN_PASSWORD: PASSWORD,
          AUTH_SECRET: 'the same in every process, of forty letters',
          ...env,
        },
      });
      const [, url = ''] = await server.line(READY);
      return { server, url };
    };
    await work([await serve(), await serve()]);
  });
}

async function authorization(url: string): Promise<{ authorization: string }> {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  });
  expect(answer.status).toBe(200);
  return { authorization: `Bearer ${answer.headers.get('set-auth-token')}` };
}

const isChangeTo =
  (kind: string) =>
  ({ event, data }: { event: string; data: unknown }) =>
    event === 'change' && kind in (data as { kinds: object }).kinds;

test('E-10.84: two servers on one database announce each other’s changes, and a stopping one ends its streams', {
  tag: '@nightly',
}, async () => {
  await withTwoServers({}, async ([here, there]) => {
    if (!here || !there) throw new Error('withTwoServers did not pass two servers');
    const headers = await authorization(here.url);
    const create = async (url: string) => {
      const answer = await fetch(`${url}/v1/user/create`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Ana Nueva', email: null, phone: null }),
      });
      expect(answer.status).toBe(200);
    };
    const open = async (url: string): Promise<EventStream> => {
      const stream = await openEventStream(url, headers);
      await stream.next('ready');
      return stream;
    };
    const [a, b] = [await open(here.url), await open(there.url)];
    for (const { url } of [here, there]) {
      await create(url);
      for (const stream of [a, b]) await stream.until(isChangeTo('patient'));
    }

    here.server.child.kill('SIGTERM');
    expect((await a.next('end')).data).toEqual({ reason: 'stopping' });
    await a.ended;
    expect(await here.server.ended).toBe(0);
    await create(there.url);
    await b.until(isChangeTo('patient'));
    b.close();
    there.server.child.kill('SIGTERM');
    expect(await there.server.ended).toBe(0);
  });
});

/** A page of another origin with the pasted form of docs/es/landing.md. */
async function openLanding() {
  let body = '';
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    origin: `http://127.0.0.1:${port}`,
    show: async (simienteUrl: string) => {
      const text = await readFile(path.join(ROOT, 'docs/es/landing.md'), 'utf8');
      const [, form = ''] = /```html\n([\s\S]*?)```/.exec(text) ?? [];
      expect(form).toContain('https://simiente.example/v1/prospects');
      body = `<!doctype html><html lang="es"><title>Clínica</title><main><h1>Clínica</h1>${form.replace('https://simiente.example', simienteUrl)}</main></html>`;
    },
    close: () => server.close(),
  };
}

async function fill(page: Page, name: string): Promise<void> {
  await page.getByLabel('Nombre completo').fill(name);
  await page.getByLabel('Correo electrónico').fill('inigo@correo.example');
  await page.getByLabel('Teléfono').fill('55 1234 5678');
  await page.getByLabel('¿En qué podemos ayudarte?').fill('Quiero una prueba');
}

test('E-10.95: a prospect sent with the form of docs/es/landing.md from another origin appears live in a browser of another server', async ({
  page: landingPage,
  browser,
}) => {
  const landing = await openLanding();
  await withTwoServers({ INTAKE_ORIGINS: landing.origin }, async ([here, there]) => {
    if (!here || !there) throw new Error('withTwoServers did not pass two servers');
    await landing.show(here.url);
    const headers = await authorization(there.url);
    const stream = await openEventStream(there.url, headers);
    await stream.next('ready');
    const staff = await browser.newContext({ baseURL: there.url });
    await staff.request.post('/api/auth/sign-in/email', {
      data: { email: EMAIL, password: PASSWORD },
    });
    const screen = await staff.newPage();
    await screen.goto('/prospectos');
    await expect(screen.getByText('No data available')).toBeVisible();

    await landingPage.goto(landing.origin);
    expect(await findViolations(landingPage)).toEqual([]);
    const status = landingPage.getByRole('status');
    const submit = landingPage.getByRole('button', { name: 'Enviar' });
    await fill(landingPage, 'Íñigo <b>Núñez</b>');
    await submit.click();
    await expect(status).toHaveText('Falta aceptar el aviso de privacidad.');
    await expect(landingPage.getByRole('checkbox')).toBeFocused();
    await landingPage.getByRole('checkbox').check();
    await submit.click();
    await expect(status).toHaveText('Gracias. Recibimos tus datos y te escribiremos pronto.');
    await expect(status).toBeFocused();
    await expect(landingPage.getByLabel('Nombre completo')).toHaveValue('');
    await stream.until(isChangeTo('prospect'));
    await expect(screen.getByRole('row', { name: /Pendiente/ })).toContainText(
      'Íñigo <b>Núñez</b>',
    );
    expect(stream.received()).not.toMatch(/Núñez|correo/);

    // A bot fills the hidden field, and gets the same answer.
    await fill(landingPage, 'Un Programa');
    await landingPage.getByRole('checkbox').check();
    await landingPage.locator('[name=website]').fill('https://spam.example');
    await submit.click();
    await expect(status).toHaveText('Gracias. Recibimos tus datos y te escribiremos pronto.');
    await expect(screen.getByText('1 persona dejó sus datos en la landing')).toBeVisible();
    stream.close();
    await staff.close();
  });
  landing.close();
});
