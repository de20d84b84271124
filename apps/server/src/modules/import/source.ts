import type { Section } from './kinds.ts';

/** One element of a list of the export, as it came. */
export interface SourceItem {
  /** The list's name; it may be none of ours. */
  readonly list: string;
  readonly index: number;
  /** Its key, where the list is an object. */
  readonly key: string | null;
  readonly value: unknown;
  /** Bytes read so far in this reading. */
  readonly position: number;
}

/** An export that can be read twice: whole, to check it, then list by list, to write it. */
export interface ExportSource {
  /** Null where there is no file. */
  readonly bytes: number | null;
  /** The names of its lists, and of whatever else stands beside them; all of them once it was read. */
  readonly lists: ReadonlySet<string>;
  /**
   * All of it, in its own order.
   * @throws BrokenExport
   */
  readAll(): AsyncIterable<SourceItem>;
  /** One list again; only after all of it was read. */
  readSection(section: Section): AsyncIterable<SourceItem>;
  /** @throws ImportRefused when what the second reading saw may not be what the first one checked */
  assertUnchanged(): Promise<void>;
  close(): Promise<void>;
}

/** An export that is in memory already: demo data, or tests. */
export function memorySource(whole: Readonly<Record<string, unknown>>): ExportSource {
  async function* readList(list: string): AsyncIterable<SourceItem> {
    const elements = whole[list];
    if (typeof elements !== 'object' || elements === null) return;
    const keyed = !Array.isArray(elements);
    let index = 0;
    for (const [key, value] of Object.entries(elements)) {
      yield { list, index, key: keyed ? key : null, value, position: 0 };
      index += 1;
    }
  }
  return {
    bytes: null,
    lists: new Set(Object.keys(whole)),
    async *readAll() {
      for (const list of Object.keys(whole)) yield* readList(list);
    },
    readSection: readList,
    assertUnchanged: async () => {},
    close: async () => {},
  };
}
