import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from './config.ts';
import { readConfigError } from './testing/config.ts';

describe('the configuration from an empty environment', () => {
  test('has the documented defaults', () => {
    expect(readConfig({})).toEqual({
      production: false,
      host: '127.0.0.1',
      port: 3000,
      dataDir: path.resolve('data'),
      databaseUrl: null,
      databaseOwnerUrl: null,
      databasePoolSize: 10,
      walArchive: null,
      auditCopy: null,
      filesBucket: null,
      filesCredentials: null,
      clinicTimeZone: 'America/Mexico_City',
      mapTiles: null,
      provider: null,
      languageModel: null,
      certificate: null,
      clamd: null,
      mail: null,
      demo: false,
      demoPatients: 250,
      admin: { email: null, password: null },
      authSecret: null,
      auditSecret: null,
      previousAuthSecrets: [],
      readsPerHour: 120,
      requireTwoFactor: 'none',
      calendlyWebhookSecret: null,
      intakeOrigins: [],
      trustProxy: false,
      secure: false,
      publicUrl: null,
      linkOrigin: 'http://127.0.0.1:3000',
      idleSeconds: 1800,
      absoluteSeconds: 43_200,
      backups: {
        folder: path.resolve('data/backups'),
        daily: true,
        isConfigured: true,
        passphrase: null,
        passphraseFile: null,
      },
      logLevel: 'warn',
      metricsToken: null,
      drainSeconds: 0,
      stopSeconds: 30,
    });
  });

  test('is the same as with empty variables', () => {
    const empty = Object.fromEntries(
      [
        'HOST',
        'PORT',
        'DATA_DIR',
        'DATABASE_URL',
        'DEMO',
        'ADMIN_EMAIL',
        'TRUST_PROXY',
        'LOG_LEVEL',
      ].map((name) => [name, '']),
    );
    expect(readConfig(empty)).toEqual(readConfig({}));
  });
});

