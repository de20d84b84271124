import { contract } from '@simiente/contract';
import { CALENDLY_WEBHOOK_PATH } from '@simiente/server/modules/calendly/webhook';
import { callRoutes } from '@simiente/server/platform/calls/serve-calls';
// Imported for its augmentation of Fastify's types.
import type {} from '@simiente/server/platform/identity/guard';
import { makeCodeGenerator } from '@simiente/server/testing/accounts/otp';
import { makePdf } from '@simiente/server/testing/files/uploads';
import { calendlyWebhook, signedWebhook } from '@simiente/server/testing/services/calendly';
import { ADMIN } from './server.ts';

/** A word that occurs in everything that is sent here, and nowhere else. */
const MARK = 'canario';
export const PERSON = {
  name: 'Zenaida Canario Xóchitl',
  email: 'zenaida@canario.example',
  phone: '+52 55 7171 0099',
};
/** Parts of the marked word; none of them may occur anywhere, in any spelling. */
export const MARKED = /canario|zenaida|x(ó|%c3%b3|\\u00f3)chitl|7171.?0099/i;

/** Every call of the contract, also future ones. */
export const calls = callRoutes(contract).map(({ method, path, body }) => ({
  method: String(method),
  path,
  body,
}));

interface RequestOptions {
  readonly method?: string;
  /** A string as it is, anything else as JSON. */
  readonly payload?: string | object;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
}
// biome-ignore lint/suspicious/noExplicitAny: any answer; the used fields are checked
type Data = any;

/** A client whose requests are all about one person, and which collects confidential data from the answers. */
export class MarkedClient {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();
  /** Tokens, codes and ids from answers. */
  readonly secrets = new Set<string>();

  constructor(url: string) {
    this.#url = url;
  }

