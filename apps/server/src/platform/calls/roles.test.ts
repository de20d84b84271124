import { type AnyContractRouter, isContractProcedure } from '@orpc/contract';
import { contract } from '@simiente/contract';
import { type Role, roles } from '@simiente/contract/common/access/roles';
import { errorBody } from '@simiente/contract/common/errors';
import { eq } from 'drizzle-orm';
import Fastify, {
  type FastifyContextConfig,
  type InjectOptions,
  type LightMyRequestResponse,
} from 'fastify';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { isFullRun } from '../../../../../scripts/test-length.mjs';
import { auditEvents } from '../../schema/audit.ts';
import { SUSPENDED, staff } from '../../schema/staff.ts';
import { sharedApplication, startApplication, type TestStaff } from '../../testing/application.ts';
import { forbiddenToTodo, roleLetters, table } from '../../testing/calls/role-table.ts';
import { formRequest } from '../../testing/files/uploads.ts';
import { addDoctor, addDoctorAppointment, addPatient } from '../../testing/records.ts';
import { closedRoutes, getRouteName } from '../../testing/routes.ts';
import { registerGuard } from '../identity/guard.ts';
import { callRoute } from './serve-calls.ts';

interface NamedCall {
  readonly name: string;
  readonly route: ReturnType<typeof callRoute>;
}

function closedCalls(calls: AnyContractRouter, path: readonly string[] = []): NamedCall[] {
  if (!isContractProcedure(calls)) {
    return Object.entries(calls).flatMap(([name, inner]) => closedCalls(inner, [...path, name]));
  }
  const route = callRoute(calls);
  return route.access === 'open' ? [] : [{ name: path.join('.'), route }];
}

const calls = closedCalls(contract);
const testApp = sharedApplication();
const people = new Map<Role, TestStaff>();
let patientId: string;

beforeAll(async () => {
  const { database, signInAs } = testApp();
  const { db } = database;
  for (const role of roles) people.set(role, await signInAs(`${role}@simiente.example`, [role]));
  // The doctor of an appointment may treat this patient as their own.
  patientId = await addPatient(db);
  const doctorId = await addDoctor(db);
  await addDoctorAppointment(db, { patientId, doctorId });
  await db
    .update(staff)
    .set({ doctorId })
    .where(eq(staff.id, people.get('medico')?.id ?? ''));
});

/** A request that passes the guard with the role; a later step may reject its input. */
async function requestTo({ route }: NamedCall): Promise<InjectOptions> {
  const { method, body } = route;
  const url = route.path.replace(/:id(User)?/, patientId);
  if (method === 'GET') return { method, url: `${url}?idUser=${patientId}` };
  if (body === 'json') return { method, url, payload: {} };
  return { method, url, ...(await formRequest({})) };
}

/** The calls to test with a role. The role makes no difference, so each role tries a share of all calls. */
function callsToTry(role: Role): readonly NamedCall[] {
  if (isFullRun) return calls;
  return calls.filter((_, at) => at % roles.length === roles.indexOf(role));
}

/** A rejection without data. */
function expectRejection(answer: LightMyRequestResponse, code: Parameters<typeof errorBody>[0]) {
  expect(answer.json()).toEqual(errorBody(code));
  expect(answer.statusCode).toBe(errorBody(code).status);
}

test('every call is in the table once, and every role of the table exists', () => {
  const typed = table.flatMap(([, names]) => names);
  expect(typed.toSorted()).toEqual(calls.map(({ name }) => name).toSorted());
  expect(['todo', ...Object.values(roleLetters)]).toEqual(roles);
});

describe.each(roles)('E-10.280, T-B1: the role %s', (role) => {
  const letter = Object.entries(roleLetters).find(([, name]) => name === role)?.[0] ?? '';
  const allowed = new Set(
    table
      .flatMap(([allowedLetters, names]) => (allowedLetters.includes(letter) ? names : []))
      .filter((name) => role !== 'todo' || !forbiddenToTodo.has(name)),
  );

  test('may make exactly the calls of the table', async () => {
    const person = people.get(role);
    for (const call of calls) {
      const answer = await person?.request({ ...(await requestTo(call)), payloadAsStream: true });
      const { code } = await readBody(answer);
      expect(answer?.statusCode, call.name).not.toBe(401);
      expect(code === 'FORBIDDEN', `${role}: ${call.name} ${code}`).toBe(!allowed.has(call.name));
    }
  });

  test('may make no call while suspended', async () => {
    const { database, signInAs } = testApp();
    const person = await signInAs(`suspendida-${role}@simiente.example`, [role]);
    await database.db.update(staff).set({ status: SUSPENDED }).where(eq(staff.id, person.id));
    for (const call of callsToTry(role)) {
      expectRejection(await person.request(await requestTo(call)), 'UNAUTHORIZED');
    }
  });
});

