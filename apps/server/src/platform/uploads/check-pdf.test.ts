import { deflateSync } from 'node:zlib';
import PDFKit from 'pdfkit';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { flate, LAUNCH, link, packedPdf } from '../../testing/files/packed-pdf.ts';
import { pdfRefusals } from '../../testing/files/pdf-refusals.ts';
import { makePdf } from '../../testing/files/uploads.ts';

const refusal = pdfRefusals();

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

  const stream = (entries: string) => `<< ${entries} /Length 2 >>\nstream\nMZ\nendstream`;

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
      'brings a file along as part of the document',
      makePdf('x', '/AF [5 0 R]', ['<< /F (a.exe) /E#46 << /F 6 0 R >> >>', stream('')]),
    ],
    [
      'brings a file along in a packed object',
      packedPdf({
        link: '<< /F (a.exe) /EF << /F 7 0 R >> >>',
        catalog: '/AF [4 0 R]',
        more: [stream('')],
      }),
    ],
    ['has a page whose text is on another machine', makePdf('x', '', [stream('/F (x.example)')])],
    [
      'has a picture that is a page of another file',
      makePdf('x', '', [stream('/Type /XObject /Subtype /Form /Ref << /F (a.pdf) /Page 0 >>')]),
    ],
    [
      'goes on in an article of another file',
      makePdf('x', '', [link('/S /Thread /F (\\\\\\\\x.example\\\\a.pdf) /D 0')]),
    ],
    [
      'has a model with a script',
      packedPdf({ link: '<< /Type /Annot /Subtype /3D /Rect [0 0 9 9] >>' }),
    ],
    [
      'is an object inside the data of another',
      makePdf('x', '', [`<< /Length 60 >>\nstream\n9 0 obj ${LAUNCH} endobj\nendstream`]),
    ],
  ])('%s, and is refused', async (_, pdf) => {
    expect(await refusal(pdf)).toBe('FILE_ACTIVE');
  });

  test.each([
    ['in the catalog itself', makePdf('x', '/OpenAction << /S /URI /URI (https://x.example) >>')],
    [
      'in an object of its own, before the catalog in no table',
      makePdf('x', '/OpenAction 9 0 R', ['<< >>'])
        .toString('latin1')
        .replace('1 0 obj', '9 0 obj\n<< /S /URI /URI (https://x.example) >>\nendobj\n1 0 obj'),
    ],
    [
      'after another action',
      makePdf('x', '/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next << /S /URI /URI (x) >> >>'),
    ],
    [
      'in a packed object',
      packedPdf({ link: '<< /S /URI /URI (https://x.example) >>', catalog: '/OpenAction 4 0 R' }),
    ],
    [
      'when one of its pages is opened',
      makePdf('x', '/AA << /WC << /S /URI /URI (https://x.example) >> >>'),
    ],
  ])('is refused when it opens a web page as it is opened, %s', async (_, pdf) => {
    expect(await refusal(typeof pdf === 'string' ? Buffer.from(pdf, 'latin1') : pdf)).toBe(
      'FILE_ACTIVE',
    );
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
  ])('%s', async (_, pdf) => {
    expect(await refusal(pdf)).toMatch(/^FILE_(ACTIVE|UNREADABLE)$/);
  });

  test('a PDF with many streams that unpack to much is refused in time', async () => {
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
    [
      'that opens on a page by an action of its own, beside a link to the web',
      () =>
        packedPdf({
          link: link('/S /URI /URI (https://lab.example)'),
          catalog: '/OpenAction 7 0 R',
          more: ['<< /S /GoTo /D [3 0 R /Fit] >>'],
        }),
    ],
  ])('%s', async (_, make) => {
    expect(await refusal(await make())).toBeNull();
  });
});
