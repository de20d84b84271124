import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { type Entry, fromBuffer, type Options, type ZipFile } from 'yauzl';

const open = promisify<Buffer, Options, ZipFile>(fromBuffer);

/**
 * Every entry of a ZIP, by its path.
 * @throws for an incomplete ZIP, or paths outside of it
 */
export async function readZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await open(bytes, { lazyEntries: true, strictFileNames: true });
  const read = promisify<Entry, NodeJS.ReadableStream>(zip.openReadStream.bind(zip));
  const found = new Map<string, Buffer>();
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  zip.on('error', reject);
  zip.on('end', resolve);
  zip.on('entry', (entry: Entry) => {
    read(entry)
      .then(buffer)
      .then((content) => {
        if (found.has(entry.fileName)) throw new Error(`Duplicate: ${entry.fileName}`);
        found.set(entry.fileName, content);
        zip.readEntry();
      })
      .catch(reject);
  });
  zip.readEntry();
  await ended;
  return found;
}
