import { execFile } from 'node:child_process';
import { createHash, verify, X509Certificate } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { extractSignature } from '@signpdf/utils';
import forge from 'node-forge';
import { expect, test } from 'vitest';
import { openCertificate } from '../../../platform/paper/read-certificate.ts';
import { inspectPdf, readPdf } from '../../../testing/files/read-pdf.ts';
import { makeP12, PASSPHRASE } from '../../../testing/services/certificates.ts';
import { report } from '../testing/report-paper.ts';
import { makeReportPdf } from './make-report.ts';

const run = promisify(execFile);
const ONCE = fileURLToPath(new URL('../testing/sign-once.ts', import.meta.url));

const open = (file = makeP12()) => openCertificate({ file, passphrase: PASSPHRASE });

test('E-10.590: two processes create the same signed bytes; another certificate gives different ones', async () => {
  const file = makeP12();
  const ownPdf = await makeReportPdf(report, open(file));
  const { stdout: otherOutput } = await run(process.execPath, [ONCE, file, PASSPHRASE], {
    encoding: 'buffer',
    maxBuffer: 16 * 1024 * 1024,
  });
  expect(otherOutput.equals(ownPdf)).toBe(true);
  expect((await makeReportPdf(report, open())).equals(ownPdf)).toBe(false);
});

test('E-10.590: the signature covers the whole file, names certificate and time, and does not change the page', async () => {
  const pdf = await makeReportPdf(report, open());
  const { ByteRange, signedData } = extractSignature(pdf);
  const [begin, length, rest, restLength] = ByteRange;
  expect([begin, (rest ?? 0) + (restLength ?? 0)]).toEqual([0, pdf.length]);
  // Only the signature itself is left out.
  const leftOut = pdf.subarray(length, rest).toString();
  expect(leftOut).toMatch(/^<[0-9a-f]+>$/);

  // Cut at its length, because the library treats zeros at its end as padding.
  const space = Buffer.from(leftOut.slice(1, -1), 'hex');
  const signature = space.subarray(0, 4 + space.readUInt16BE(2)).toString('binary');
  const message = forge.pkcs7.messageFromAsn1(forge.asn1.fromDer(signature));
  const { authenticatedAttributes, signature: value } = message.rawCapture as {
    authenticatedAttributes: forge.asn1.Asn1[];
    signature: string;
  };
  const der = (part: forge.asn1.Asn1) => Buffer.from(forge.asn1.toDer(part).getBytes(), 'binary');
  const attributes = authenticatedAttributes.map(der);
  expect(attributes).toEqual(attributes.toSorted(Buffer.compare));
  const all = Buffer.concat(attributes);
  expect(all.includes(createHash('sha256').update(signedData).digest())).toBe(true);
  const [certificate] = (message as forge.pkcs7.PkcsSignedData).certificates;
  if (!certificate) throw new Error('The signature has no certificate');
  const parsedCertificate = new X509Certificate(der(forge.pki.certificateToAsn1(certificate)));
  expect(all.includes(createHash('sha256').update(parsedCertificate.raw).digest())).toBe(true);
  const { SET, UNIVERSAL } = { SET: forge.asn1.Type.SET, UNIVERSAL: forge.asn1.Class.UNIVERSAL };
  const set = forge.asn1.create(UNIVERSAL, SET, true, authenticatedAttributes);
  expect(
    verify('sha256', der(set), parsedCertificate.publicKey, Buffer.from(value, 'binary')),
  ).toBe(true);

  expect(pdf.toString('latin1')).toContain('/M (D:20261122234405Z)');
  const [signed, plain] = [await readPdf(pdf), await readPdf(await makeReportPdf(report))];
  expect(signed).toEqual(plain);
});

test('E-10.590: with a certificate that is newer than the report, the signature is dated with the start of its validity', async () => {
  const later = makeP12({ validFrom: new Date('2026-12-01T00:00:00Z') });
  const pdf = await makeReportPdf(report, open(later));
  expect(pdf.toString('latin1')).toContain('/M (D:20261201000000Z)');
});

test('E-10.590: a clinic whose name looks like a part of a signature gets its paper', async () => {
  const name = '/ByteRange [0 /********** /********** /**********] /Contents <00>';
  const logo = Buffer.from(PIXEL, 'base64');
  const letterhead = { name, address: name, licence: name, logo };
  const pdf = await makeReportPdf({ ...report, letterhead }, open());
  expect(extractSignature(pdf).ByteRange.at(-1)).toBeGreaterThan(0);
});

test('M2, E-10.590: a signed file keeps its structure and gains the signature field', async () => {
  const { roles } = await inspectPdf(await makeReportPdf(report, open()));
  expect(roles).toContain('H1');
  expect(roles).toContain('Form');
});

test('M2, E-10.590: the signature is invalid after one changed digit', async () => {
  const changed = await makeReportPdf(report, open());
  expect(isDigestSigned(changed)).toBe(true);
  changed.write('23', changed.indexOf('/M (D:20261122') + '/M (D:202611'.length);
  expect(isDigestSigned(changed)).toBe(false);
});

/** Whether the signed attributes have the digest of the covered bytes. */
function isDigestSigned(pdf: Buffer): boolean {
  const { signature, signedData } = extractSignature(pdf);
  const digest = createHash('sha256').update(signedData).digest();
  return Buffer.from(signature, 'binary').includes(digest);
}

/** A PNG of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