test('E-10.280, T-B1: no call may be made without a session', async () => {
  const { app } = testApp();
  for (const call of calls) {
    expectRejection(await app.inject(await requestTo(call)), 'UNAUTHORIZED');
  }
});

test.each(['all', 'clinical'] as const)(
  'E-10.280, E-10.744: no role may make a call without a second step that is required of %s',
  async (requireTwoFactor) => {
    const { app } = await startApplication(
      { database: testApp().database, requireTwoFactor },
      onTestFinished,
      `${requireTwoFactor}@simiente.example`,
    );
    for (const [role, person] of people) {
      for (const call of callsToTry(role)) {
        const headers = { cookie: person.cookie };
        const request = await requestTo(call);
        const answer = await app.inject({
          ...request,
          headers: { ...request.headers, ...headers },
        });
        expectRejection(answer, 'TWO_FACTOR_REQUIRED');
      }
    }
  },
);

test('an account may do everything that one of its roles may', async () => {
  const { signInAs } = testApp();
  const both = await signInAs('ambas@simiente.example', ['laboratorio', 'recepcion']);
  for (const call of calls) {
    const answer = await both.request({ ...(await requestTo(call)), payloadAsStream: true });
    const { code } = await readBody(answer);
    const allowedLetters = table.find(([, names]) => names.includes(call.name))?.[0] ?? '';
    expect(code === 'FORBIDDEN', call.name).toBe(!/[RL]/.test(allowedLetters));
  }
});

test('the routes outside the contract serve every role', async () => {
  const inContract = new Set(calls.map(({ route }) => route.path.replace(/\/$/, '')));
  const otherRoutes = closedRoutes(testApp().app).filter(({ path }) => !inContract.has(path));
  expect(otherRoutes.map(getRouteName)).toContain('GET /v1/events');
  for (const person of people.values()) {
    for (const route of otherRoutes) {
      const payload = route.method === 'POST' ? { payload: {} } : {};
      const answer = await person.request({
        method: route.method,
        url: route.path,
        ...payload,
        payloadAsStream: true,
      });
      answer.stream().destroy();
      expect([401, 403], getRouteName(route)).not.toContain(answer.statusCode);
    }
  }
});

test('T-F1: a rejection is audited with the call and the account', async () => {
  const { database, signInAs } = testApp();
  const person = await signInAs('rechazada@simiente.example', ['recepcion']);
  await person.request({ url: '/v1/user/get-all', remoteAddress: '192.0.2.77' });
  const rows = await database.db
    .select({ action: auditEvents.action, details: auditEvents.details })
    .from(auditEvents)
    .where(eq(auditEvents.actorId, person.id));
  expect(rows).toContainEqual({
    action: 'request.refused',
    details: { code: 'FORBIDDEN', call: '/v1/user/get-all' },
  });
});

test('a route without declared access stops the start', async () => {
  const start = async (config: FastifyContextConfig) => {
    const app = Fastify();
    registerGuard(app, async () => null, {
      requireTwoFactor: 'none',
      isOwnOrigin: () => true,
      hasRecentProof: async () => true,
    });
    await app.register(async (scope) => void scope.get('/v1/new', { config }, () => ''));
    await app.ready();
  };
  await expect(start({})).rejects.toThrow('GET /v1/new declares neither');
  await start({ access: 'open' });
  await start({ access: 'session', capabilities: ['patients.read'] });
});

/** The error code of an answer, which may be a file or a stream. */
async function readBody(answer: LightMyRequestResponse | undefined): Promise<{ code?: string }> {
  const type = String(answer?.headers['content-type']);
  const stream = answer?.stream();
  if (stream === undefined || !type.startsWith('application/json')) {
    stream?.destroy();
    return {};
  }
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(Buffer.from(piece as Uint8Array));
  return JSON.parse(Buffer.concat(pieces).toString()) as { code?: string };
}
