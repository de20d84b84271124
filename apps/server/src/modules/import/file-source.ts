import { type FileHandle, open } from 'node:fs/promises';
import { BrokenExport, ImportRefused } from './errors.ts';
import type { ReadBytes } from './json-reader.ts';
import type { Section } from './kinds.ts';
import { locateBreak } from './locate-break.ts';
import type { ExportSource, SourceItem } from './source.ts';
import { type Range, walkExport, walkRange } from './walk-export.ts';

/**
 * An export in a file, read as it is needed.
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
  const ranges = new Map<string, Range>();
  const lists = new Set<string>();
  const read = readFrom(handle);
  return {
    bytes: size,
    lists,
    async *readAll() {
      try {
        yield* walkExport(read, size, (name, range) => {
          lists.add(name);
          ranges.set(name, range);
        });
      } catch (error) {
        throw error instanceof BrokenExport ? await explain(path, error) : error;
      }
    },
    readSection: (section) => readSection(read, ranges, section),
    async assertUnchanged() {
      const after = await handle.stat({ bigint: true });
      if (after.mtimeNs === before.mtimeNs && after.size === before.size) return;
      throw new ImportRefused('El archivo cambió mientras se leía. No se importó nada.');
    },
    close: () => handle.close(),
  };
}

async function* readSection(
  read: ReadBytes,
  ranges: ReadonlyMap<string, Range>,
  section: Section,
): AsyncIterable<SourceItem> {
  const range = ranges.get(section);
  if (range) yield* walkRange(read, section, range);
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
  return async (offset, length) => {
    if (length <= 0) return Buffer.alloc(0);
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  };
}

/** The same failure, for the operator: with the line, the column and the record. */
async function explain(path: string, broken: BrokenExport): Promise<BrokenExport> {
  const { line, column } = await locateBreak(path, broken.offset);
  const within = broken.place === null ? '' : `, en ${broken.place}`;
  const where = `línea ${line}, columna ${column}${within}`;
  return new BrokenExport(
    `El archivo está dañado: ${broken.message} (${where}). No se importó nada.`,
    broken.offset,
    broken.place,
  );
}
