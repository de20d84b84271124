import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { generateIdentity } from 'age-encryption';
import { describe, expect, test } from 'vitest';
import { pruneArchive, verifyArchive } from '../../commands/backup/base-copies.ts';
import { temporaryFolder, temporaryStore } from '../../testing/backups/backups.ts';
import { type Archive, claimArchive, openArchive, readIdentity, storeIdentity } from './archive.ts';
import { baseName, listBases } from './base-copy.ts';

async function openTestArchive(identity: string | null = null) {
  const store = await temporaryStore();
  const options = { store, scratchFolder: await temporaryFolder(), identity };
  return { ...options, archive: openArchive(options) };
}

async function readText(stream: Readable | null): Promise<string | null> {
  return stream && new Response(ReadableStream.from(stream)).text();
}

describe('T-G7: an archive of the write-ahead log', () => {
  test('returns its content, and reveals nothing without its key', async () => {
    const identity = await generateIdentity();
    const { archive, store, scratchFolder } = await openTestArchive(identity);
    await archive.put('wal/uno', Readable.from([Buffer.from('Héctor Gómez')]));
    expect(await readText(await archive.read('wal/uno'))).toBe('Héctor Gómez');
    expect(await readText(await store.read('wal/uno'))).not.toContain('Gómez');
    const stranger = openArchive({ store, scratchFolder, identity: await generateIdentity() });
    const read = async () => readText(await stranger.read('wal/uno'));
    await expect(read()).rejects.toThrow();
    // A file that the archive did not write cannot be read.
    await store.put('wal/tres', Buffer.from('planted'));
    await expect(readText(await archive.read('wal/tres'))).rejects.toThrow();
    expect(await archive.read('wal/dos')).toBeNull();
  });

  test('is opened elsewhere with only the passphrase', async () => {
    const identity = await generateIdentity();
    const { store } = await openTestArchive(identity);
    expect(await readIdentity(store, null)).toBeNull();
    await storeIdentity(store, identity, 'una frase larga', 10);
    expect(await readIdentity(store, 'una frase larga')).toBe(identity);
    await expect(readIdentity(store, 'otra frase larga')).rejects.toThrow('La frase no es');
    await expect(readIdentity(store, null)).rejects.toThrow('cifrado');
  });

  test('belongs to one data folder, until another one takes it', async () => {
    const { store } = await openTestArchive();
    const ownFolder = { systemId: '7', owner: 'a', isEncrypted: false };
    await claimArchive(store, ownFolder);
    await claimArchive(store, ownFolder, { wasClaimed: true });
    const foreign = claimArchive(store, { ...ownFolder, systemId: '8' }, { take: true });
    await expect(foreign).rejects.toThrow('otra instalación');
    const plain = claimArchive(store, { ...ownFolder, isEncrypted: true });
    await expect(plain).rejects.toThrow('frase');
    const copy = { ...ownFolder, owner: 'b' };
    await expect(claimArchive(store, copy)).rejects.toThrow('otra carpeta de datos');
    await claimArchive(store, copy, { take: true });
    await expect(claimArchive(store, ownFolder)).rejects.toThrow('otra carpeta de datos');
    // An earlier release claimed the archive without the inode of the file.
    await claimArchive(store, { ...copy, owner: 'b-7' });
    await expect(claimArchive(store, copy)).rejects.toThrow('otra carpeta de datos');
  });

  test('is treated as not mounted if it was used and is empty', async () => {
    const { store } = await openTestArchive();
    const ownFolder = { systemId: '7', owner: 'a', isEncrypted: false };
    await expect(claimArchive(store, ownFolder, { wasClaimed: true })).rejects.toThrow('montado');
  });
});

/** Metadata of a base copy in an archive. */
const base = (day: string, segment: number) =>
  JSON.stringify({
    madeAt: `2026-11-${day}T10:00:00.000Z`,
    systemId: '7',
    timeline: 1,
    firstSegment: `0000000100000000000000${segment}`,
  });

test('T-G7: a base copy with damaged metadata is named, and the others are used', async () => {
  const options = await openTestArchive(await generateIdentity());
  const { archive, store } = options;
  const put = (name: string, text: string) => archive.put(name, Readable.from([Buffer.from(text)]));
  await put('base/01.json', base('01', 10));
  await put('base/02.json', base('02', 20).slice(1));
  await put('base/03.json', '{}');
  await store.put('base/04.json', Buffer.from(base('04', 40)));
  await put('base/05.json', base('05', 50));
  await store.put('base/05.json', (await buffer(await store.read('base/05.json'))).subarray(0, -1));
  const bases = await listBases(archive);
  expect(bases.complete.map(({ name }) => name)).toEqual(['01']);
  expect(bases.damaged).toEqual(['02', '03', '04', '05']);
  // An archive that does not answer has no damaged copies.
  const read = () => Promise.reject(new Error('no answer'));
  await expect(listBases(openArchive({ ...options, store: { ...store, read } }))).rejects.toThrow(
    'no answer',
  );
});

