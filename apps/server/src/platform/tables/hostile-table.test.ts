import { execFile } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { crc32, deflateRawSync } from 'node:zlib';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ZipFile } from 'yazl';
import { longestTurn } from '../../testing/longest-turn.ts';
import { readTable } from './read-table.ts';
import { unpackZip } from './read-workbook.ts';

const ROWS = 2000;
const DAMAGED = 'está dañado o protegido';

const workbook = async () =>
  Buffer.from(
    await writeXlsx({
      sheets: [
        {
          name: 'a',
          rows: [
            ['ID', 'pH'],
            ['usr_a', 7.5],
          ],
        },
      ],
    }),
  );

/** A workbook whose sheet has this XML for its rows. */
async function withRows(xml: string): Promise<Buffer> {
  const parts = await unpackZip(await workbook(), 1e6);
  const zip = new ZipFile();
  for (const [name, part] of parts) {
    const isSheet = name.endsWith('sheet1.xml');
    const text = part.toString();
    const sheet = text.replace(
      /<sheetData>.*<\/sheetData>/s,
      () => `<sheetData>${xml}</sheetData>`,
    );
    zip.addBuffer(isSheet ? Buffer.from(sheet) : part, name);
  }
  zip.end();
  return buffer(zip.outputStream);
}

const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') +
  String.fromCharCode(65 + (index % 26));

interface Entry {
  readonly name: string;
  readonly data: Buffer;
  readonly size?: number;
  readonly checksum?: number;
  readonly extra?: Buffer;
}

function header(entry: Entry, isLocal: boolean, offset: number): Buffer {
  const { data, extra = Buffer.alloc(0) } = entry;
  const packed = deflateRawSync(data);
  const name = Buffer.from(entry.name);
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt16LE(8, 4);
  facts.writeUInt32LE(entry.checksum ?? crc32(data), 10);
  facts.writeUInt32LE(packed.length, 14);
  facts.writeUInt32LE(entry.size ?? data.length, 18);
  facts.writeUInt16LE(name.length, 22);
  facts.writeUInt16LE(extra.length, 24);
  if (isLocal) return Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, name, extra, packed]);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  return Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), facts, rest, name, extra]);
}

/** A ZIP with these entries; a test may insert bytes before its end record. */
function makeZip(
  entries: readonly Entry[],
  { beforeEnd = Buffer.alloc(0) as Buffer, comment = '' } = {},
): Buffer {
  let local: Buffer = Buffer.alloc(0);
  const directory: Buffer[] = [];
  for (const entry of entries) {
    directory.push(header(entry, false, local.length));
    local = Buffer.concat([local, header(entry, true, 0)]);
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([local, central, beforeEnd, end, Buffer.from(comment)]);
}

const plain = { name: 'a.xml', data: Buffer.from('<a/>') };

test('S2: a ZIP is unpacked, also with a comment', async () => {
  const parts = await unpackZip(makeZip([plain], { comment: 'hola' }), 100);
  expect(parts.get('a.xml')).toEqual(plain.data);
});

test('E-10.3910: a workbook with entries for its folders is read, as JSZip and ExcelJS write it', async () => {
  const zip = new ZipFile();
  zip.addEmptyDirectory('xl/');
  for (const [name, part] of await unpackZip(await workbook(), 1e6)) zip.addBuffer(part, name);
  zip.end();
  expect(await readTable(await buffer(zip.outputStream), ROWS)).toMatchObject({
    headings: ['ID', 'pH'],
  });
});

describe('S2, T-L2: an inconsistent workbook is rejected', () => {
  const zip64 = Buffer.alloc(20);
  zip64.writeUInt16LE(1, 0);
  zip64.writeUInt16LE(16, 2);
  const giant = Buffer.alloc(3_000_000, 0x20);

  test.each([
    ['states a smaller size', makeZip([{ ...plain, data: giant, size: 10 }])],
    ['states a larger size', makeZip([{ ...plain, size: 4000 }])],
    ['states another checksum', makeZip([{ ...plain, checksum: 1 }])],
    ['has its size in a ZIP64 field', makeZip([{ ...plain, size: 0xffff_ffff, extra: zip64 }])],
    [
      'has a ZIP64 record',
      makeZip([plain], { beforeEnd: Buffer.from('PK\u0006\u0006'.padEnd(76, '\0')) }),
    ],
    [
      'has two central directories',
      makeZip([plain], { beforeEnd: makeZip([{ ...plain, name: 'b' }]) }),
    ],
    ['has two entries of one name', makeZip([plain, plain])],
    ['has bytes after its end', Buffer.concat([makeZip([plain]), Buffer.from('more')])],
  ])('is rejected if it %s', async (_, file) => {
    await expect(readTable(file, ROWS)).rejects.toThrow(DAMAGED);
  });
});

describe('E-10.722, S2, T-L2: a table beyond its limits is rejected without delaying other requests', () => {
  const cell = (column: number, row: number) => `<c r="${columnName(column)}${row}"><v>1</v></c>`;
  const sparse = (count: number, columns: number) =>
    Array.from(
      { length: count },
      (_, row) => `<row r="${row + 1}">${cell(columns - 1, row + 1)}</row>`,
    );
  const one = (row: number) => `<row r="${row}">${cell(0, row)}</row>`;
  const unnamed = '<row><c><v>1</v></c></row>'.repeat(300_000);
  const hidden = `<row r="1"><c r="&#88;FD1"><v>1</v></c></row>`.repeat(2000);
  const wide = `<row r="1"><c r="A1" t="inlineStr"><is><t>${'a'.repeat(5_000_000)}</t></is></c></row>${one(2)}`;
  const bomb = [{ ...plain, data: Buffer.alloc(60 * 1024 * 1024, 0x20) }];
  const csv = (...rows: string[]) => Buffer.from(rows.join('\n'));

  test.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    [
      '1 900 rows with a cell in column 10 000',
      () => withRows(sparse(1900, 10_000).join('')),
      /500 columnas/,
    ],
    ['a cell in the last row', () => withRows(one(1) + one(1_048_576)), /demasiado grande/],
    [
      'a wide and long sheet',
      () => withRows(sparse(1, 400).join('') + one(90_000)),
      /demasiado grande/,
    ],
    ['300 000 cells without a position', () => withRows(unnamed), /200,000 celdas/],
    ['cells whose column is written as a character number', () => withRows(hidden), /./],
    ['a cell of 5 MB', () => withRows(wide), /4,000,000 caracteres/],
    ['60 MB of spaces', () => makeZip(bomb), /demasiado grande/],
    ['a CSV of 2 MB of separators', () => csv(`a${';'.repeat(2_000_000)}`, 'b'), /500 columnas/],
    // A reader that reaches the open quote gives another reason.
    ['a CSV of 500 000 rows', () => csv('a;b\n'.repeat(500_000), '"a', 'b'), /2,000 filas/],
    ['a CSV of 8 MB of quotes', () => csv('a;b', '"'.repeat(8_000_000)), /./],
  ])('%s', async (_, make, reason) => {
    const file = await make();
    expect(file.length).toBeLessThan(13_000_000);
    const longest = longestTurn(() => expect(readTable(file, ROWS)).rejects.toThrow(reason));
    expect(await longest).toBeLessThan(150);
  });

  test('the largest allowed table does not delay other requests either', async () => {
    const file = csv(
      ...Array<string>(2001).fill(Array<string>(99).fill('0.123456789 mL').join(';')),
    );
    const longest = longestTurn(async () =>
      expect((await readTable(file, ROWS)).rows).toHaveLength(2000),
    );
    expect(await longest).toBeLessThan(150);
  });
});

