import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from 'age-encryption';
import * as z from 'zod';
import { AGE_START } from '../backup/archive-reader.ts';
import { createEncrypter } from '../backup/archive-writer.ts';
import { UnreadableBackup, undecryptable } from '../backup/format.ts';
import { ensureSecret } from '../postgres/secrets.ts';
import { type FileStore, openStored, withScratchFolder } from '../storage/storage.ts';
import { StartupError } from '../system-errors.ts';

/** The private key of an encrypted archive, encrypted with the passphrase. */
const KEY = 'key.age';
export type Archive = ReturnType<typeof openArchive>;

export interface ArchiveDeps {
  readonly store: FileStore;
  /** Temporary folder for one object at a time on its way to the store. */
  readonly scratchFolder: string;
  /** age's private key; null for an archive without encryption. */
  readonly identity: string | null;
}

/** Storage of the write-ahead log, base copies and files, separate from the data folder. */
export function openArchive({ store, scratchFolder, identity }: ArchiveDeps) {
  async function put(name: string, source: Readable): Promise<void> {
    await withScratchFolder(scratchFolder, 'archive-', async (folder) => {
      const file = path.join(folder, 'object');
      await pipeline(
        source,
        createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
        (plain: AsyncIterable<Buffer>) => (identity === null ? plain : encrypt(plain, identity)),
        createWriteStream(file, { mode: 0o600 }),
      );
      await store.putFile(name, file);
    });
  }
  return {
    put,
    /** Stores a local file, compressed and, with a passphrase, encrypted. */
    putFile: (name: string, file: string) => put(name, createReadStream(file)),
    /** The stored bytes; null if no object has this name. */
    async read(name: string): Promise<Readable | null> {
      const stored = await openStored(store, name);
      return stored && unpack(stored, identity);
    },
    /**
     * Reads a small object into memory.
     * @throws UnreadableBackup if it is damaged; after other errors a retry may succeed
     */
    async readWhole(name: string): Promise<Buffer | null> {
      const stored = await openStored(store, name);
      if (stored === null) return null;
      const bytes = await buffer(stored);
      return buffer(unpack(Readable.from([bytes]), identity)).catch((cause: unknown) => {
        throw cause instanceof UnreadableBackup
          ? cause
          : new UnreadableBackup('backup-altered', cause);
      });
    },
    delete: (name: string) => store.delete(name),
    /** Stores an object without content. */
    mark: (name: string) => store.put(name, Buffer.from('\n')),
    /** The names in a folder, without the folder's name. */
    async list(folder: string): Promise<string[]> {
      const names: string[] = [];
      const prefix = `${folder}/`;
      for await (const name of store.list()) {
        if (name.startsWith(prefix)) names.push(name.slice(prefix.length));
      }
      return names.toSorted();
    },
  };
}

/**
 * The installation's private key. If it has none, one is stored with its other secrets.
 * @param initial the stored key in that case; by default a new one
 */
export async function ensureIdentity(secretsFolder: string, initial?: string): Promise<string> {
  const identity = initial ?? (await generateIdentity());
  return ensureSecret(secretsFolder, 'wal-archive', () => identity);
}

/** Stores the key in the archive, for a machine that has only the passphrase. */
export async function storeIdentity(
  store: FileStore,
  identity: string,
  passphrase: string,
  workFactor?: number,
): Promise<void> {
  await store.put(KEY, await createEncrypter(passphrase, workFactor).encrypt(identity));
}

/**
 * Reads the key that is stored in the archive; null if the archive is not encrypted.
 * @throws UnreadableBackup with a wrong passphrase
 */
export async function readIdentity(
  store: FileStore,
  passphrase: string | null,
): Promise<string | null> {
  const stored = await openStored(store, KEY);
  if (stored === null) return null;
  if (passphrase === null) throw new UnreadableBackup('backup-passphrase-needed');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  return decrypter.decrypt(await buffer(stored), 'text').catch((cause: unknown) => {
    throw undecryptable(cause);
  });
}

function unpack(stored: Readable, identity: string | null): Readable {
  const plain = createZstdDecompress();
  // The reader of `plain` gets the error.
  pipeline(stored, (bytes: AsyncIterable<Buffer>) => decrypt(bytes, identity), plain).catch(
    () => {},
  );
  return plain;
}

async function* encrypt(source: AsyncIterable<Buffer>, identity: string) {
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(identity));
  yield* await encrypter.encrypt(ReadableStream.from(source));
}

/** Rejects an object that is encrypted in an unencrypted archive, or the reverse. */
async function* decrypt(source: AsyncIterable<Buffer>, identity: string | null) {
  const chunks = source[Symbol.asyncIterator]();
  const first = await chunks.next();
  const all = (async function* () {
    for (let chunk = first; chunk.done !== true; chunk = await chunks.next()) yield chunk.value;
  })();
  const isEncrypted =
    first.done !== true && first.value.subarray(0, AGE_START.length).equals(AGE_START);
  if (identity === null) {
    if (isEncrypted) throw new UnreadableBackup('backup-passphrase-needed');
    return yield* all;
  }
  if (!isEncrypted) throw new UnreadableBackup('backup-altered');
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  yield* await decrypter.decrypt(ReadableStream.from<Uint8Array>(all));
}

/** Object that names the only installation that may write to the archive. */
const INSTALLATION = 'installation';

const ownerSchema = z.object({
  /** PostgreSQL's id of the cluster, which a restored copy keeps. */
  systemId: z.string(),
  /** Id of the data folder, which a copied or restored one does not keep. */
  owner: z.string(),
  isEncrypted: z.boolean(),
});

/**
 * Claims an empty archive for a data folder, or checks that it belongs to this one.
 * @param options.wasClaimed whether this data folder has written to the archive, which then cannot be empty
 * @param options.take whether to take the archive from another data folder of the same cluster
 * @throws StartupError if it belongs to another data folder, or has other encryption
 */
export async function claimArchive(
  store: FileStore,
  owner: z.infer<typeof ownerSchema>,
  { wasClaimed = false, take = false } = {},
): Promise<void> {
  const stored = await openStored(store, INSTALLATION);
  if (stored === null) {
    if (wasClaimed) {
      throw new StartupError(
        'wal-archive-vanished',
        'WAL_ARCHIVE está vacío, y antes no: revisa que su disco esté montado.',
      );
    }
    return store.put(INSTALLATION, Buffer.from(JSON.stringify(owner)));
  }
  const { data: current } = ownerSchema.safeParse(
    await new Response(ReadableStream.from(stored)).json(),
  );
  if (current?.systemId !== owner.systemId) {
    throw new StartupError(
      'wal-archive-foreign',
      'WAL_ARCHIVE tiene el archivo de otra instalación: elige otra carpeta u otro bucket.',
    );
  }
  if (current.isEncrypted !== owner.isEncrypted) {
    throw new StartupError(
      'wal-archive-passphrase',
      'WAL_ARCHIVE se empezó con frase y ahora falta, o sin ella y ahora la hay: elige otra carpeta u otro bucket.',
    );
  }
  if (current.owner === owner.owner) return;
  // An earlier release stored the id without the inode.
  const isSameFolder = owner.owner.startsWith(`${current.owner}-`);
  if (take || isSameFolder) return store.put(INSTALLATION, Buffer.from(JSON.stringify(owner)));
  throw new StartupError(
    'wal-archive-owned',
    'En WAL_ARCHIVE escribe otra carpeta de datos de esta instalación. Si aquella ya no se usa, tómalo con «simiente backup --base --take».',
  );
}