  get cookie(): string {
    return [...this.#cookies.values()].join('; ');
  }

  /** Sends the marked word in every part of a request that a client controls. */
  async send(path: string, { method = 'GET', payload, form, headers }: RequestOptions = {}) {
    const answer = await fetch(`${this.#url}${path}`, {
      method,
      headers: {
        cookie: this.cookie,
        'sec-fetch-site': 'same-origin',
        'user-agent': MARK,
        'x-request-id': `${MARK}-0001`,
        'x-forwarded-for': `${MARK}.example`,
        'idempotency-key': `${MARK} ${crypto.randomUUID()}`.replace(' ', '-'),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: form ?? (typeof payload === 'object' ? JSON.stringify(payload) : (payload ?? null)),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text };
  }

  /** Requests existing data, and returns the answer. */
  async get(path: string, options?: RequestOptions): Promise<Data> {
    const { status, text } = await this.send(path, options);
    if (status !== 200) throw new Error(`${options?.method ?? 'GET'} ${path}: ${status} ${text}`);
    const body = text.startsWith('{') ? JSON.parse(text) : {};
    return body.data ?? body;
  }

  async signIn(credentials: object = ADMIN) {
    const answer = await this.send('/api/auth/sign-in/email', {
      method: 'POST',
      payload: credentials,
    });
    this.keepCookies(answer.headers);
    return answer;
  }

  keepCookies(headers: Headers): void {
    for (const cookie of headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const value = decodeURIComponent(pair.slice(pair.indexOf('=') + 1));
      for (const part of value.split('.')) if (part.length > 20) this.secrets.add(part);
      if (value !== '') this.#cookies.set(pair.slice(0, pair.indexOf('=')), pair);
    }
  }
}

const file = (type = 'application/pdf', bytes: Uint8Array = makePdf(PERSON.name)) => {
  const blob = new Blob([Buffer.from(bytes)], { type });
  return { blob, name: `${PERSON.name}.pdf` };
};

function makeForm(fields: Readonly<Record<string, string>>, sent = file()): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', sent.blob, sent.name);
  return form;
}

/** Every call, with invalid input. */
export async function sendInvalidCalls(client: MarkedClient, headers: Record<string, string> = {}) {
  const wrong = { idUser: PERSON.name, search: PERSON.email, text: PERSON.phone, [MARK]: MARK };
  const query = new URLSearchParams(wrong);
  for (const { method, path, body } of calls) {
    if (method === 'GET') {
      await client.send(`${path}?${query}`, { headers });
    } else if (body === 'multipart') {
      await client.send(path, { method, headers, form: makeForm(wrong) });
    } else {
      await client.send(path, { method, headers, payload: wrong });
      await client.send(path, { method, headers, payload: `{"${PERSON.email}": "${PERSON.name}` });
    }
  }
  for (const path of ['/v1/files/', '/v1/exports/', '/v1/', '/', '/%', '/assets/', '/docs/']) {
    await client.send(`${path}${MARK}?${query}`, { headers });
  }
}

const json = (method: string, payload: object): RequestOptions => ({ method, payload });

/** The successful calls of a day's work and of a visitor: all that read or write personal data. */
export async function sendValidCalls(client: MarkedClient): Promise<void> {
  const { patient } = await client.get('/v1/user/create', json('POST', PERSON));
  const { idUser } = patient;
  const me = new URLSearchParams({ idUser });
  const search = new URLSearchParams({ search: PERSON.name });
  const { doctor } = await client.get(
    '/v1/doctor/create',
    json('POST', {
      name: PERSON.name,
      email: `${crypto.randomUUID()}.${PERSON.email}`,
      specialties: [MARK],
      appointmentMinutes: 30,
      workingDays: [{ weekday: 1, from: '08:00', to: '20:00' }],
    }),
  );
  const { exam } = await client.get('/v1/exam/create', {
    method: 'POST',
    form: makeForm({ idUser, examType: `${MARK} azoospermia` }),
  });
  for (const path of [
    `/v1/user/get-one?${me}`,
    `/v1/user/get-medical-history-patient?${me}`,
    `/v1/user/accesses?${me}`,
    `/v1/user/list?${search}`,
    `/v1/prospects/list?${search}`,
    `/v1/doctor/list?${search}`,
    `/v1/user/${idUser}/export`,
    '/v1/account/activity',
    '/openapi.json',
    exam.fileUrl,
  ]) {
    await client.get(path);
  }
  await client.get('/v1/search', json('POST', { text: PERSON.name }));
  await client.get('/v1/user/duplicates', json('POST', { email: PERSON.email }));
  await client.get('/v1/user/update', json('PUT', { idUser, name: `${PERSON.name} ${MARK}` }));
  const { idExport } = await client.get(
    '/v1/exports',
    json('POST', { list: 'patients', filters: { search: PERSON.name } }),
  );
  await client.get(`/v1/exports/${idExport}`);
  await client.get(
    '/v1/prospects',
    json('POST', {
      name: PERSON.name,
      mail: PERSON.email,
      motivo: `${MARK} azoospermia`,
      consent: true,
      consentVersion: '2026-01',
    }),
  );
  await client.get('/v1/user/delete', json('POST', { idUsers: [idUser] }));
  await client.get('/v1/trash/restore', json('POST', { ids: [idUser] }));
  await sendWebhooks(client);
  for (const secret of [idUser, doctor.idDoctor, exam.idExam ?? exam.id, idExport]) {
    client.secrets.add(secret);
  }
}

/** A valid webhook, an unreadable one, and an unsigned one. */
async function sendWebhooks(client: MarkedClient): Promise<void> {
  const booking = { invitee: crypto.randomUUID(), name: PERSON.name, email: PERSON.email };
  const good = calendlyWebhook(booking);
  const broken = {
    ...good,
    payload: { ...good.payload, uri: PERSON.email, scheduled_event: MARK },
  };
  for (const webhook of [good, broken, `{"${PERSON.email}`]) {
    await client.send(CALENDLY_WEBHOOK_PATH, { method: 'POST', ...signedWebhook(webhook) });
  }
  await client.send(CALENDLY_WEBHOOK_PATH, json('POST', good));
}

/** Rejected sign-ins, and a second step that is set up, with wrong and right codes. */
export async function trySignIns(client: MarkedClient): Promise<void> {
  const password = `${MARK} y contraseña`;
  await client.signIn({ email: ADMIN.email, password });
  await client.signIn({ email: PERSON.email, password });
  await client.signIn({ email: PERSON.name, password });
  await client.send('/api/auth/two-factor/enable', json('POST', { password }));
  const { uri, recoveryCodes } = await client.get(
    '/api/auth/two-factor/enable',
    json('POST', { password: ADMIN.password }),
  );
  client.secrets.add(new URL(uri).searchParams.get('secret') ?? '');
  for (const code of recoveryCodes) client.secrets.add(code);
  await client.send('/api/auth/two-factor/confirm', json('POST', { code: MARK }));
  await client.get(
    '/api/auth/two-factor/confirm',
    json('POST', { code: await makeCodeGenerator(uri)() }),
  );
  await client.signIn();
  await client.send('/api/auth/two-factor/verify-totp', json('POST', { code: MARK }));
  const [recovery] = recoveryCodes;
  const step = await client.send(
    '/api/auth/two-factor/verify-backup-code',
    json('POST', { code: recovery }),
  );
  client.keepCookies(step.headers);
}
