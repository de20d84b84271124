import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

/** The one line that a wrong environment is answered with. */
function complaint(variables: NodeJS.ProcessEnv): string {
  try {
    readConfig(variables);
  } catch (error) {
    expect(error).toMatchObject({ name: 'StartupError' });
    const { message } = error as Error;
    expect(message).not.toContain('\n');
    return message;
  }
  throw new Error('The configuration was accepted');
}

describe('an empty environment', () => {
  test('is the one that was promised', () => {
    expect(readConfig({})).toEqual({
      production: false,
      host: '127.0.0.1',
      port: 3000,
      dataDir: path.resolve('data'),
      databaseUrl: null,
      databaseOwnerUrl: null,
      clinicTimeZone: 'America/Mexico_City',
      demo: false,
      demoPatients: 250,
      admin: { email: null, password: null },
      authSecret: null,
      calendlyWebhookSecret: null,
      trustProxy: false,
      secure: false,
      publicUrl: null,
      idleSeconds: 1800,
      absoluteSeconds: 43_200,
      logLevel: 'warn',
    });
  });

  test('is also one whose variables are set to nothing', () => {
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

describe('a variable', () => {
  test.each([
    ['HOST', '0.0.0.0', { host: '0.0.0.0' }],
    ['PORT', '8080', { port: 8080 }],
    ['PORT', '0', { port: 0 }],
    ['DATA_DIR', '/srv/simiente', { dataDir: '/srv/simiente' }],
    ['DATA_DIR', 'otra', { dataDir: path.resolve('otra') }],
    ['DATABASE_URL', 'postgres://a:b@c/d', { databaseUrl: 'postgres://a:b@c/d' }],
    [
      'DATABASE_URL',
      'postgresql://c/d?sslmode=require',
      { databaseUrl: 'postgresql://c/d?sslmode=require' },
    ],
    ['DATABASE_OWNER_URL', 'postgres://o@c/d', { databaseOwnerUrl: 'postgres://o@c/d' }],
    ['CLINIC_TIME_ZONE', 'America/Tijuana', { clinicTimeZone: 'America/Tijuana' }],
    ['DEMO', '1', { demo: true }],
    ['DEMO', '0', { demo: false }],
    ['DEMO_PATIENTS', '1000', { demoPatients: 1000 }],
    ['ADMIN_EMAIL', 'a@b.mx', { admin: { email: 'a@b.mx', password: null } }],
    ['ADMIN_PASSWORD', 'secreta', { admin: { email: null, password: 'secreta' } }],
    ['AUTH_SECRET', 'x'.repeat(32), { authSecret: 'x'.repeat(32) }],
    ['CALENDLY_WEBHOOK_SECRET', 'x'.repeat(32), { calendlyWebhookSecret: 'x'.repeat(32) }],
    [
      'TRUST_PROXY',
      'loopback, 10.0.0.0/8, ::1, fd00::/8',
      { trustProxy: 'loopback, 10.0.0.0/8, ::1, fd00::/8' },
    ],
    ['PUBLIC_URL', 'https://c.mx', { publicUrl: 'https://c.mx', secure: true }],
    ['PUBLIC_URL', 'http://c.mx', { publicUrl: 'http://c.mx', secure: false }],
    ['SESSION_IDLE_MINUTES', '5', { idleSeconds: 300 }],
    ['SESSION_HOURS', '8', { absoluteSeconds: 28_800 }],
    ['LOG_LEVEL', 'debug', { logLevel: 'debug' }],
    ['NODE_ENV', 'production', { production: true, logLevel: 'info' }],
    ['NODE_ENV', 'test', { production: false }],
    ['SOMETHING_ELSE', 'x', {}],
  ])('%s=%s decides what it names, and nothing else', (name, value, changed) => {
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
    ['DATABASE_OWNER_URL', 'nada'],
    ['CLINIC_TIME_ZONE', 'Marte/Olimpo'],
    ['DEMO', 'yes'],
    ['DEMO', 'true'],
    ['DEMO_PATIENTS', '0'],
    ['DEMO_PATIENTS', '100001'],
    ['ADMIN_EMAIL', 'nadie'],
    ['ADMIN_PASSWORD', '12345'],
    ['ADMIN_PASSWORD', 'x'.repeat(129)],
    ['AUTH_SECRET', 'corto'],
    ['CALENDLY_WEBHOOK_SECRET', 'x'.repeat(31)],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/8,'],
    ['TRUST_PROXY', 'proxy.example'],
    ['PUBLIC_URL', 'clinica.mx'],
    ['PUBLIC_URL', 'ftp://c.mx'],
    ['SESSION_IDLE_MINUTES', '0'],
    ['SESSION_IDLE_MINUTES', '721'],
    ['SESSION_HOURS', 'doce'],
    ['LOG_LEVEL', 'ruidoso'],
  ])('%s=%s stops the start with one line in Spanish that names it', (name, value) => {
    const message = complaint({ [name]: value });
    expect(message).toMatch(new RegExp(`^Configuración no válida: ${name} (debe|no es) [^;]+\\.$`));
    expect(message).not.toMatch(/invalid|expected|must|too/i);
  });

  test('that is wrong is said together with all others, and secrets are not repeated', () => {
    const message = complaint({
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

describe('T-A13: the demonstration', () => {
  test.each([
    '0.0.0.0',
    '::',
    '192.168.1.10',
    'clinica.mx',
    '127.evil.example',
    '128.0.0.1',
    'localhost.x',
  ])('does not listen on %s', (host) => {
    const message = complaint({ DEMO: '1', HOST: host });
    expect(message).toContain(`HOST=${host}`);
    expect(message).toContain('DEMO=0');
    expect(readConfig({ DEMO: '0', HOST: host }).host).toBe(host);
  });

  test.each(['127.0.0.1', '127.0.0.2', 'localhost', '::1'])('listens on %s', (host) => {
    expect(readConfig({ DEMO: '1', HOST: host })).toMatchObject({ demo: true, host });
  });

  test('is never one in production, wherever it listens', () => {
    for (const HOST of ['127.0.0.1', '0.0.0.0']) {
      expect(readConfig({ NODE_ENV: 'production', DEMO: '1', HOST }).demo).toBe(false);
    }
  });
});
