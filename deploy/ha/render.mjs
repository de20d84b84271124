import { generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';

const TEMPLATES = fileURLToPath(new URL('machine/', import.meta.url));
const SECRETS = [
  'SUPERUSER_PASSWORD',
  'REPLICATION_PASSWORD',
  'PATRONI_PASSWORD',
  'OWNER_PASSWORD',
  'APP_PASSWORD',
  'AUTH_SECRET',
  'AUDIT_SECRET',
  'BACKUP_PASSPHRASE',
  'ADMIN_PASSWORD',
];
const AUTHORITY = 'CLUSTER_AUTHORITY';
/** May be empty: a line that names it is then left out. */
const OPTIONAL = new Set(['WEB_PROXIES', 'S3_CA_FILE']);
const CERTIFICATE = 'etc/patroni/machine.pem';
const FIRST_PORT = 3001;
/** Connections of a process: its pool, one that listens, and one that a command may open. */
const CONNECTIONS = 12;

/**
 * Writes the files of each machine, from values and from secrets that are created once and kept.
 * @param {string} valuesFile see values.example.env
 * @param {string} folder receives secrets.env, and a folder for each machine
 */
export function render(valuesFile, folder) {
  const values = parseEnv(readFileSync(valuesFile, 'utf8'));
  const named = parseEnv(readFileSync(new URL('values.example.env', import.meta.url), 'utf8'));
  for (const name of Object.keys(named)) {
    if (!values[name] && !OPTIONAL.has(name)) throw new Error(`${valuesFile}: falta ${name}`);
  }
  if (!/^[1-9]\d?$/.test(values.PROCESSES)) {
    throw new Error(`${valuesFile}: PROCESSES debe ser un número de 1 a 99`);
  }
  const addresses = values.MACHINES.split(/\s+/);
  if (addresses.length !== 3 || new Set(addresses).size !== 3) {
    throw new Error(`${valuesFile}: MACHINES debe tener tres direcciones distintas`);
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const secretsFile = join(folder, 'secrets.env');
  const areNew = !existsSync(secretsFile);
  const secrets = storeSecrets(secretsFile);
  const machines = addresses.map((ADDRESS, at) => ({ NAME: `simiente-${at + 1}`, ADDRESS }));
  const ports = Array.from({ length: Number(values.PROCESSES) }, (_, at) => FIRST_PORT + at);
  const list = (one, between) => machines.map(one).join(between);
  const shared = {
    ...values,
    ...secrets,
    PORTS: ports.join(' '),
    AUTHORITY: withoutKey(secrets[AUTHORITY]),
    ETCD_CLUSTER: list(({ NAME, ADDRESS }) => `${NAME}=https://${ADDRESS}:2380`, ','),
    ETCD_HOSTS: list(({ ADDRESS }) => `${ADDRESS}:2379`, ','),
    MAX_CONNECTIONS: String(40 + CONNECTIONS * machines.length * ports.length),
    // The HAProxy of the same machine, and the proxies before it.
    TRUST_PROXY: ['127.0.0.1', ...(values.WEB_PROXIES || '').split(/\s+/)]
      .filter(Boolean)
      .join(','),
  };
  for (const machine of machines) {
    const certificate = join(folder, machine.NAME, CERTIFICATE);
    const kept = existsSync(certificate) ? readFileSync(certificate, 'utf8') : undefined;
    const CERTIFICATE_AND_KEY = keepCertificate(secrets[AUTHORITY], machine, kept);
    const repeated = {
      PEER: machines.map(({ NAME, ADDRESS }) => ({ PEER_NAME: NAME, PEER: ADDRESS })),
      PEER_PORT: machines.flatMap(({ NAME, ADDRESS }) =>
        ports.map((PEER_PORT) => ({ PEER_NAME: NAME, PEER: ADDRESS, PEER_PORT })),
      ),
      PORT: ports.map((PORT) => ({ PORT })),
    };
    for (const file of readdirSync(TEMPLATES, { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue;
      const source = join(file.parentPath, file.name);
      const target = join(folder, machine.NAME, source.slice(TEMPLATES.length));
      mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
      const WEB_BIND = values.WEB_BIND.replace('ADDRESS', machine.ADDRESS);
      // HAProxy of the same machine leads to the standbys.
      const known = { ...shared, ...machine, CERTIFICATE_AND_KEY, WEB_BIND };
      const text = fill(readFileSync(source, 'utf8'), known, repeated);
      writeFileSync(target, text, { mode: 0o600 });
    }
  }
  return { machines, ports, values, secrets, ...(areNew && { newSecrets: secretsFile }) };
}

/** Creates each secret once, so that rendering again changes no password. */
function storeSecrets(file) {
  const kept = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  const secrets = Object.fromEntries(
    SECRETS.map((name) => [name, kept[name] ?? randomBytes(24).toString('hex')]),
  );
  secrets[AUTHORITY] = kept[AUTHORITY] ?? makeAuthority();
  const text = Object.entries(secrets)
    .map(([name, value]) => `${name}="${value}"\n`)
    .join('');
  writeFileSync(file, text, { mode: 0o600 });
  return secrets;
}

/**
 * A block (a line, and the deeper ones below it) is written for each machine if it names one as a peer, and
 * for each process if it names a port; a line that names an empty value is left out.
 */
function fill(template, values, repeated) {
  return expandBlocks(template, Object.keys(repeated))
    .flatMap(({ block, key }) => (key ? repeated[key].map((one) => [block, one]) : [[block, {}]]))
    .flatMap(([block, one]) => {
      const known = { ...values, ...one };
      const names = [...block.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name);
      if (names.some((name) => OPTIONAL.has(name) && !known[name])) return [];
      return block.replace(/\$\{(\w+)\}/g, (_, name) => {
        if (known[name] === undefined)
          throw new Error(`A template names ${name}, which is nothing`);
        return known[name];
      });
    })
    .join('\n');
}

function expandBlocks(template, keys) {
  const blocks = [];
  const lines = template.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    const key = keys.findLast((name) => line.includes(`\${${name}}`));
    let block = line;
    if (key === 'PORT') {
      const indent = line.search(/\S/);
      while (lines[at + 1]?.search(/\S/) > indent) block += `\n${lines[++at]}`;
    }
    blocks.push({ block, key });
  }
  return blocks;
}

const forge = createRequire(new URL('../../apps/server/package.json', import.meta.url))(
  'node-forge',
);

const YEARS = 10;
/** A certificate that is valid for fewer days is replaced. */
const RENEWED_WITHIN_DAYS = 5 * 365;
const DAY = 86_400_000;

/**
 * The authority that only the machines of one cluster trust.
 * @returns {string} PEM of its key and its certificate
 */
function makeAuthority() {
  const key = makeKey();
  const name = [{ name: 'commonName', value: 'Simiente' }];
  const extensions = [
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    { name: 'subjectKeyIdentifier' },
  ];
  return toPem(key, certify(name, key, extensions, { name, key, years: 2 * YEARS }));
}

/** @returns {string} PEM of the certificate without its key */
const withoutKey = (pem) => `${new X509Certificate(pem)}`;

/**
 * The certificate of a machine, as server and as client. Processes of the machine reach its HAProxy at 127.0.0.1.
 * @param {string} authority PEM
 * @param {{ NAME: string, ADDRESS: string }} machine
 * @param {string | undefined} kept PEM, returned unless it is another machine's or authority's, or ends soon
 * @returns {string} PEM of its key and its certificate
 */
function keepCertificate(authority, { NAME, ADDRESS }, kept) {
  if (kept && isGood(new X509Certificate(kept), new X509Certificate(authority), ADDRESS)) {
    return kept;
  }
  const key = makeKey();
  const addresses = [ADDRESS, '127.0.0.1'].map((ip) => ({ type: 7, ip }));
  const extensions = [
    { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
    { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
    { name: 'subjectAltName', altNames: [{ type: 2, value: NAME }, ...addresses] },
    { name: 'authorityKeyIdentifier', keyIdentifier: toKeyIdentifier(authority) },
  ];
  const issuer = {
    name: forge.pki.certificateFromPem(withoutKey(authority)).subject.attributes,
    key: forge.pki.privateKeyFromPem(authority),
    years: YEARS,
  };
  return toPem(key, certify([{ name: 'commonName', value: NAME }], key, extensions, issuer));
}

const toKeyIdentifier = (pem) =>
  forge.pki.certificateFromPem(withoutKey(pem)).generateSubjectKeyIdentifier().getBytes();

const isGood = (certificate, authority, address) =>
  certificate.verify(authority.publicKey) &&
  certificate.checkIP(address) !== undefined &&
  Date.parse(certificate.validTo) - Date.now() > RENEWED_WITHIN_DAYS * DAY;

/** Node makes keys a hundred times faster than the library. */
function makeKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 3072 });
  return forge.pki.privateKeyFromPem(privateKey.export({ type: 'pkcs1', format: 'pem' }));
}

function certify(subject, key, extensions, issuer) {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e);
  // Positive and without leading zeros, which OpenSSL rejects.
  certificate.serialNumber = `01${randomBytes(16).toString('hex')}`;
  // The clocks of the machines may differ a little.
  certificate.validity.notBefore = new Date(Date.now() - DAY);
  certificate.validity.notAfter = new Date(Date.now() + issuer.years * 365 * DAY);
  certificate.setSubject(subject);
  certificate.setIssuer(issuer.name);
  certificate.setExtensions(extensions);
  certificate.sign(issuer.key, forge.md.sha256.create());
  return certificate;
}

const toPem = (key, certificate) =>
  `${forge.pki.privateKeyToPem(key)}${forge.pki.certificateToPem(certificate)}`.replaceAll(
    '\r',
    '',
  );

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [values, folder, ...rest] = process.argv.slice(2);
  try {
    if (!folder || rest.length > 0)
      throw new Error('Uso: node deploy/ha/render.mjs VALORES CARPETA');
    const { machines, newSecrets } = render(values, folder);
    if (newSecrets)
      console.log(`Secretos nuevos en ${newSecrets}: guárdalo fuera de las tres máquinas.`);
    for (const { NAME, ADDRESS } of machines) console.log(`${join(folder, NAME)}: ${ADDRESS}`);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
