import { describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { readConfigError } from '../testing/config.ts';

describe('the keys of a bucket', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };
  const elsewhere = { FILES_URL: 's3://archivos?endpoint=https://s3.example' };

  test('come from the environment, or at Amazon from the machine', () => {
    expect(readConfig({ ...elsewhere, ...keys })).toMatchObject({
      filesBucket: { endpoint: 'https://s3.example' },
      filesCredentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    });
    expect(readConfig({ FILES_URL: 's3://archivos' }).filesCredentials).toBeNull();
    for (const partial of [elsewhere, { ...elsewhere, AWS_ACCESS_KEY_ID: 'a' }]) {
      expect(readConfigError(partial)).toContain('AWS_SECRET_ACCESS_KEY');
    }
  });
});

describe('E-10.330: the configuration of a mail server', () => {
  const readMail = (variables: NodeJS.ProcessEnv) => readConfig(variables).mail;

  test('is read from its address, and the sender from it or from PUBLIC_URL', () => {
    const PUBLIC_URL = 'https://simiente.clinica.example/algo';
    expect(
      readMail({ MAIL_URL: 'smtps://ana%40clinica.example:a%3Ab%40c@correo.example' }),
    ).toEqual({
      server: {
        host: 'correo.example',
        port: 465,
        secure: true,
        user: 'ana@clinica.example',
        password: 'a:b@c',
      },
      from: 'Simiente <ana@clinica.example>',
    });
    expect(readMail({ MAIL_URL: 'smtp://10.0.0.5:2525', PUBLIC_URL })).toEqual({
      server: { host: '10.0.0.5', port: 2525, secure: false, user: null, password: null },
      from: 'Simiente <simiente@simiente.clinica.example>',
    });
    expect(readMail({ MAIL_URL: 'smtp://[::1]:25' })).toMatchObject({
      server: { host: '::1' },
      from: 'Simiente <simiente@localhost>',
    });
    const MAIL_FROM = 'Clínica Almena <no-responder@clinica.example>';
    expect(readMail({ MAIL_URL: 'smtp://correo.example', MAIL_FROM })).toMatchObject({
      server: { port: 587 },
      from: MAIL_FROM,
    });
  });

  test.each([
    'http://correo.example',
    'correo.example:25',
    'smtp://',
    'smtp://correo.example/buzon',
    'smtp://correo.example?pool=true',
    'smtp://correo.example#x',
    'smtp://correo.example:0',
    'smtp://usuario@correo.example',
    'smtp://:clave@correo.example',
    'smtp://usuario:%zz@correo.example',
  ])('MAIL_URL=%s stops the start, without the password', (MAIL_URL) => {
    const message = readConfigError({ MAIL_URL });
    expect(message).toContain('MAIL_URL no es un servidor de correo');
    expect(message).not.toContain('clave');
  });

  test.each(['nadie', 'Simiente <nadie>', 'a@b.example\r\nBcc: c@d.example', '<<a@b.example>>'])(
    'MAIL_FROM=%j stops the start',
    (MAIL_FROM) => {
      const message = readConfigError({ MAIL_URL: 'smtp://correo.example', MAIL_FROM });
      expect(message).toContain('MAIL_FROM no es un correo');
    },
  );
});

describe('E-10.390: the configuration of an OpenID Connect provider', () => {
  const rest = { OIDC_CLIENT_ID: 'simiente', OIDC_CLIENT_SECRET: 'secreto' };

  test('is read completely, and is named after its host by default', () => {
    const OIDC_ISSUER = 'https://entrar.example/realms/clinica';
    expect(readConfig({ OIDC_ISSUER, ...rest }).provider).toEqual({
      issuer: OIDC_ISSUER,
      clientId: 'simiente',
      clientSecret: 'secreto',
      name: 'entrar.example',
    });
    expect(readConfig({ OIDC_ISSUER, ...rest, OIDC_NAME: 'Clínica' }).provider?.name).toBe(
      'Clínica',
    );
    expect(readConfig({}).provider).toBeNull();
  });

  test.each([
    'http://localhost:8080',
    'http://10.0.0.5/realms/a',
    'http://[::1]:8080',
    'https://10.0.0.5',
  ])('is accepted at %s', (OIDC_ISSUER) =>
    expect(readConfig({ OIDC_ISSUER, ...rest }).provider).not.toBeNull(),
  );

  test.each([
    'http://entrar.example',
    'http://8.8.8.8',
    'entrar.example',
    'https://usuario:clave@entrar.example',
    'https://entrar.example?a=b',
    'ftp://entrar.example',
  ])('stops the start if the provider is at %s', (OIDC_ISSUER) => {
    const message = readConfigError({ OIDC_ISSUER, ...rest });
    expect(message).toContain('OIDC_ISSUER no es la dirección https de un proveedor');
    expect(message).not.toContain('clave');
  });

  test('stops the start if it is incomplete', () => {
    expect(readConfigError({ OIDC_ISSUER: 'https://entrar.example' })).toContain('van juntas');
    expect(readConfigError({ OIDC_NAME: 'Clínica' })).toContain('van juntas');
  });
});

