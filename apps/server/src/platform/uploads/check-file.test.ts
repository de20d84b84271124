import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blackPng } from '../../testing/files/bombs.ts';
import { encryptedPdf, makePdf } from '../../testing/files/uploads.ts';
import { Problem } from '../problem.ts';
import { type AcceptedKinds, checkFile } from './check-file.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'simiente-check-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const any: AcceptedKinds = {
  kinds: ['pdf', 'jpeg', 'png'],
  otherwise: (kind) => (kind === 'dicom' ? 'DICOM_NOT_ACCEPTED' : 'FILE_TYPE_NOT_ACCEPTED'),
};

/** The media type of a file, or the code of its rejection. */
async function verdict(bytes: Buffer, accepted = any): Promise<string> {
  const file = path.join(folder, crypto.randomUUID());
  await writeFile(file, bytes);
  const received = { scan: async () => file, name: 'estudio.pdf', size: bytes.length, sha256: '' };
  return checkFile(received, accepted).then(
    ({ mediaType }) => mediaType,
    (error: unknown) => {
      if (error instanceof Problem) return error.code;
      throw error;
    },
  );
}

const picture = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: '#1c584c' } });

describe('an uploaded PDF', () => {
  test('is accepted', async () => {
    expect(await verdict(makePdf())).toBe('application/pdf');
  });

  test('is accepted with spaces after its end mark', async () => {
    expect(await verdict(Buffer.concat([makePdf(), Buffer.from('\r\n\0\0 \n')]))).toBe(
      'application/pdf',
    );
  });

  test('E-5.12, E-10.14: is rejected with its own code when it has a password', async () => {
    expect(await verdict(encryptedPdf)).toBe('FILE_ENCRYPTED');
  });

  test.each([0.3, 0.6, 0.95])(
    'E-10.14: is rejected with its own code when cut off after %d of it',
    async (share) => {
      const whole = makePdf();
      expect(await verdict(whole.subarray(0, Math.floor(whole.length * share)))).toBe(
        'FILE_TRUNCATED',
      );
    },
  );

  test('T-L14: is recognised by its signature within the first 1 024 bytes', async () => {
    for (const before of ['\uFEFF', '\r\n', ' '.repeat(1019)]) {
      const bytes = Buffer.concat([Buffer.from(before), makePdf()]);
      expect(await verdict(bytes)).toBe('application/pdf');
    }
    const late = Buffer.concat([Buffer.alloc(1020, ' '), makePdf()]);
    expect(await verdict(late)).toBe('FILE_TYPE_NOT_ACCEPTED');
  });

  test('T-L14: is accepted with attachments, forms, scripts and links, which our answers never run', async () => {
    for (const catalog of [
      '/Names << /EmbeddedFiles << /Names [(factura.xml) 5 0 R] >> >> /AF [5 0 R]',
      '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>',
    ]) {
      expect(await verdict(makePdf('x', catalog))).toBe('application/pdf');
    }
  });

  test('T-L14: is rejected as encrypted by its mark, wherever it is, and not by the words of a text', async () => {
    const mark = '/Encrypt 12 0 R';
    // The file is read in chunks of 64 kB; one of these marks crosses a boundary.
    for (const before of [0, 65_530, 65_536, 131_070]) {
      const bytes = `%PDF-1.7\n${'x'.repeat(before)}trailer << ${mark} >>\n%%EOF\n`;
      expect(await verdict(Buffer.from(bytes))).toBe('FILE_ENCRYPTED');
    }
    expect(await verdict(makePdf('/Encrypt', '/EncryptMetadata false'))).toBe('application/pdf');
  });

  test('E-10.14, T-D2: is rejected with appended content', async () => {
    const archive = Buffer.concat([Buffer.from('PK\x03\x04'), deflateRawSync('hola')]);
    const page = Buffer.from('<html><script>alert(1)</script></html>');
    expect(await verdict(Buffer.concat([makePdf(), archive]))).toBe('FILE_UNREADABLE');
    expect(await verdict(Buffer.concat([makePdf(), page]))).toBe('FILE_UNREADABLE');
  });

  test('is rejected as an image renamed to PDF if only PDFs are accepted', async () => {
    const onlyPdf: AcceptedKinds = { kinds: ['pdf'], otherwise: () => 'NOT_A_PDF' };
    expect(await verdict(await picture().png().toBuffer(), onlyPdf)).toBe('NOT_A_PDF');
    expect(await verdict(Buffer.from('hola'), onlyPdf)).toBe('NOT_A_PDF');
  });
});

describe('an uploaded image', () => {
  test('is accepted by its content', async () => {
    expect(await verdict(await picture().png().toBuffer())).toBe('image/png');
    expect(await verdict(await picture().jpeg().toBuffer())).toBe('image/jpeg');
  });

  test('is rejected with its own code when cut off', async () => {
    for (const whole of [await picture().png().toBuffer(), await picture().jpeg().toBuffer()]) {
      expect(await verdict(whole.subarray(0, whole.length - 20))).toBe('FILE_TRUNCATED');
    }
  });

  test('is unreadable when its middle is damaged', async () => {
    const png = await picture().png().toBuffer();
    png.fill(0, 30, 60);
    expect(await verdict(png)).toBe('FILE_UNREADABLE');
  });

  test('T-D5: is rejected before it is unpacked if it has more pixels than any camera', async () => {
    const bomb = blackPng(16_000, 16_000);
    expect(bomb.length).toBeLessThan(2_000_000);
    expect(await verdict(bomb)).toBe('FILE_UNREADABLE');
  });

  test('T-D5: is rejected before it blocks other uploads if it is one pixel wide or high, and 100 000 long', async () => {
    for (const [width, height] of [
      [1, 100_000],
      [100_000, 1],
    ]) {
      expect(await verdict(await picture(width, height).png().toBuffer())).toBe('FILE_UNREADABLE');
    }
  });

  test('T-D5: is rejected if it unpacks beyond the memory limit', async () => {
    expect(await verdict(blackPng(7000, 7000, { bits: 16, colours: 'rgba' }))).toBe(
      'FILE_UNREADABLE',
    );
    expect(await verdict(blackPng(700, 700, { bits: 16, colours: 'rgba' }))).toBe('image/png');
  });

  test('T-D3: is rejected in SVG, HTML or another format', async () => {
    const gif = await picture().gif().toBuffer();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>');
    for (const bytes of [gif, svg, Buffer.from('<!doctype html><script>alert(1)</script>')]) {
      expect(await verdict(bytes)).toBe('FILE_TYPE_NOT_ACCEPTED');
    }
  });
});

test('E-10.13: a file in DICOM format is rejected with its own code', async () => {
  const dicom = Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), Buffer.alloc(400)]);
  expect(await verdict(dicom)).toBe('DICOM_NOT_ACCEPTED');
});

test('E-10.14: a file without bytes is rejected with its own code', async () => {
  expect(await verdict(Buffer.alloc(0))).toBe('FILE_EMPTY');
});
