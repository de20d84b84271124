import { describe, expect, test } from 'vitest';
import { describeFault, explainToOperator, toProblem } from './failures.ts';
import { Problem } from './problem.ts';

/** An error with a code, as pg, Node or Fastify throw it. */
const withCode = (code: string, message = 'x') => Object.assign(new Error(message), { code });

test('M8, E-10.904: an environment failure is one sentence in Spanish, however deeply it is wrapped', () => {
  for (const code of ['53100', 'ENOSPC', 'EDQUOT', 'XX001', 'XX002', '25006']) {
    const wrapped = new Error('Failed query', { cause: withCode(code) });
    expect([code, explainToOperator(wrapped)]).toEqual([
      code,
      expect.stringMatching(/^(No queda|La base) [^\n]+\.$/),
    ]);
  }
  for (const code of ['EROFS', 'EACCES', 'EPERM']) {
    const error = Object.assign(withCode(code), { path: '/archivo/wal', syscall: 'open' });
    expect(explainToOperator(error)).toBe(
      `No se puede escribir en /archivo/wal (${code}): dale permiso a este usuario, o monta ese disco con escritura.`,
    );
  }
  expect(explainToOperator(withCode('23505'))).toBeNull();
});

describe('toProblem', () => {
  test.each([
    ['08006', 'UNAVAILABLE'],
    ['53300', 'UNAVAILABLE'],
    ['57P01', 'UNAVAILABLE'],
    ['57014', 'UNAVAILABLE'],
    ['40P01', 'UNAVAILABLE'],
    ['40001', 'UNAVAILABLE'],
    ['ECONNREFUSED', 'UNAVAILABLE'],
    ['EHOSTUNREACH', 'UNAVAILABLE'],
    ['ENETUNREACH', 'UNAVAILABLE'],
    ['EAI_AGAIN', 'UNAVAILABLE'],
    ['ENOTFOUND', 'UNAVAILABLE'],
    ['25006', 'UNAVAILABLE'],
    ['53100', 'STORAGE_FULL'],
    ['ENOSPC', 'STORAGE_FULL'],
    ['22021', 'BAD_REQUEST'],
    ['23505', 'INTERNAL'],
    ['42501', 'INTERNAL'],
    ['42P01', 'INTERNAL'],
    ['FST_ERR_CTP_BODY_TOO_LARGE', 'PAYLOAD_TOO_LARGE'],
    ['FST_ERR_BAD_URL', 'BAD_REQUEST'],
  ])('%s is %s, however deeply it is wrapped', (code, expected) => {
    const error = withCode(code);
    const wrapped = new Error('Failed query', { cause: new Error('again', { cause: error }) });
    for (const thrown of [error, wrapped]) {
      const problem = toProblem(thrown);
      expect(problem.code).toBe(expected);
      expect(problem.retryAfter !== undefined).toBe(expected === 'UNAVAILABLE');
    }
  });

  test.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Query read timeout',
  ])('%j, which pg throws without a code, is UNAVAILABLE', (message) => {
    expect(toProblem(new Error(message)).code).toBe('UNAVAILABLE');
  });

  test('a problem is returned unchanged, and any other error is INTERNAL', () => {
    const problem = new Problem('NOT_FOUND');
    expect(toProblem(problem)).toBe(problem);
    expect(toProblem(new Error('x', { cause: problem }))).toBe(problem);
    for (const thrown of [undefined, null, 'texto', 7, {}, new TypeError('x')]) {
      expect(toProblem(thrown).code).toBe('INTERNAL');
    }
  });

  test('a circular cause ends', () => {
    const error = new Error('x');
    error.cause = error;
    expect(toProblem(error).code).toBe('INTERNAL');
    expect(describeFault(error)).toHaveProperty('faults');
  });
});

describe('describeFault', () => {
  test('T-E7, T-F4: names, codes and frames are logged, and no messages', () => {
    const cause = withCode('22P02', 'Zenaida');
    const fault = new TypeError('params: Zenaida\n    at Zenaida (x.ts:1:1)\nat Zenaida', {
      cause,
    });
    const described = describeFault(fault);
    expect(described).toMatchObject({
      faults: [
        {
          name: 'TypeError',
          frames: expect.arrayContaining([expect.stringContaining('failures.test')]),
        },
        { name: 'Error', code: '22P02' },
      ],
    });
    expect(JSON.stringify(described)).not.toContain('Zenaida');
  });
});