describe('E-10.625: the configuration of a language model', () => {
  test('a language model is off unless address and model are set; its key is optional', () => {
    expect(readConfig({}).languageModel).toBeNull();
    const AI_URL = 'https://modelos.example/v1';
    expect(readConfig({ AI_URL, AI_MODEL: 'redactor' }).languageModel).toEqual({
      url: AI_URL,
      model: 'redactor',
      key: null,
    });
    expect(readConfig({ AI_URL, AI_MODEL: 'redactor', AI_KEY: 'llave' }).languageModel?.key).toBe(
      'llave',
    );
  });

  test.each(['http://localhost:11434/v1', 'http://10.0.0.5:8000/v1', 'https://10.0.0.5/v1'])(
    'is accepted at %s',
    (AI_URL) => expect(readConfig({ AI_URL, AI_MODEL: 'm' }).languageModel).not.toBeNull(),
  );

  test.each([
    'http://modelos.example/v1',
    'modelos.example',
    'https://usuario:clave@modelos.example',
    'https://modelos.example/v1?a=b',
    'ftp://modelos.example',
  ])('stops the start if the model is at %s', (AI_URL) => {
    const message = readConfigError({ AI_URL, AI_MODEL: 'm' });
    expect(message).toContain('AI_URL no es la dirección https de un servidor');
    expect(message).not.toContain('clave');
  });

  test('stops the start if it is incomplete', () => {
    expect(readConfigError({ AI_URL: 'https://modelos.example/v1' })).toContain('van juntas');
    expect(readConfigError({ AI_MODEL: 'm' })).toContain('van juntas');
    expect(readConfigError({ AI_KEY: 'llave' })).toContain('van juntas');
  });
});

describe('E-10.591: the configuration of the signing certificate', () => {
  const SIGNING_P12 = '/run/secrets/clinica.p12';

  test('the certificate of papers needs both its file and its passphrase', () => {
    expect(readConfig({}).certificate).toBeNull();
    expect(readConfig({ SIGNING_P12, SIGNING_P12_PASSPHRASE: 'una frase' }).certificate).toEqual({
      file: SIGNING_P12,
      passphrase: 'una frase',
    });
    expect(readConfigError({ SIGNING_P12 })).toContain('van juntas');
    expect(readConfigError({ SIGNING_P12_PASSPHRASE: 'una frase' })).toContain('van juntas');
  });
});

test.each([
  ['127.0.0.1:3310', { host: '127.0.0.1', port: 3310 }],
  ['[::1]:3310', { host: '::1', port: 3310 }],
])('T-L14: the address of clamd is a host and a port: %s', (CLAMD, clamd) => {
  expect(readConfig({ CLAMD })).toMatchObject({ clamd });
});

test.each(['127.0.0.1', 'tcp://127.0.0.1:3310', '127.0.0.1:99999', ':3310'])(
  'T-L14: %s is not the address of a clamd',
  (CLAMD) => {
    expect(readConfigError({ CLAMD })).toContain('127.0.0.1:3310');
  },
);

describe('E-10.2821: REQUIRE_TLS', () => {
  const database = 'postgres://app:clave@10.0.0.5:5432/clinica';
  const [bucket, oidcClient] = [
    's3://bucket?endpoint=',
    { OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'y' },
  ];
  const keys = { AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'y' };

  test.each([
    ['DATABASE_URL', { DATABASE_URL: database }],
    ['DATABASE_URL', { DATABASE_URL: `${database}?sslmode=prefer` }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres:///clinica?host=10.0.0.5' }],
    ['DATABASE_OWNER_URL', { DATABASE_OWNER_URL: database }],
    ['OIDC_ISSUER', { OIDC_ISSUER: 'http://10.0.0.5/realm', ...oidcClient }],
    ['AI_URL', { AI_URL: 'http://192.168.0.5/v1', AI_MODEL: 'm' }],
    ['FILES_URL', { FILES_URL: `${bucket}http://10.0.0.5`, ...keys }],
    ['WAL_ARCHIVE', { WAL_ARCHIVE: `${bucket}http://10.0.0.5`, ...keys }],
    ['AUDIT_COPY', { AUDIT_COPY: `${bucket}http://10.0.0.5`, ...keys }],
    ['MAIL_URL', { MAIL_URL: 'smtp://10.0.0.5:25' }],
    ['CLAMD', { CLAMD: '10.0.0.5:3310' }],
    ['ALLOW_PLAIN_HTTP', { ALLOW_PLAIN_HTTP: '1' }],
  ])('rejects %s over the network in clear text', (name, variables) => {
    expect(readConfigError({ ...variables, REQUIRE_TLS: '1' })).toContain(`las de ${name}. `);
    expect(() => readConfig(variables)).not.toThrow();
  });

  test.each([
    { DATABASE_URL: `${database}?sslmode=verify-full` },
    { DATABASE_URL: 'postgres://app:clave@[::1]:5432/clinica', CLAMD: '[::1]:3310' },
    { DATABASE_URL: 'postgres:///clinica?host=/var/run/postgresql' },
    { DATABASE_URL: 'postgres://app@%2Fvar%2Frun%2Fpostgresql/clinica' },
    { MAIL_URL: 'smtps://correo.example', CLAMD: '127.0.0.1:3310' },
    { MAIL_URL: 'smtp://usuario:clave@correo.example' },
    { FILES_URL: `${bucket}https://s3.example`, ...keys },
    { AI_URL: 'http://127.0.0.1:8080/v1', AI_MODEL: 'm' },
  ])('accepts TLS and services of this machine: %j', (variables) => {
    expect(() => readConfig({ ...variables, REQUIRE_TLS: '1' })).not.toThrow();
  });
});