describe.each(['built', 'sources'])(
  'S2: the process that reads a table, from the %s',
  (programs) => {
    const FORBIDDEN = fileURLToPath(new URL('../../testing/try-forbidden.ts', import.meta.url));
    const READ_TABLE = new URL('./read-table.ts', import.meta.url).href;

    test('reads no file except code, writes no file, starts nothing and has no secret', async () => {
      const program = `
      import { subscribe } from 'node:diagnostics_channel';
      import { readFileSync } from 'node:fs';
      import { readTable } from ${JSON.stringify(READ_TABLE)};
      let child;
      subscribe('child_process', ({ process }) => { child = process; });
      const table = await readTable(Buffer.from('ID;pH\\nusr_a;7'), 9);
      console.log(JSON.stringify({ table, command: child.spawnargs }));`;
      const env = {
        ...process.env,
        SIMIENTE_PROGRAMS: programs,
        DATABASE_URL: 'postgres://secret',
      };
      const run = promisify(execFile);
      const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], {
        env,
      });
      const { table, command } = JSON.parse(stdout) as { table: unknown; command: string[] };
      expect(table).toMatchObject({ headings: ['ID', 'pH'], rows: [{ cells: ['usr_a', '7'] }] });
      const [shell = '', ...args] = command.with(-5, FORBIDDEN);
      const tried = await run(shell, args, { env: {} });
      expect(JSON.parse(tried.stdout)).toEqual({
        'reads a file of the system': 'ERR_ACCESS_DENIED',
        'lists the root': 'ERR_ACCESS_DENIED',
        'reads its environment as a file': 'ERR_ACCESS_DENIED',
        'writes a file': 'ERR_ACCESS_DENIED',
        'starts a process': 'ERR_ACCESS_DENIED',
        'starts a thread': 'ERR_ACCESS_DENIED',
        'loads native code': 'ERR_DLOPEN_DISABLED',
        'runs a text as code': 'EvalError',
      });
    });
  },
);

test('S2: a file whose process dies is rejected, and the next one is read', async () => {
  const kill = (message: unknown) => {
    const { process: child } = message as { process: import('node:child_process').ChildProcess };
    child.once('spawn', () => child.kill('SIGKILL'));
  };
  subscribe('child_process', kill);
  onTestFinished(() => void unsubscribe('child_process', kill));
  const file = Buffer.from('ID;pH\nusr_a;7');
  await expect(readTable(file, ROWS)).rejects.toThrow('demasiado grande o complejo');
  unsubscribe('child_process', kill);
  expect((await readTable(file, ROWS)).rows).toHaveLength(1);
});
