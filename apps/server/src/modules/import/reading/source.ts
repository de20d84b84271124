import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import verifier from 'stream-json/utils/verifier.js';
import { BrokenExport, ImportRefused } from '../errors.ts';
import type { ReadBytes } from './json-reader.ts';
import { type SourceItem, walkExport } from './walk-export.ts';

/** An export that is read once, from beginning to end. */
export interface ExportSource {
  /** Null without a file. */
  readonly bytes: number | null;
  /** The names of its lists, and of other entries; complete once it was read. */
  readonly lists: ReadonlySet<string>;
  /** @throws BrokenExport */
  read(): AsyncIterable<SourceItem>;
  /** @throws ImportRefused when the file may have changed during the read */
  assertUnchanged(): Promise<void>;
  close(): Promise<void>;
}

/** An export in memory: demo data, or tests. */
export function memorySource(whole: Readonly<Record<string, unknown>>): ExportSource {
  return {
    bytes: null,
    lists: new Set(Object.keys(whole)),
    async *read() {
      for (const [list, elements] of Object.entries(whole)) {
        if (typeof elements !== 'object' || elements === null) continue;
        const keyed = !Array.isArray(elements);
        for (const [index, [key, value]] of Object.entries(elements).entries()) {
          yield { list, index, key: keyed ? key : null, value, position: 0 };
        }
      }
    },
    assertUnchanged: async () => {},
    close: async () => {},
  };
}

/**
 * An export in a file.
 * @throws ImportRefused when there is no such file
 */
export async function openExportFile(path: string): Promise<ExportSource> {
  const handle = await openFile(path);
  const before = await handle.stat({ bigint: true });
  if (!before.isFile()) {
    await handle.close();
    throw new ImportRefused(`${path} no es un archivo.`);
  }
  const size = Number(before.size);
  const lists = new Set<string>();
  return {
    bytes: size,
    lists,
    async *read() {
      try {
        yield* walkExport(readFrom(handle), size, lists);
      } catch (error) {
        throw error instanceof BrokenExport ? await explain(path, error) : error;
      }
    },
    async assertUnchanged() {
      const after = await handle.stat({ bigint: true });
      if (after.mtimeNs === before.mtimeNs && after.size === before.size) return;
      throw new ImportRefused('El archivo cambió mientras se leía. No se importó nada.');
    },
    close: () => handle.close(),
  };
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') throw new ImportRefused(`No existe el archivo ${path}.`);
    throw new ImportRefused(`No se puede leer el archivo ${path} (${String(code)}).`);
  }
}

function readFrom(handle: FileHandle): ReadBytes {
  return async (into, offset) =>
    into.length === 0 ? 0 : (await handle.read(into, 0, into.length, offset)).bytesRead;
}

/** The same error for the operator: with line, column and record. */
async function explain(path: string, broken: BrokenExport): Promise<BrokenExport> {
  // The file is read again, which costs only with a broken one.
  const { line, column } =
    (await locateSyntaxError(path)) ?? (await locateOffset(path, broken.offset));
  const within = broken.path === null ? '' : `, en ${broken.path}`;
  const where = `línea ${line}, columna ${column}${within}`;
  return new BrokenExport(
    `El archivo está dañado: ${broken.message} (${where}). No se importó nada.`,
    broken.offset,
    broken.path,
  );
}

/** Both from 1. */
interface Location {
  readonly line: number;
  readonly column: number;
}

/** Where the file stops being JSON; null if it is JSON but no export. */
async function locateSyntaxError(path: string): Promise<Location | null> {
  try {
    await pipeline(createReadStream(path), verifier.asStream());
    return null;
  } catch (error) {
    if (!(error instanceof Error && 'line' in error && 'pos' in error)) throw error;
    return { line: Number(error.line), column: Number(error.pos) };
  }
}

const LINE_FEED = 0x0a;

async function locateOffset(path: string, offset: number): Promise<Location> {
  let line = 1;
  let lineStart = 0;
  let base = 0;
  const before: AsyncIterable<Buffer> = createReadStream(path, { end: Math.max(0, offset - 1) });
  for await (const chunk of before) {
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1)) {
      line += 1;
      lineStart = base + at + 1;
    }
    base += chunk.length;
  }
  return { line, column: offset - lineStart + 1 };
}
