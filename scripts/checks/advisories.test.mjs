import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { applyAllowances, auditDependencies, findGrave } from './advisories.mjs';

/** A project with one package in production and one build tool. */
const PACKAGES = {
  '': { dependencies: { abono: '1.0.0' }, devDependencies: { pala: '1.0.0' } },
  'node_modules/abono': { version: '1.0.0', integrity: 'sha512-x' },
  'node_modules/pala': { version: '1.0.0', integrity: 'sha512-x', dev: true },
};

const advisoryOf = (severity) => ({
  id: 1,
  url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
  title: 'Se desborda',
  severity,
  vulnerable_versions: '<2.0.0',
  cwe: [],
  cvss: { score: 0, vectorString: null },
});

const ALLOWANCE = {
  advisory: 'GHSA-aaaa-bbbb-cccc',
  package: 'abono',
  reason: 'Solo lee lo nuestro',
  expires: '2030-01-31',
};

let root;
let registry;
let answer;
const asked = [];

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'simiente-audit-'));
  const name = { name: 'huerto', version: '1.0.0' };
  writeFileSync(join(root, 'package.json'), JSON.stringify({ ...name, ...PACKAGES[''] }));
  writeFileSync(
    join(root, 'package-lock.json'),
    JSON.stringify({ ...name, lockfileVersion: 3, requires: true, packages: PACKAGES }),
  );
  registry = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      if (body.length > 0) asked.push([request.url, JSON.parse(gunzipSync(body).toString())]);
      // Only now: npm may end once it is answered, before its question is read.
      const said = request.method === 'POST' ? answer : { status: 404, body: '{}' };
      response.writeHead(said.status, { 'content-type': 'application/json' }).end(said.body);
    });
  });
  registry.listen(0, '127.0.0.1');
  await once(registry, 'listening');
});

afterAll(() => {
  registry.close();
  rmSync(root, { recursive: true, force: true });
});

beforeEach(() => {
  answer = { status: 200, body: '{}' };
});

afterEach(() => {
  asked.length = 0;
});

const audit = (allowed = [], today = '2029-12-01') =>
  auditDependencies({
    allowed,
    root,
    today,
    env: {
      npm_config_registry: `http://127.0.0.1:${registry.address().port}`,
      // npm caches its evaluation of an advisory.
      npm_config_cache: mkdtempSync(join(root, 'cache-')),
      npm_config_fetch_retries: '0',
    },
  });

describe('T-J2: the audit of what runs in production', () => {
  it('passes when the registry has no advisory', async () => {
    expect(await audit()).toEqual({
      verdict: 'clean',
      lines: ['Nothing severe in 2 production packages, ours included.'],
    });
    // Only packages in production were sent.
    expect(asked).toEqual([['/-/npm/v1/security/advisories/bulk', { abono: ['1.0.0'] }]]);
  });

  it.each(['high', 'critical'])('fails at a %s advisory', async (severity) => {
    answer.body = JSON.stringify({ abono: [advisoryOf(severity)] });
    expect(await audit()).toEqual({
      verdict: 'findings',
      lines: [`${severity}: abono: Se desborda (GHSA-aaaa-bbbb-cccc)`],
    });
  });

  it('passes a moderate advisory', async () => {
    answer.body = JSON.stringify({ abono: [advisoryOf('moderate')] });
    expect((await audit()).verdict).toBe('clean');
  });

  it('passes an allowed advisory with a reason, and prints the end of the allowance', async () => {
    answer.body = JSON.stringify({ abono: [advisoryOf('high')] });
    expect(await audit([ALLOWANCE])).toEqual({
      verdict: 'clean',
      lines: [
        'allowed until 2030-01-31: abono (GHSA-aaaa-bbbb-cccc): Solo lee lo nuestro',
        'Nothing severe in 2 production packages, ours included.',
      ],
    });
  });

  it('fails the day after an allowance has ended', async () => {
    answer.body = JSON.stringify({ abono: [advisoryOf('high')] });
    expect((await audit([ALLOWANCE], '2030-01-31')).verdict).toBe('clean');
    expect(await audit([ALLOWANCE], '2030-02-01')).toEqual({
      verdict: 'findings',
      lines: [
        'the allowance for abono (GHSA-aaaa-bbbb-cccc) ended on 2030-01-31',
        'high: abono: Se desborda (GHSA-aaaa-bbbb-cccc)',
      ],
    });
  });

  it.each([
    ['that does not know the question', 404, '{}'],
    ['that forbids it', 405, ''],
    ['that is down', 503, 'no'],
    ['that answers with a page', 200, '<!doctype html>'],
  ])('has no answer from a registry %s, which is no pass', async (_, status, body) => {
    answer = { status, body };
    const { verdict, lines } = await audit();
    expect(verdict).toBe('no-answer');
    expect(lines).toEqual([expect.stringMatching(/^No answer: .*not a pass\.$/)]);
  });

  it('reports no answer when no registry listens', async () => {
    const { verdict } = await auditDependencies({
      allowed: [],
      root,
      env: {
        npm_config_registry: 'http://127.0.0.1:9',
        npm_config_cache: join(root, 'cache'),
        npm_config_fetch_retries: '0',
      },
    });
    expect(verdict).toBe('no-answer');
  });
});

describe('an allowance', () => {
  const finding = { ...ALLOWANCE, severity: 'high', title: 'x' };

  it.each([
    [{ ...ALLOWANCE, reason: '' }],
    [{ ...ALLOWANCE, expires: undefined }],
    [{ ...ALLOWANCE, expires: 'nunca' }],
    [{ ...ALLOWANCE, package: undefined }],
  ])('that is not whole is a fault: %j', (allowance) => {
    expect(applyAllowances([finding], [allowance], '2029-12-01').faults).toHaveLength(1);
  });

  it('for an advisory that is no longer found is a fault, and covers nothing else', () => {
    const other = { ...finding, advisory: 'GHSA-xxxx-xxxx-xxxx' };
    const { open, faults } = applyAllowances([other], [ALLOWANCE], '2029-12-01');
    expect(open).toEqual([other]);
    expect(faults).toEqual([
      'the allowance for abono (GHSA-aaaa-bbbb-cccc) is no longer needed: remove it',
    ]);
  });
});

it('an advisory of many packages is reported once', () => {
  const cause = { ...advisoryOf('high'), name: 'abono', source: 1 };
  const report = { vulnerabilities: { a: { via: [cause] }, b: { via: [cause, 'a'] } } };
  expect(findGrave(report)).toHaveLength(1);
});