describe('an environment variable', () => {
  const { backups } = readConfig({});

  test.each([
    ['HOST', '0.0.0.0', { host: '0.0.0.0', linkOrigin: 'http://0.0.0.0:3000' }],
    ['PORT', '8080', { port: 8080, linkOrigin: 'http://127.0.0.1:8080' }],
    ['PORT', '0', { port: 0, linkOrigin: 'http://127.0.0.1:0' }],
    [
      'DATA_DIR',
      '/srv/simiente',
      { dataDir: '/srv/simiente', backups: { ...backups, folder: '/srv/simiente/backups' } },
    ],
    [
      'DATA_DIR',
      'otra',
      {
        dataDir: path.resolve('otra'),
        backups: { ...backups, folder: path.resolve('otra/backups') },
      },
    ],
    [
      'DATABASE_URL',
      'postgres://a:b@c/d',
      {
        databaseUrl: 'postgres://a:b@c/d',
        backups: { ...backups, daily: false, isConfigured: false },
      },
    ],
    [
      'DATABASE_URL',
      'postgresql://c/d?sslmode=require',
      {
        databaseUrl: 'postgresql://c/d?sslmode=require',
        backups: { ...backups, daily: false, isConfigured: false },
      },
    ],
    ['BACKUP_DIR', '/srv/copias', { backups: { ...backups, folder: '/srv/copias' } }],
    ['BACKUP_DAILY', '0', { backups: { ...backups, daily: false } }],
    [
      'BACKUP_PASSPHRASE',
      'una frase muy larga',
      { backups: { ...backups, passphrase: 'una frase muy larga' } },
    ],
    [
      'BACKUP_PASSPHRASE_FILE',
      '/run/frase',
      { backups: { ...backups, passphraseFile: '/run/frase' } },
    ],
    ['DATABASE_OWNER_URL', 'postgres://o@c/d', { databaseOwnerUrl: 'postgres://o@c/d' }],
    ['CLINIC_TIME_ZONE', 'America/Tijuana', { clinicTimeZone: 'America/Tijuana' }],
    [
      'MAP_TILES_URL',
      'https://mapas.example/{z}/{x}/{y}{r}.png?llave=1',
      {
        mapTiles: {
          url: 'https://mapas.example/{z}/{x}/{y}{r}.png?llave=1',
          attribution: '© OpenStreetMap',
        },
      },
    ],
    ['MAP_TILES_ATTRIBUTION', '© Alguien', {}],
    ['DEMO', '1', { demo: true }],
    ['DEMO', '0', { demo: false }],
    ['DEMO_PATIENTS', '1000', { demoPatients: 1000 }],
    ['ADMIN_EMAIL', 'a@b.mx', { admin: { email: 'a@b.mx', password: null } }],
    ['ADMIN_PASSWORD', 'doce letras.', { admin: { email: null, password: 'doce letras.' } }],
    ['AUTH_SECRET', 'x'.repeat(32), { authSecret: 'x'.repeat(32) }],
    ['AUDIT_SECRET', 'y'.repeat(32), { auditSecret: 'y'.repeat(32) }],
    [
      'AUTH_SECRET_PREVIOUS',
      `${'x'.repeat(32)}, ${'y'.repeat(32)}`,
      { previousAuthSecrets: ['x'.repeat(32), 'y'.repeat(32)] },
    ],
    ['REQUIRE_TWO_FACTOR', '1', { requireTwoFactor: 'all' }],
    ['CALENDLY_WEBHOOK_SECRET', 'x'.repeat(32), { calendlyWebhookSecret: 'x'.repeat(32) }],
    [
      'INTAKE_ORIGINS',
      'https://www.c.mx, http://localhost:8080',
      { intakeOrigins: ['https://www.c.mx', 'http://localhost:8080'] },
    ],
    [
      'TRUST_PROXY',
      'loopback, 10.0.0.0/8, ::1, fd00::/8',
      { trustProxy: 'loopback, 10.0.0.0/8, ::1, fd00::/8' },
    ],
    [
      'PUBLIC_URL',
      'https://c.mx',
      { publicUrl: 'https://c.mx', linkOrigin: 'https://c.mx', secure: true },
    ],
    [
      'PUBLIC_URL',
      'http://c.mx',
      { publicUrl: 'http://c.mx', linkOrigin: 'http://c.mx', secure: false },
    ],
    ['SESSION_IDLE_MINUTES', '5', { idleSeconds: 300 }],
    ['SESSION_HOURS', '8', { absoluteSeconds: 28_800 }],
    ['LOG_LEVEL', 'debug', { logLevel: 'debug' }],
    [
      'NODE_ENV',
      'production',
      { production: true, logLevel: 'info', drainSeconds: 5, requireTwoFactor: 'clinical' },
    ],
    ['NODE_ENV', 'test', { production: false }],
    ['METRICS_TOKEN', 'x'.repeat(16), { metricsToken: 'x'.repeat(16) }],
    ['DRAIN_SECONDS', '8', { drainSeconds: 8 }],
    ['STOP_SECONDS', '60', { stopSeconds: 60 }],
    [
      'FILES_URL',
      's3://archivos',
      { filesBucket: { name: 'archivos', prefix: '', endpoint: null, region: 'us-east-1' } },
    ],
    [
      'FILES_URL',
      's3://archivos/clinica/norte?region=mx-central-1',
      {
        filesBucket: {
          name: 'archivos',
          prefix: 'clinica/norte/',
          endpoint: null,
          region: 'mx-central-1',
        },
      },
    ],
    ['AWS_ACCESS_KEY_ID', 'nadie', {}],
    ['SOMETHING_ELSE', 'x', {}],
  ])('a variable %s=%s affects only its own setting', (name, value, changed) => {
    expect(readConfig({ [name]: value })).toEqual({ ...readConfig({}), ...changed });
  });

  test.each([
    ['PORT', 'abc'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '3000.5'],
    ['PORT', '0x10'],
    ['PORT', ' '],
    ['DATABASE_URL', 'mysql://a/b'],
    ['DATABASE_URL', 'localhost:5432'],
    ['DATABASE_URL', 'postgres://u:p@h1:5432,h2:5433/simiente'],
    ['DATABASE_OWNER_URL', 'postgres://u:p@localhost/simiente?host=h1,h2'],
    ['DATABASE_URL', 'postgres://u:p@h1/simiente?target_session_attrs=read-write'],
    ['DATABASE_POOL_SIZE', '1'],
    ['WAL_ARCHIVE', 's3://x'],
    ['WAL_ARCHIVE_DAYS', '0'],
    ['DATABASE_OWNER_URL', 'nada'],
    ['CLINIC_TIME_ZONE', 'Marte/Olimpo'],
    ['CLINIC_TIME_ZONE', '-06:00'],
    ['MAP_TILES_URL', 'mapas.example/{z}/{x}/{y}.png'],
    ['MAP_TILES_URL', 'https://mapas.example/{z}/{x}.png'],
    ['MAP_TILES_URL', 'https://{s}.mapas.example/{z}/{x}/{y}.png'],
    ['MAP_TILES_URL', 'https://mapas.example/{z}/{x}/{y}.png; script-src *'],
    ['MAP_TILES_URL', 'https://ana:clave@mapas.example/{z}/{x}/{y}.png'],
    ['MAP_TILES_URL', 'ftp://mapas.example/{z}/{x}/{y}.png'],
    ['MAP_TILES_ATTRIBUTION', 'x'.repeat(201)],
    ['DEMO', 'yes'],
    ['DEMO', 'true'],
    ['DEMO_PATIENTS', '0'],
    ['DEMO_PATIENTS', '100001'],
    ['ADMIN_EMAIL', 'nadie'],
    ['ADMIN_PASSWORD', 'once letras'],
    ['ADMIN_PASSWORD', 'x'.repeat(129)],
    ['AUTH_SECRET', 'corto'],
    ['AUDIT_SECRET', 'corto'],
    ['AUTH_SECRET_PREVIOUS', 'corto'],
    ['REQUIRE_TWO_FACTOR', 'sí'],
    ['CALENDLY_WEBHOOK_SECRET', 'x'.repeat(31)],
    ['INTAKE_ORIGINS', '*'],
    ['INTAKE_ORIGINS', 'null'],
    ['INTAKE_ORIGINS', 'https://c.mx/'],
    ['INTAKE_ORIGINS', 'https://*.c.mx'],
    ['INTAKE_ORIGINS', 'https://C.mx'],
    ['INTAKE_ORIGINS', 'c.mx'],
    ['INTAKE_ORIGINS', 'file:///c'],
    ['INTAKE_ORIGINS', 'https://c.mx,'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.5, ::/0'],
    ['TRUST_PROXY', '10.0.0.0/8,'],
    ['TRUST_PROXY', 'proxy.example'],
    ['PUBLIC_URL', 'clinica.mx'],
    ['PUBLIC_URL', 'ftp://c.mx'],
    ['SESSION_IDLE_MINUTES', '0'],
    ['SESSION_IDLE_MINUTES', '721'],
    ['SESSION_HOURS', 'doce'],
    ['LOG_LEVEL', 'ruidoso'],
    ['METRICS_TOKEN', 'corto'],
    ['DRAIN_SECONDS', '301'],
    ['STOP_SECONDS', '0'],
    ['FILES_URL', 'archivos'],
    ['FILES_URL', 'https://archivos.example'],
    ['FILES_URL', 's3://ana:clave@archivos'],
    ['FILES_URL', 's3://archivos?llave=secreta'],
    ['FILES_URL', 's3://archivos?endpoint=archivos.example'],
    ['FILES_URL', 's3://archivos?endpoint=https://ana:clave@archivos.example'],
    ['FILES_URL', 's3://ARCHIVOS_1'],
  ])(
    'E-5.2, E-9.2, E-10.4040: %s=%s stops the start with one line in Spanish that names it',
    (name, value) => {
      const message = readConfigError({ [name]: value });
      expect(message).toMatch(
        new RegExp(`^Configuración no válida: ${name} (debe|no es) [^;]+\\.$`),
      );
      expect(message).not.toMatch(/invalid|expected|must|too/i);
    },
  );

  test('an error names all wrong variables, and repeats no secret', () => {
    const message = readConfigError({
      PORT: 'x',
      DEMO: 'x',
      ADMIN_PASSWORD: 'abc9',
      AUTH_SECRET: 'breve9',
    });
    expect(message.split('; ')).toHaveLength(4);
    for (const name of ['PORT', 'DEMO', 'ADMIN_PASSWORD', 'AUTH_SECRET'])
      expect(message).toContain(name);
    expect(message).not.toMatch(/abc9|breve9/);
  });
});

describe('a secret of the configuration', () => {
  test('is read from the file in its variable with _FILE', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'simiente-secrets-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = path.join(folder, 'auth');
    await writeFile(file, `${'x'.repeat(32)}\n`);
    expect(readConfig({ AUTH_SECRET_FILE: file }).authSecret).toBe('x'.repeat(32));
    expect(readConfigError({ AUTH_SECRET_FILE: file, AUTH_SECRET: 'y'.repeat(32) })).toContain(
      'AUTH_SECRET y AUTH_SECRET_FILE',
    );
    await writeFile(file, 'corto');
    expect(readConfigError({ AUTH_SECRET_FILE: file })).toContain('AUTH_SECRET debe');
    expect(readConfigError({ AUTH_SECRET_FILE: path.join(folder, 'otro') })).toContain(
      'no se puede leer el archivo de AUTH_SECRET_FILE',
    );
  });

  test.each(['DATABASE_URL', 'DATABASE_OWNER_URL', 'AWS_SECRET_ACCESS_KEY', 'METRICS_TOKEN'])(
    'may be %s',
    (name) => {
      expect(readConfigError({ [`${name}_FILE`]: '/no/existe' })).toContain(`${name}_FILE`);
    },
  );
});

