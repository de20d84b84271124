import { type FileHandle, open } from 'node:fs/promises';
import { BrokenExport, ImportError } from '../findings.ts';
import { type SourceItem, walkExport } from './walk-export.ts';

/** An export, which is read twice from beginning to end. */
export interface ExportSource {
  /** Size of the file; null without a file. */
  readonly bytes: number | null;
  /** Number of bytes that the current pass has read. */
  readonly position: number;
  /** The names of its lists and of other entries; complete only after reading. */
  readonly lists: ReadonlySet<string>;
  /** @throws BrokenExport */
  read(): AsyncIterable<SourceItem>;
  /** @throws ImportError if the file changed since it was opened */
  assertUnchanged(): Promise<void>;
  close(): Promise<void>;
}

/** An export in memory: demo data, or tests. */
export function memorySource(content: Readonly<Record<string, unknown>>): ExportSource {
  return {
    bytes: null,
    position: 0,
    lists: new Set(Object.keys(content)),
    async *read() {
      for (const [list, elements] of Object.entries(content)) {
        if (typeof elements !== 'object' || elements === null) continue;
        const isKeyed = !Array.isArray(elements);
        for (const [index, [key, value]] of Object.entries(elements).entries()) {
          yield { list, index, key: isKeyed ? key : null, value };
        }
      }
    },
    assertUnchanged: async () => {},
    close: async () => {},
  };
}

/** Bytes of one read. */
const CHUNK = 64 * 1024;

/**
 * An export in a file.
 * @throws ImportError if the file does not exist or cannot be read
 */
export async function openExportFile(path: string): Promise<ExportSource> {
  const handle = await openFile(path);
  const before = await handle.stat({ bigint: true });
  if (!before.isFile()) {
    await handle.close();
    throw new ImportError(`${path} no es un archivo.`);
  }
  const bytes = Number(before.size);
  const lists = new Set<string>();
  let position = 0;

  async function* text(): AsyncGenerator<string, void> {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    position = 0;
    while (position < bytes) {
      const buffer = Buffer.allocUnsafe(Math.min(CHUNK, bytes - position));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
      if (bytesRead === 0) return;
      const chunk = decode(decoder, buffer.subarray(0, bytesRead), position);
      position += bytesRead;
      yield chunk;
    }
  }

  return {
    bytes,
    get position() {
      return position;
    },
    lists,
    async *read() {
      try {
        yield* walkExport(text(), lists);
      } catch (error) {
        throw error instanceof BrokenExport ? describeBroken(error) : error;
      }
    },
    async assertUnchanged() {
      const after = await handle.stat({ bigint: true });
      if (after.mtimeNs === before.mtimeNs && after.size === before.size) return;
      throw new ImportError('El archivo cambió mientras se leía. No se importó nada.');
    },
    close: () => handle.close(),
  };
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') throw new ImportError(`No existe el archivo ${path}.`);
    throw new ImportError(`No se puede leer el archivo ${path} (${String(code)}).`);
  }
}

function decode(
  decoder: InstanceType<typeof TextDecoder>,
  bytes: Uint8Array,
  position: number,
): string {
  try {
    return decoder.decode(bytes, { stream: true });
  } catch {
    const from = position.toLocaleString('es-MX');
    throw new BrokenExport(`el texto no es UTF-8, después del byte ${from}`, null);
  }
}

/** The error with its line, column and record. */
function describeBroken({ message, path, position }: BrokenExport): BrokenExport {
  const where = [
    ...(position ? [`línea ${position.line}, columna ${position.pos}`] : []),
    ...(path === null ? [] : [`en ${path}`]),
  ];
  const place = where.length === 0 ? '' : ` (${where.join(', ')})`;
  return new BrokenExport(`El archivo está dañado: ${message}${place}. No se importó nada.`, path);
}
