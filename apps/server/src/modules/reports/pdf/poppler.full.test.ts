import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { openCertificate } from '../../../platform/paper/read-certificate.ts';
import { makeP12, PASSPHRASE } from '../../../testing/services/certificates.ts';
import { report } from '../testing/report-paper.ts';
import { makeReportPdf } from './make-report.ts';

const run = promisify(execFile);
/** Whether Debian's package poppler-utils is installed. */
const hasPoppler = await run('pdfsig', ['-v']).then(
  () => true,
  () => false,
);

const sign = () =>
  makeReportPdf(report, openCertificate({ file: makeP12(), passphrase: PASSPHRASE }));

async function saveTemporarily(bytes: Buffer): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'simiente-pdf-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'informe.pdf');
  await writeFile(file, bytes);
  return file;
}

test.skipIf(!hasPoppler)(
  'E-10.571: poppler reads the text, structure and embedded fonts of a report',
  async () => {
    const file = await saveTemporarily(await makeReportPdf(report));
    const { stdout: text } = await run('pdftotext', ['-layout', file, '-']);
    expect(text).toMatch(/Conviene repetir/);
    const { stdout: structure } = await run('pdfinfo', ['-struct', file]);
    for (const tag of ['Document', 'H1', 'H2', 'L', 'LI', 'Lbl', 'LBody', 'Sect', 'Figure']) {
      expect(structure).toMatch(new RegExp(`^\\s*${tag}\\b`, 'm'));
    }
    const { stdout: fonts } = await run('pdffonts', [file]);
    const rows = fonts.trim().split('\n').slice(2);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toMatch(/yes yes yes/);
  },
);

test.skipIf(!hasPoppler)(
  'E-10.590: poppler finds a signature valid, whole and tagged',
  async () => {
    const pdf = await sign();
    const { stdout: verified } = await run('pdfsig', ['-nocert', await saveTemporarily(pdf)]);
    expect(verified).toContain('Signature is Valid.');
    expect(verified).toContain('Total document signed');
    expect(verified).toContain('Signature Type: ETSI.CAdES.detached');
    expect(verified).toContain('Signer Certificate Common Name: Clinica de Prueba');

    pdf.write('23', pdf.indexOf('/M (D:20261122') + '/M (D:202611'.length);
    const changed = await run('pdfsig', ['-nocert', await saveTemporarily(pdf)]);
    expect(changed.stdout).toContain('Digest Mismatch');
  },
);