describe('T-A13: a demo installation', () => {
  test.each([
    '0.0.0.0',
    '::',
    '192.168.1.10',
    'clinica.mx',
    '127.evil.example',
    '128.0.0.1',
    'localhost.x',
  ])('does not listen on %s', (host) => {
    const message = readConfigError({ DEMO: '1', HOST: host });
    expect(message).toContain(`HOST=${host}`);
    expect(message).toContain('DEMO=0');
    expect(readConfig({ DEMO: '0', HOST: host }).host).toBe(host);
  });

  test.each(['127.0.0.1', '127.0.0.2', 'localhost', '::1'])('listens on %s', (host) => {
    expect(readConfig({ DEMO: '1', HOST: host })).toMatchObject({ demo: true, host });
  });

  test('is not accepted in production, at any address', () => {
    for (const HOST of ['127.0.0.1', '0.0.0.0']) {
      const PUBLIC_URL = 'https://clinica.example';
      expect(readConfig({ NODE_ENV: 'production', DEMO: '1', HOST, PUBLIC_URL }).demo).toBe(false);
    }
  });
});

test('E-10.1538: production is reachable from other machines only with an https address, or if plain HTTP is accepted', () => {
  const open = { NODE_ENV: 'production', HOST: '192.168.1.10' };
  for (const PUBLIC_URL of [undefined, 'http://clinica.example']) {
    expect(readConfigError({ ...open, PUBLIC_URL })).toContain('ALLOW_PLAIN_HTTP=1');
  }
  for (const accepted of [
    { PUBLIC_URL: 'https://clinica.example' },
    { ALLOW_PLAIN_HTTP: '1' },
    { HOST: '127.0.0.1' },
    { NODE_ENV: undefined },
  ]) {
    expect(readConfig({ ...open, ...accepted }).production).toBe(!('NODE_ENV' in accepted));
  }
});

test.each([
  [undefined, undefined, 'none'],
  ['development', undefined, 'none'],
  ['production', undefined, 'clinical'],
  ['production', '0', 'none'],
  ['production', '1', 'all'],
  ['development', '1', 'all'],
])(
  'S11, E-10.744: NODE_ENV %s with REQUIRE_TWO_FACTOR %s requires a second step from %s',
  (mode, required, rule) => {
    const config = readConfig({ NODE_ENV: mode, REQUIRE_TWO_FACTOR: required });
    expect(config.requireTwoFactor).toBe(rule);
  },
);
