import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { VARIABLES } from '@simiente/server/config';
import { type Copy, DockerfileParser } from 'dockerfile-ast';
import { parse } from 'yaml';
import { ROOT, withFolder } from './run.ts';

/** The tests have no Docker: they parse its files. `npm run test:release` runs the image's content. */
const instructions = DockerfileParser.parse(
  readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8'),
).getInstructions();
const release = readFileSync(path.join(ROOT, 'scripts/release.mjs'), 'utf8');

const findArguments = (keyword: string) =>
  instructions
    .filter((instruction) => instruction.getKeyword() === keyword)
    .map((instruction) => instruction.getArgumentsContent() ?? '');

test('the Dockerfile unpacks a verified release and runs it as an unprivileged user', () => {
  expect(findArguments('FROM')).toHaveLength(2);
  for (const image of findArguments('FROM'))
    expect(image).toMatch(/^\$\{DEBIAN_IMAGE\}( AS unpacked)?$/);
  for (const keyword of ['ADD', 'MAINTAINER', 'SHELL']) expect(findArguments(keyword)).toEqual([]);
  const [archive, image] = instructions.filter(
    (instruction): instruction is Copy => instruction.getKeyword() === 'COPY',
  );
  expect(archive?.getArgumentsContent()).toMatch(/^\.cache\/release\//);
  expect(image?.getFlags().map(String)).toEqual(['--from=unpacked']);
  expect(image?.getArgumentsContent()).toBe('/app ./');
  expect(findArguments('RUN')[0]).toMatch(/^sha256sum --check/);
  expect(findArguments('USER')).toEqual(['simiente']);
  expect(findArguments('ENTRYPOINT')).toEqual([
    '["bin/node", "--max-semi-space-size=16", "apps/server/dist/cli.js"]',
  ]);
  for (const part of ["'bin', 'node'", "'apps/server/dist'"]) expect(release).toContain(part);
  const names = findArguments('ENV').flatMap((text) =>
    [...text.matchAll(/(\w+)=/g)].map(([, name]) => name),
  );
  for (const name of names) expect(VARIABLES).toContain(name);
  // No image contains a secret.
  expect(names.filter((name) => /SECRET|PASSWORD|URL|TOKEN|KEY/.test(name ?? ''))).toEqual([]);
  const [, program = ''] =
    /CMD \["bin\/node", "-e", (".*")\]/s.exec(findArguments('HEALTHCHECK')[0] ?? '') ?? [];
  expect(program).toContain('/health/live');
  expect(() => new Function(JSON.parse(program))).not.toThrow();
});

const compose = parse(readFileSync(path.join(ROOT, 'compose.yaml'), 'utf8'));

test('S11: every image has an exact tag, and can be built from a digest', () => {
  const [, built] =
    /\$\{DEBIAN_IMAGE:-(.+)\}/.exec(compose.services.simiente.build.args.DEBIAN_IMAGE) ?? [];
  expect(built).toMatch(/^debian:\d+-slim$/);
  expect(findArguments('ARG')).toEqual([`DEBIAN_IMAGE=${built}`]);
  const cluster = readFileSync(path.join(ROOT, 'deploy/ha/Dockerfile'), 'utf8');
  expect(cluster).toMatch(/^ARG DEBIAN_IMAGE=debian:13-slim\nFROM \$\{DEBIAN_IMAGE\}$/m);
});

test('S11: compose.yaml sets known variables, archives the WAL, and publishes its port only on 127.0.0.1', () => {
  const { simiente } = compose.services;
  for (const name of Object.keys(simiente.environment)) expect(VARIABLES).toContain(name);
  expect(simiente.environment).toMatchObject({ BACKUP_DIR: '/backups', WAL_ARCHIVE: '/wal' });
  expect(simiente).toMatchObject({
    ports: ['127.0.0.1:3000:3000'],
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
  });
  const files = Object.entries<string>(simiente.environment).filter(([name]) =>
    name.endsWith('_FILE'),
  );
  expect(files.map(([, file]) => file.replace('/run/secrets/', '')).sort()).toEqual(
    simiente.secrets.toSorted(),
  );
  expect(Object.keys(compose.secrets).sort()).toEqual(simiente.secrets.toSorted());
  for (const volume of simiente.volumes) {
    const [, name = ''] = /^(?:\$\{\w+:-)?(\w+)\}?:\/\w+$/.exec(volume) ?? [];
    expect(compose.volumes).toHaveProperty(name);
  }
});

test('the secrets of compose.yaml are created once, and kept', async () => {
  await withFolder(async (folder) => {
    const make = () => execFileSync(path.join(ROOT, 'deploy/make-secrets.sh'), { cwd: folder });
    const read = (name: string) => readFileSync(path.join(folder, 'secrets', name), 'utf8');
    make();
    for (const secret of Object.keys(compose.secrets)) {
      expect(existsSync(path.join(folder, 'secrets', secret)), secret).toBe(true);
    }
    const first = read('backup_passphrase');
    expect(first.length).toBeGreaterThanOrEqual(32);
    make();
    expect(read('backup_passphrase')).toBe(first);
  });
});
