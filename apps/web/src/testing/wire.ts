import { isContractProcedure } from '@orpc/contract';
import { contract } from '@simiente/contract';
import { type ErrorCode, errorTable, type InputIssue } from '@simiente/contract/common/errors';
import { EVENTS_PATH } from '@simiente/contract/events/settings';
import { act } from '@testing-library/react';
import { expect, onTestFinished, vi } from 'vitest';
import { queryClient } from '../lib/query-client.ts';

/** Request to a test's server. */
export interface WireRequest {
  /** The parameters of the query. */
  readonly query: URLSearchParams;
  /** The JSON of the body, or null. */
  readonly body: unknown;
  readonly headers: Headers;
}

/** The data of a success, the result of `errorResponse` or `networkError`, or a whole response. */
type Answer = (request: WireRequest) => unknown;

/** Answers by method and path, such as `GET /v1/user/list`. */
export type Answers = Readonly<Record<string, Answer>>;

interface ErrorDetails {
  readonly details?: unknown;
  readonly issues?: readonly InputIssue[];
}

class ErrorResponse {
  readonly code: ErrorCode;
  readonly facts: ErrorDetails;

  constructor(code: ErrorCode, facts: ErrorDetails) {
    this.code = code;
    this.facts = facts;
  }
}

/** An answer with the status and message of the error table. */
export const errorResponse = (code: ErrorCode, facts: ErrorDetails = {}) =>
  new ErrorResponse(code, facts);

const NETWORK_ERROR = Symbol('network error');

/** Makes the request fail as without a network. */
export const networkError = () => NETWORK_ERROR;

/** A deletion that includes no other records. */
export const NO_CONSEQUENCES = {
  branches: { total: 0, first: [] },
  appointments: { total: 0, first: [] },
  validations: { total: 0, inCalendly: 0 },
  results: { total: 0, first: [] },
  needsReason: false,
};

/** Answers of calls for which a test gives no other. */
const defaultAnswers: Answers = {
  'GET /v1/system/status': () => ({ checks: [] }),
  'POST /v1/trash/consequences': () => NO_CONSEQUENCES,
  'GET /v1/reminders/attention': () => ({ toConfirm: 0, requests: 0, cancelled: 0 }),
  'GET /v1/result/attention': () => ({
    overdueOrders: 0,
    critical: 0,
    criticalReceived: 0,
    rejectedOrders: 0,
    toValidate: 0,
    received: 0,
    failedMessages: 0,
  }),
};

/** The schema of each call's answer, by method and path. */
const outputs = new Map([...listProcedures(contract)]);

/** Every call of the contract: `GET /v1/user/list`. */
export const everyCall: readonly string[] = [...outputs.keys()];

function* listProcedures(part: object): Generator<[string, { parse(value: unknown): unknown }]> {
  for (const value of Object.values(part)) {
    if (!isContractProcedure(value)) {
      yield* listProcedures(value);
      continue;
    }
    const { route, outputSchema } = value['~orpc'];
    // Answers are named without the trailing slash that a few paths have.
    const path = route.path?.replace(/\/$/, '');
    yield [`${route.method ?? 'POST'} ${path}`, outputSchema as never];
  }
}

/**
 * Answers the requests of a test. An answer that the contract does not allow fails the test, and so does a request
 * without an answer. The stream of changes is open and silent.
 * @returns waits, for a moment at most, until the changes that a closed page still sends have arrived, because
 * they must not reach the next test
 */
export function answerRequests(answers: Answers): () => Promise<void> {
  const problems: unknown[] = [];
  /** Number of changes whose answers are held back. */
  let waiting = 0;
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, searchParams: query } = new URL(request.url);
    if (pathname === EVENTS_PATH) return new Promise<Response>(() => {});
    const call = `${request.method} ${pathname.replace(/\/$/, '')}`;
    const body = JSON.parse((await request.text()) || 'null');
    request.signal.throwIfAborted();
    const answer = answers[call] ?? defaultAnswers[call];
    if (answer === undefined) problems.push(`no answer to ${call}`);
    const isChange = request.method !== 'GET';
    if (isChange) waiting += 1;
    const reply = await answer?.({ query, body, headers: request.headers });
    if (isChange) waiting -= 1;
    if (answer === undefined || reply === NETWORK_ERROR) throw new TypeError('Failed to fetch');
    if (reply instanceof Response) return reply;
    if (reply instanceof ErrorResponse) {
      const { status, message } = errorTable[reply.code];
      const failure = { status, code: reply.code, errorMessage: message, ...reply.facts };
      return Response.json(failure, { status });
    }
    try {
      const output = outputs.get(call);
      // Calls outside the contract answer their data unchanged.
      return Response.json(output ? output.parse({ status: 200, data: reply }) : reply);
    } catch (error) {
      problems.push(call, error);
      throw error;
    }
  });
  const ignore = () => {};
  const waitUntilSettled = () => queryClient.isMutating() <= waiting;
  // A later retry of a mutation would reach the network.
  const settled = () => vi.waitUntil(waitUntilSettled, { timeout: 60_000 }).then(ignore, ignore);
  onTestFinished(async () => {
    await settled();
    vi.unstubAllGlobals();
    expect(problems, 'problems of the answers').toEqual([]);
  });
  return settled;
}

/** Holds an answer back until it is released. */
export function holdAnswer<Data>(answer: () => Data) {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    answer: async () => {
      await promise;
      return answer();
    },
    release: () => act(async () => resolve()),
  };
}