test('T-G7: files that no recovery of the last days needs are removed from the archive', async () => {
  const { archive } = await openTestArchive();
  const put = (name: string, text = '') => archive.put(name, Readable.from([Buffer.from(text)]));
  for (const [day, segment] of [
    ['01', 10],
    ['05', 20],
    ['10', 30],
  ] as const) {
    await put(`base/${day}`);
    await put(`base/${day}.json`, base(day, segment));
  }
  // Interrupted copies, which lack the file that marks a complete one.
  const interrupted = [5, 7].map((day) => baseName(new Date(`2026-11-0${day}T10:00:00Z`)));
  for (const name of interrupted) await put(`base/${name}`);
  for (const segment of [10, 19, 20, 31]) await put(`wal/0000000100000000000000${segment}`);
  await put('files/kept');
  await put('files/purged');
  const prune = async (day: string) =>
    pruneArchive(archive, await listBases(archive), {
      days: 5,
      now: new Date(`2026-11-${day}T12:00:00Z`),
      hasFile: (key) => key === 'kept',
    });
  // Recovery to the 6th starts from the copy of the 5th.
  expect(await prune('11')).toEqual({ bases: 2, segments: 2, files: 0 });
  expect(await archive.list('base')).toEqual(['05', '05.json', '10', '10.json', interrupted[1]]);
  expect(await archive.list('wal')).toEqual([
    '000000010000000000000020',
    '000000010000000000000031',
  ]);
  expect(await prune('16')).toEqual({ bases: 2, segments: 1, files: 0 });
  expect(await prune('17')).toEqual({ bases: 0, segments: 0, files: 1 });
  expect(await archive.list('files')).toEqual(['kept']);
  expect(await archive.list('removed')).toEqual([]);
});

test('T-G7: a timeline that begins before older copies keeps its log', async () => {
  const { archive } = await openTestArchive();
  const put = (name: string, text = '') => archive.put(name, Readable.from([Buffer.from(text)]));
  for (const [day, timeline, segment] of [
    ['10', 1, '0000000100000000000000A0'],
    ['11', 2, '000000020000000000000050'],
  ] as const) {
    const madeAt = `2026-11-${day}T10:00:00.000Z`;
    await put(`base/${day}`);
    await put(
      `base/${day}.json`,
      JSON.stringify({ madeAt, systemId: '7', timeline, firstSegment: segment }),
    );
    await put(`wal/${segment}`);
  }
  const now = new Date('2026-11-12T12:00:00Z');
  const bases = await listBases(archive);
  const pruned = await pruneArchive(archive, bases, { days: 2, now, hasFile: () => true });
  expect(pruned).toEqual({ bases: 0, segments: 0, files: 0 });
});

describe('E-10.1951: a verification of the WAL archive', () => {
  async function openComplete() {
    const opened = await openTestArchive(await generateIdentity());
    const put = (name: string, text: string) =>
      opened.archive.put(name, Readable.from([Buffer.from(text)]));
    const facts = { madeAt: '2026-11-10T10:00:00.000Z', systemId: '7', timeline: 1 };
    await put('base/10', 'copy');
    await put(
      'base/10.json',
      JSON.stringify({ ...facts, firstSegment: '0000000100000001000000FE' }),
    );
    for (const segment of ['FE', 'FF']) await put(`wal/0000000100000001000000${segment}`, segment);
    await put('wal/000000010000000200000000', '00');
    await put('wal/00000002.history', 'history');
    await put('files/exam', 'an exam');
    return opened;
  }
  const verify = ({ archive }: { archive: Archive }) =>
    verifyArchive(archive, new AbortController().signal);

  test('finds no fault in a complete archive, also where the numbering of segments carries over', async () => {
    expect(await verify(await openComplete())).toEqual({ checked: 7, damaged: [], missing: [] });
  });

  test.each(['base/10', 'base/10.json', 'wal/0000000100000001000000FF', 'files/exam'])(
    'names a damaged %s',
    async (name) => {
      const opened = await openComplete();
      const bytes = await buffer((await opened.store.read(name)) ?? Readable.from([]));
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
      await opened.store.put(name, bytes);
      expect((await verify(opened)).damaged).toEqual([name]);
    },
  );

  test('names a missing segment, but not the segments before the first copy', async () => {
    const opened = await openComplete();
    await opened.archive.put('wal/000000010000000100000001', Readable.from([]));
    await opened.archive.delete('wal/0000000100000001000000FF');
    const { damaged, missing } = await verify(opened);
    expect({ damaged, missing }).toEqual({ damaged: [], missing: ['0000000100000001000000FF'] });
  });
});
