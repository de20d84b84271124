/**
 * The limit: a bare `node:http` with `pg` that sends the same rows, without sessions, counts or audit; under
 * `/audited`, with the same audit row.
 * `DATABASE` is its connection, as JSON.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { auditedStatements, type Name, statements } from './statements.ts';

/** Same pool size as the product. */
const CONNECTIONS = 10;

/** Before the path of a call with its audit row. */
const AUDITED = '/audited';

const pool = new Pool({ ...JSON.parse(process.env.DATABASE ?? '{}'), max: CONNECTIONS });

type Values = readonly (string | number)[];
interface Query {
  readonly statement: Name;
  readonly values?: Values;
  /** Planned for these values: a rare term needs another plan than a frequent one. */
  readonly planned?: boolean;
}

const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
const PHONE = /^[\d ]+$/;

function patientList(query: URLSearchParams): Query {
  const search = query.get('search');
  if (search !== null) {
    const term = PHONE.test(search) ? search.replaceAll(' ', '') : folded(search);
    return { statement: 'search', values: [`%${term}%`], planned: true };
  }
  const status = query.get('status');
  if (status !== null) return { statement: 'pageOfStatus', values: [status] };
  const [instant, id] = [query.get('afterInstant'), query.get('afterId')];
  if (instant !== null && id !== null) return { statement: 'pageAfter', values: [instant, id] };
  return { statement: 'page' };
}

const routes: Readonly<Record<string, (query: URLSearchParams) => Query>> = {
  '/v1/user/list': patientList,
  '/v1/user/get-one': (query) => ({ statement: 'patient', values: [query.get('idUser') ?? ''] }),
  '/v1/user/get-medical-history-patient': (query) => ({
    statement: 'history',
    values: [query.get('idUser') ?? ''],
  }),
  '/v1/partner/get-branches-by-partner/': (query) => ({
    statement: 'branches',
    values: [query.get('idPartner') ?? ''],
  }),
  '/v1/prospects/list': () => ({ statement: 'prospects' }),
};

async function readUpdate(path: string, request: IncomingMessage): Promise<Query> {
  let text = '';
  for await (const chunk of request) text += chunk;
  const { idUsers, status, idUser, phone } = JSON.parse(text);
  return path === '/v1/user/update'
    ? { statement: 'edit', values: [idUser, phone] }
    : { statement: 'updateStatus', values: [idUsers[0], status] };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [asked = '', search = ''] = (request.url ?? '').split('?');
  const isAudited = asked.startsWith(AUDITED);
  const path = isAudited ? asked.slice(AUDITED.length) : asked;
  const query =
    request.method === 'PUT'
      ? await readUpdate(path, request)
      : routes[path]?.(new URLSearchParams(search));
  if (!query) {
    response.writeHead(404).end();
    return;
  }
  const { statement, values = [], planned } = query;
  const { rows } = await pool.query<[string]>({
    ...(planned ? {} : { name: isAudited ? `audited_${statement}` : statement }),
    text: (isAudited ? auditedStatements : statements)[statement],
    values: [...values],
    rowMode: 'array',
  });
  const body = rows[0]?.[0] ?? '';
  response
    .writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    })
    .end(body);
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    response.writeHead(500).end(String(error));
  });
});
server.listen(0, '127.0.0.1', () => {
  console.log(`Limit: http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => process.exit());
