import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import forge from 'node-forge';
import { onTestFinished } from 'vitest';

export const PASSPHRASE = 'una frase de prueba';

interface CertificateFacts {
  readonly passphrase?: string;
  readonly bits?: number;
  readonly validFrom?: Date;
  readonly validTo?: Date;
  /** Whether the file has the certificate of another key. */
  readonly ofAnother?: boolean;
}

/**
 * A PKCS#12 file with a new self-signed certificate, marked as an authority's, deleted with the test.
 * @returns its path
 */
export function makeP12(facts: CertificateFacts = {}): string {
  const { passphrase = PASSPHRASE, bits = 2048, ofAnother = false } = facts;
  const key = newKey(bits);
  const certificate = makeCertificate(ofAnother ? newKey(bits) : key, facts);
  const file = forge.pkcs12.toPkcs12Asn1(key, [certificate], passphrase, { algorithm: '3des' });
  return writeP12(Buffer.from(forge.asn1.toDer(file).getBytes(), 'binary'));
}

/** @returns the path of a file with these bytes, deleted with the test */
export function writeP12(bytes: Buffer): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'simiente-p12-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'clinica.p12');
  writeFileSync(file, bytes);
  return file;
}

/** PEM of a self-signed certificate, and of its key. */
export function makePem(): { readonly cert: string; readonly key: string } {
  const key = newKey(2048);
  const cert = forge.pki.certificateToPem(makeCertificate(key, {}));
  return { cert, key: forge.pki.privateKeyToPem(key) };
}

/** Node creates keys a hundred times faster than the library. */
function newKey(bits: number): forge.pki.rsa.PrivateKey {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: bits });
  return forge.pki.privateKeyFromPem(
    privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
  );
}

function makeCertificate(
  key: forge.pki.rsa.PrivateKey,
  { validFrom = new Date('2026-01-01'), validTo = new Date('2046-01-01') }: CertificateFacts,
): forge.pki.Certificate {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e);
  // Positive and without leading zeros, which OpenSSL rejects.
  certificate.serialNumber = `01${randomBytes(16).toString('hex')}`;
  certificate.validity.notBefore = validFrom;
  certificate.validity.notAfter = validTo;
  const names = [{ name: 'commonName', value: 'Clinica de Prueba' }];
  certificate.setSubject(names);
  certificate.setIssuer(names);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: true },
    { name: 'keyUsage', keyCertSign: true, digitalSignature: true, nonRepudiation: true },
  ]);
  certificate.sign(key, forge.md.sha256.create());
  return certificate;
}
