import { deflateSync } from 'node:zlib';
import { getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';
import {
  encryptedPackedPdf,
  flate,
  LAUNCH,
  link,
  PdfWriter,
  packedPdf,
  predicted,
} from '../../testing/files/packed-pdf.ts';
import { pdfRefusals } from '../../testing/files/pdf-refusals.ts';

const refusal = pdfRefusals();

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
  ['under an empty password', encryptedPackedPdf()],
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
