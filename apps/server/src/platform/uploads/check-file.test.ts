import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deflateRawSync, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blackPng, deflateRepeated } from '../../testing/files/bombs.ts';
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

/** The media type of a file, or the code of its refusal. */
async function verdict(bytes: Buffer, accepted = any): Promise<string> {
  const file = path.join(folder, crypto.randomUUID());
  await writeFile(file, bytes);
  const received = { path: file, name: 'estudio.pdf', size: bytes.length, sha256: '' };
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

describe('a PDF', () => {
  test('is accepted', async () => {
    expect(await verdict(makePdf())).toBe('application/pdf');
  });

  test('is accepted with blanks after its end mark', async () => {
    expect(await verdict(Buffer.concat([makePdf(), Buffer.from('\r\n\0\0 \n')]))).toBe(
      'application/pdf',
    );
  });

  test('E-5.12, E-10.14: is refused with its own code when it has a password', async () => {
    expect(await verdict(encryptedPdf)).toBe('FILE_ENCRYPTED');
  });

  test.each([0.3, 0.6, 0.95])(
    'E-10.14: is refused with its own code when cut off after %d of it',
    async (share) => {
      const whole = makePdf();
      expect(await verdict(whole.subarray(0, Math.floor(whole.length * share)))).toBe(
        'FILE_TRUNCATED',
      );
    },
  );

  test('is unreadable when it has only a beginning and an end', async () => {
    expect(await verdict(Buffer.from('%PDF-1.7\nhola\n%%EOF\n'))).toBe('FILE_UNREADABLE');
  });

  test('E-10.14, T-D2: is refused when it is also another kind of file', async () => {
    const archive = Buffer.concat([Buffer.from('PK\x03\x04'), deflateRawSync('hola')]);
    const page = Buffer.from('<html><script>alert(1)</script></html>');
    expect(await verdict(Buffer.concat([makePdf(), archive]))).toBe('FILE_UNREADABLE');
    expect(await verdict(Buffer.concat([makePdf(), page]))).toBe('FILE_UNREADABLE');
    expect(await verdict(Buffer.concat([page, makePdf()]))).toBe('FILE_TYPE_NOT_ACCEPTED');
    expect(await verdict(Buffer.concat([Buffer.from('GIF89a'), makePdf()]))).toBe(
      'FILE_TYPE_NOT_ACCEPTED',
    );
  });

  test('is refused as an image renamed to PDF where only PDFs are accepted', async () => {
    const onlyPdf: AcceptedKinds = { kinds: ['pdf'], otherwise: () => 'NOT_A_PDF' };
    expect(await verdict(await picture().png().toBuffer(), onlyPdf)).toBe('NOT_A_PDF');
    expect(await verdict(Buffer.from('hola'), onlyPdf)).toBe('NOT_A_PDF');
  });
});

describe('T-D2: a PDF with active content', () => {
  const packed = (objects: string) => {
    const bytes = deflateSync(`1 0 ${objects}`);
    const dictionary = `<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${bytes.length} >>`;
    return `${dictionary}\nstream\n${bytes.toString('latin1')}\nendstream`;
  };

  test.each([
    [
      'runs a program when it is opened',
      makePdf('x', '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>'),
    ],
    ['hides that name', makePdf('x', '/OpenAction << /S /J#61va#53cript /JS (1) >>')],
    [
      'runs it from a name of its own',
      makePdf('x', '/Names << /JavaScript << /Names [(a) 5 0 R] >> >>', [
        '<< /S /JavaScript /JS (1) >>',
      ]),
    ],
    [
      'starts another program',
      makePdf('x', '/OpenAction << /S /Launch /F (cmd.exe) /NewWindow true >>'),
    ],
    [
      'brings a file along',
      makePdf('x', '/Names << /EmbeddedFiles << /Names [(a.exe) 5 0 R] >> >>', [
        '<< /Type /Filespec /F (a.exe) /EF << /F 6 0 R >> >>',
        '<< /Type /EmbeddedFile /Length 2 >>\nstream\nMZ\nendstream',
      ]),
    ],
    [
      'sends what is filled in',
      makePdf('x', '/AA << /WC << /S /SubmitForm /F (https://x.example) >> >>'),
    ],
    [
      'asks another machine for a file, which learns who opens it',
      makePdf('x', '/OpenAction << /S /GoToR /F (\\\\x.example\\a.pdf) /D [0 /Fit] >>'),
    ],
    [
      'runs a program when it plays',
      makePdf('x', '/OpenAction << /S /Rendition /OP 0 /JS (app.alert(1)) >>'),
    ],
    [
      'packs it away and says so elsewhere',
      makePdf('x', '', [
        packed('<< /S /Launch /F (cmd.exe) >>').replace(
          '<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode',
          '<< /Filter /FlateDecode /Said (obj) /Type /ObjStm /N 1 /First 4',
        ),
      ]),
    ],
    ['packs it away', makePdf('x', '', [packed('<< /S /Launch /F (cmd.exe) >>')])],
    [
      'hides it in a compressed stream',
      makePdf('x', '', [
        packed('<< >>').replace('/FlateDecode', '/LZWDecode').replace('stream\nx', 'stream\n?'),
      ]),
    ],
  ])('%s, and is refused with a word of its own', async (_, pdf) => {
    expect(await verdict(pdf)).toBe('FILE_ACTIVE');
  });

  test('a PDF that only names its opening page, has links, or packs its objects is accepted', async () => {
    for (const pdf of [
      makePdf('x', '/OpenAction [3 0 R /Fit]'),
      makePdf(
        'Launch, JavaScript y /JavaScripts',
        '/ViewerPreferences << /DisplayDocTitle true >>',
      ),
      makePdf('x', '', ['<< /Type /Action /S /URI /URI (https://lab.example) >>']),
      makePdf('x', '', [packed('<< /Producer (Launch) >>')]),
    ]) {
      expect(await verdict(pdf)).toBe('application/pdf');
    }
  });
});

test('T-D5: a PDF that unpacks beyond the memory limit is refused, and other uploads are not', async () => {
  const unpackingTo = (size: number) => {
    const spaces = deflateRepeated(0x20, size);
    const dictionary = `<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${spaces.length} >>`;
    return makePdf('x', '', [`${dictionary}\nstream\n${spaces.toString('latin1')}\nendstream`]);
  };
  const bomb = unpackingTo(1_300_000_000);
  expect(bomb.length).toBeLessThan(2_000_000);
  expect(await Promise.all([verdict(bomb), verdict(unpackingTo(1_000_000))])).toEqual([
    'FILE_ACTIVE',
    'application/pdf',
  ]);
});

describe('an image', () => {
  test('is accepted by its content', async () => {
    expect(await verdict(await picture().png().toBuffer())).toBe('image/png');
    expect(await verdict(await picture().jpeg().toBuffer())).toBe('image/jpeg');
  });

  test('is refused with its own code when cut off', async () => {
    for (const whole of [await picture().png().toBuffer(), await picture().jpeg().toBuffer()]) {
      expect(await verdict(whole.subarray(0, whole.length - 20))).toBe('FILE_TRUNCATED');
    }
  });

  test('is unreadable when its middle is damaged', async () => {
    const png = await picture().png().toBuffer();
    png.fill(0, 30, 60);
    expect(await verdict(png)).toBe('FILE_UNREADABLE');
  });

  test('T-D5: with more pixels than cameras make is refused before it is unpacked', async () => {
    const bomb = blackPng(16_000, 16_000);
    expect(bomb.length).toBeLessThan(2_000_000);
    expect(await verdict(bomb)).toBe('FILE_UNREADABLE');
  });

  test('T-D5: one pixel wide and millions of rows high is refused before it blocks other uploads', async () => {
    for (const [width, height] of [
      [1, 100_000],
      [100_000, 1],
    ]) {
      expect(await verdict(await picture(width, height).png().toBuffer())).toBe('FILE_UNREADABLE');
    }
  });

  test('T-D5: that unpacks beyond the memory limit is refused', async () => {
    expect(await verdict(blackPng(7000, 7000, { bits: 16, colours: 'rgba' }))).toBe(
      'FILE_UNREADABLE',
    );
    expect(await verdict(blackPng(700, 700, { bits: 16, colours: 'rgba' }))).toBe('image/png');
  });

  test('T-D3: of SVG, HTML or another kind is refused', async () => {
    const gif = await picture().gif().toBuffer();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>');
    for (const bytes of [gif, svg, Buffer.from('<!doctype html><script>alert(1)</script>')]) {
      expect(await verdict(bytes)).toBe('FILE_TYPE_NOT_ACCEPTED');
    }
  });
});

test('E-10.13: a file in DICOM format is refused with its own code', async () => {
  const dicom = Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), Buffer.alloc(400)]);
  expect(await verdict(dicom)).toBe('DICOM_NOT_ACCEPTED');
});

test('E-10.14: a file without bytes is refused with its own code', async () => {
  expect(await verdict(Buffer.alloc(0))).toBe('FILE_EMPTY');
});
