import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import PDFKit from 'pdfkit';
import sharp from 'sharp';
import { getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  encryptedPackedPdf,
  flate,
  LAUNCH,
  link,
  PdfWriter,
  packedPdf,
  predicted,
} from '../../testing/packed-pdf.ts';
import { makePdf } from '../../testing/uploads.ts';
import { Problem } from '../problem.ts';
import { checkPdf } from './check-pdf.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'simiente-pdf-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** The code of a refusal, or null for an accepted PDF. */
async function refusal(bytes: Buffer): Promise<string | null> {
  const file = path.join(folder, crypto.randomUUID());
  await writeFile(file, bytes);
  return checkPdf(file).then(
    () => null,
    (error: unknown) => {
      if (error instanceof Problem) return error.code;
      throw error;
    },
  );
}

/** The target of the first page's link, as PDF.js reads it. */
async function startedBy(bytes: Buffer): Promise<string | undefined> {
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  const [annotation] = await (await document.getPage(1)).getAnnotations();
  return annotation?.unsafeUrl;
}

const BENIGN = deflateSync('4 0 << >>').toString('latin1');

/** Two revisions, of which the second replaces a harmless link by the packed one. */
function updated(): Buffer {
  const writer = new PdfWriter();
  writer.add(1, '<< /Type /Catalog /Pages 2 0 R >>');
  writer.add(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>');
  writer.add(3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Annots [4 0 R] >>');
  writer.add(4, link('/S /URI /URI (https://lab.example)'));
  const first = writer.table('');
  writer.raw(`startxref\n${first}\n%%EOF\n`);
  const { data } = flate(`4 0 ${LAUNCH}`, 4);
  writer.add(
    5,
    `<< /N 1 /First 4 /Filter /FlateDecode /Length ${data.length} >>\nstream\n`,
    data,
    '\nendstream',
  );
  return writer.endWithStream(new Map([[4, 5]]), `/Prev ${first}`);
}

/**
 * A plain cross-reference table for old readers, which names another for readers of object streams.
 */
function hybrid(): Buffer {
  const writer = new PdfWriter();
  writer.add(1, '<< /Type /Catalog /Pages 2 0 R >>');
  writer.add(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>');
  writer.add(3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Annots [4 0 R] >>');
  const { data } = flate(`4 0 ${LAUNCH}`, 4);
  writer.add(
    5,
    `<< /N 1 /First 4 /Filter /FlateDecode /Length ${data.length} >>\nstream\n`,
    data,
    '\nendstream',
  );
  const stream = writer.tableStream(new Map([[4, 5]]));
  return writer.end(writer.table(`/XRefStm ${stream}`));
}

/** The link is packed in an object stream that is itself in one. */
function packedTwice(): Buffer {
  const inner = flate(`4 0 ${LAUNCH}`, 4);
  const outer = flate(
    `5 0 << /N 1 /First 4 /Filter /FlateDecode /Length ${inner.data.length} >>\nstream\n${inner.data.toString('latin1')}\nendstream`,
    4,
  );
  const writer = new PdfWriter();
  writer.add(1, '<< /Type /Catalog /Pages 2 0 R >>');
  writer.add(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>');
  writer.add(3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Annots [4 0 R] >>');
  writer.add(
    7,
    `<< ${outer.dictionary} /Length ${outer.data.length} >>\nstream\n`,
    outer.data,
    '\nendstream',
  );
  return writer.endWithStream(
    new Map([
      [4, 5],
      [5, 7],
    ]),
  );
}

const PREDICTED = (objects: string, first: number) => ({
  dictionary: `/Type /ObjStm /N 1 /First ${first} /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 5 >>`,
  data: deflateSync(predicted(objects, 5)),
});

const hexed = (objects: string, first: number) => ({
  dictionary: `/Type /ObjStm /N 1 /First ${first} /Filter [/ASCIIHexDecode /FlateDecode]`,
  data: Buffer.from(`${deflateSync(Buffer.from(objects)).toString('hex')}>`),
});

/** Ways to pack a link so that a check could overlook it and PDF.js follows it. */
const hidden: readonly (readonly [string, Buffer])[] = [
  ['as differences between rows', packedPdf({ container: PREDICTED })],
  [
    'in a stream that does not say what it is',
    packedPdf({
      container: (objects, first) => ({
        ...flate(objects, first),
        dictionary: `/N 1 /First ${first} /Filter /FlateDecode`,
      }),
    }),
  ],
  [
    'behind a harmless stream in a string',
    packedPdf({
      container: (objects, first) => {
        const { dictionary, data } = flate(objects, first);
        const decoy = BENIGN.replaceAll(/[\\()]/g, '\\$&');
        return { dictionary: `${dictionary} /Said (\nstream\n${decoy}\nendstream)`, data };
      },
    }),
  ],
  [
    'behind a harmless stream in a comment',
    packedPdf({
      container: (objects, first) => {
        const { dictionary, data } = flate(objects, first);
        return { dictionary: `${dictionary} %stream\n`, data };
      },
    }),
  ],
  ['as hexadecimal digits', packedPdf({ container: hexed })],
  [
    'by a filter that is named elsewhere',
    packedPdf({
      container: (objects, first) => ({
        ...flate(objects, first),
        dictionary: `/N 1 /First ${first} /Filter 7 0 R`,
      }),
      more: ['/FlateDecode'],
    }),
  ],
  [
    'under names that are written as numbers',
    packedPdf({
      container: (objects, first) => ({
        ...flate(objects, first),
        dictionary: `/#4e 1 /Fi#72st ${first} /#46ilter /Fl#61teDecode`,
      }),
    }),
  ],
  [
    'by one of two filters',
    packedPdf({
      container: (objects, first) => ({
        ...flate(objects, first),
        dictionary: `/N 1 /First ${first} /Filter /LZWDecode /Filter /FlateDecode`,
      }),
    }),
  ],
  [
    'by a filter under the short key',
    packedPdf({
      container: (objects, first) => ({
        ...flate(objects, first),
        dictionary: `/N 1 /First ${first} /F /FlateDecode`,
      }),
    }),
  ],
  [
    'in a dictionary that seems to end before',
    packedPdf({
      container: (objects, first) => ({
        ...flate(objects, first),
        dictionary: `/A >> /N 1 /First ${first} /Filter /FlateDecode`,
      }),
    }),
  ],
  [
    'in a dictionary with a word where a key should be',
    packedPdf({
      container: (objects, first) => ({
        ...flate(objects, first),
        dictionary: `endobj /N 1 /First ${first} /Filter /FlateDecode`,
      }),
    }),
  ],
  ['in a stream with words before its data', packedPdf({ stream: '\nstream of objects\n' })],
  [
    'under a name that ends where its object does',
    packedPdf({
      container: (objects) => {
        const written = objects
          .slice(4)
          .replace('/S /Launch /F (cmd.exe) >> >>', '/S 7 0 R /F (cmd.exe) >> >>');
        const name = '/Launch';
        const table = `4 0 8 ${written.length} 9 ${written.length + name.length} `;
        return {
          dictionary: `/N 3 /First ${table.length} /Filter /FlateDecode`,
          data: deflateSync(`${table}${written}${name}Pad 1`),
        };
      },
    }),
  ],
  ['in a stream inside a stream', packedTwice()],
  ['in an update of the file', updated()],
  ['beside a table for old readers', hybrid()],
  ['under a password that nobody has to give', encryptedPackedPdf()],
];

describe('T-K7: a packed link that starts a program is refused', () => {
  test.each(hidden)('%s', async (how, pdf) => {
    const code = how.includes('password') ? 'FILE_ENCRYPTED' : 'FILE_ACTIVE';
    expect(await refusal(pdf)).toBe(code);
  });

  test('PDF.js follows each of these links but the one that only other readers can', async () => {
    const others = new Set(['under a name that ends where its object does']);
    for (const [how, pdf] of hidden) {
      if (!others.has(how)) expect(await startedBy(pdf), how).toBe('cmd.exe');
    }
  });
});

describe('T-K7: a PDF with active content', () => {
  const untyped = (objects: string, first: number) => ({
    ...flate(objects, first),
    dictionary: `/N 1 /First ${first} /Filter /FlateDecode`,
  });

  test.each([
    [
      'opens a file of another machine',
      link('/S /GoToR /F (\\\\\\\\x.example\\\\a.pdf) /D [0 /Fit]'),
    ],
    ['sends what is filled in', link('/S /SubmitForm /F << /FS /URL /F (https://x.example) >>')],
    [
      'runs a program after another action',
      link('/S /GoTo /D [3 0 R /Fit] /Next << /S /JavaScript /JS (1) >>'),
    ],
    [
      'brings a file along without saying so',
      '<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS << /F (a.exe) /EF << /F 7 0 R >> >> >>',
    ],
    [
      'plays a film of another machine',
      '<< /Type /Annot /Subtype /Movie /Rect [0 0 9 9] /Movie << /F (\\\\\\\\x.example\\\\a) >> >>',
    ],
  ])('%s, and is refused', async (_, packed) => {
    const more = ['<< /Length 2 >>\nstream\nMZ\nendstream'];
    expect(await refusal(packedPdf({ link: packed, container: untyped, more }))).toBe(
      'FILE_ACTIVE',
    );
  });

  test.each([
    [
      'has a form of another language',
      makePdf('x', '/AcroForm << /Fields [] /XFA [(template) 5 0 R] >>'),
    ],
    [
      'has it under a name that is written as a number',
      makePdf('x', '/AcroForm << /Fields [] /#58FA 5 0 R >>'),
    ],
    [
      'has it in a stream that is not packed, and which is longer than it says',
      packedPdf({
        link: '<< /Fields [] /XFA 7 0 R >>',
        container: (objects, first) => ({
          dictionary: `/N 1 /First ${first}`,
          data: Buffer.from(objects),
        }),
        length: 12,
      }),
    ],
    [
      'is an object inside the data of another',
      makePdf('x', '', [`<< /Length 60 >>\nstream\n9 0 obj ${LAUNCH} endobj\nendstream`]),
    ],
  ])('%s, and is refused', async (_, pdf) => {
    expect(await refusal(pdf)).toBe('FILE_ACTIVE');
  });

  test('is refused when opening one of its pages has an action', async () => {
    const pdf = makePdf('x', '', ['<< >>']).toString('latin1');
    const acts = pdf.replace(
      '/MediaBox [0 0 612 792]',
      '/AA << /O << /S /JavaScript /JS (1) >> >>',
    );
    expect(await refusal(Buffer.from(acts, 'latin1'))).toBe('FILE_ACTIVE');
  });
});

describe('T-K7, T-D5: a hostile PDF is refused within the limits of time and memory', () => {
  const deep = (levels: number) => `${'<< /A '.repeat(levels)}1${' >>'.repeat(levels)}`;

  test.each([
    ['a hundred thousand dictionaries in each other', makePdf('x', '', [deep(100_000)])],
    ['a dictionary that never ends', makePdf('x', '', [`<< /A (${'('.repeat(1_000_000)}`])],
    [
      'strings in which each beginning of an object is read again',
      makePdf('x', '', [`${'obj<</A('.repeat(300_000)}${')>>'.repeat(300_000)}`]),
    ],
  ])('%s', { timeout: 60_000 }, async (_, pdf) => {
    expect(await refusal(pdf)).toMatch(/^FILE_(ACTIVE|UNREADABLE)$/);
  });

  test('a PDF with many streams that unpack to much is refused in time', {
    timeout: 60_000,
  }, async () => {
    const data = deflateSync(Buffer.alloc(60_000_000, ' '), { level: 9 });
    const stream = `<< /N 1 /First 4 /Filter /FlateDecode /Length ${data.length} >>\nstream\n${data.toString('latin1')}\nendstream`;
    expect(
      await refusal(
        makePdf(
          'x',
          '',
          Array.from({ length: 20 }, () => stream),
        ),
      ),
    ).toMatch(/^FILE_(ACTIVE|UNREADABLE)$/);
  });
});

/** A PDF made by the library that also makes our own. */
async function written(
  draw: (pdf: PDFKit.PDFDocument) => unknown,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> {
  const pdf = new PDFKit({ size: 'LETTER', ...options });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => pdf.on('end', resolve));
  await draw(pdf);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

const noise = (size: number) =>
  sharp({
    create: {
      width: size,
      height: size,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });

describe('T-K7: a harmless PDF is accepted', () => {
  test.each<readonly [string, () => Promise<Buffer> | Buffer]>([
    [
      'with text that speaks of programs',
      () => written((pdf) => pdf.text('Launch, /JavaScript y stream: 5 0 obj << /S /Launch >>')),
    ],
    ['of many pages', () => written((pdf) => Array.from({ length: 200 }, () => pdf.addPage()))],
    [
      'that is a scan',
      async () => {
        const scan = await noise(1600).jpeg().toBuffer();
        return written((pdf) => pdf.image(scan, 0, 0, { fit: [612, 792] }));
      },
    ],
    [
      'with a picture without loss',
      async () => {
        const picture = await noise(900).png().toBuffer();
        return written((pdf) => pdf.image(picture, 0, 0, { fit: [612, 792] }));
      },
    ],
    [
      'with links to the web and inside, and an outline',
      () =>
        written((pdf) => {
          pdf.text('Laboratorio', { link: 'https://lab.example', destination: 'lab' });
          pdf.text('Arriba', { goTo: 'lab' });
          pdf.outline.addItem('Resultados');
        }),
    ],
    [
      'with a form without actions',
      () =>
        written((pdf) => {
          pdf.initForm();
          pdf.formText('nombre', 10, 10, 200, 20, { value: 'Ana' });
          pdf.formCheckbox('ayuno', 10, 40, 20, 20);
        }),
    ],
    [
      'that only its maker may change',
      () => written((pdf) => pdf.text('Resultado'), { ownerPassword: 'x', permissions: {} }),
    ],
    [
      'that packs its objects',
      () => packedPdf({ link: link('/S /URI /URI (https://lab.example)') }),
    ],
    [
      'that gathers its objects and does not pack them',
      () =>
        packedPdf({
          link: link('/S /GoTo /D [3 0 R /Fit]'),
          container: (objects, first) => ({
            dictionary: `/Type /ObjStm /N 1 /First ${first} /Filter [] /DecodeParms null`,
            data: Buffer.from(objects),
          }),
        }),
    ],
    ['that opens on a page', () => makePdf('x', '/OpenAction [3 0 R /Fit]')],
  ])('%s', { timeout: 60_000 }, async (_, make) => {
    expect(await refusal(await make())).toBeNull();
  });
});
