import { generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import { createRequire } from 'node:module';

const forge = createRequire(new URL('../../apps/server/package.json', import.meta.url))(
  'node-forge',
);

const YEARS = 10;
/** A certificate that is valid for fewer days is made again. */
const RENEWED_WITHIN_DAYS = 5 * 365;
const DAY = 86_400_000;

/**
 * The authority that only the machines of one cluster trust.
 * @returns {string} PEM of its key and its certificate
 */
export function makeAuthority() {
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
export const withoutKey = (pem) => `${new X509Certificate(pem)}`;

/**
 * The certificate with which a machine serves and asks. Processes of the machine reach its HAProxy at 127.0.0.1.
 * @param {string} authority PEM
 * @param {{ NAME: string, ADDRESS: string }} machine
 * @param {string | undefined} kept PEM, returned unless it is another machine's or authority's, or ends soon
 * @returns {string} PEM of its key and its certificate
 */
export function keepCertificate(authority, { NAME, ADDRESS }, kept) {
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
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
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
